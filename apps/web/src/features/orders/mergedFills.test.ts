import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergedFills } from './mergedFills.ts'
import type { SpotFill } from '../../data/spot/model.ts'

const fill = (fields: Partial<SpotFill>): SpotFill => ({
  fillId: '1',
  orderId: '1',
  symbol: 'BTCUSDT',
  side: 'buy',
  role: 'taker',
  price: '100.00',
  size: '1.000',
  value: '100',
  fee: '0',
  feeAsset: 'BTC',
  createdAt: 0,
  ...fields,
})

describe('notices of fills', () => {
  it('are one an order, at the average price of what it took', () => {
    expect(mergedFills([fill({}), fill({ fillId: '2', price: '103.00', size: '2.000' })])).toEqual([
      { orderId: '1', symbol: 'BTCUSDT', side: 'buy', size: '3.000', price: '102.00' },
    ])
  })
  it('keep orders apart, in the order in which they traded', () => {
    expect(
      mergedFills([fill({ orderId: '7', side: 'sell' }), fill({ orderId: '3' })]).map(
        ({ side }) => side,
      ),
    ).toEqual(['sell', 'buy'])
  })
  it('are none of nothing', () => {
    expect(mergedFills([])).toEqual([])
  })
})

describe('the average of merged fills', () => {
  it.each([
    // 100.005 is half up, and below it down.
    [['100.00', '1'], ['100.01', '1'], '100.01'],
    [['100.00', '2'], ['100.01', '1'], '100.00'],
    [['0.00000001', '1'], ['0.00000002', '3'], '0.00000002'],
    [['5', '1'], ['6', '1'], '6'],
  ] as const)('is rounded for %j and %j to %s, at their scale', (one, other, price) => {
    const parts = [one, other].map(([at, size], place) =>
      fill({ fillId: String(place), price: at, size }),
    )
    expect(mergedFills(parts)[0]?.price).toBe(price)
  })

  it('lies between its prices, and its size is theirs', () => {
    const part = fc.tuple(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 1, max: 9_999 }))
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const [merged] = mergedFills(
          parts.map(([price, size], place) =>
            fill({ fillId: String(place), price: String(price), size: String(size) }),
          ),
        )
        const prices = parts.map(([price]) => price)
        expect(Number(merged?.size)).toBe(parts.reduce((sum, [, size]) => sum + size, 0))
        expect(Number(merged?.price)).toBeGreaterThanOrEqual(Math.min(...prices))
        expect(Number(merged?.price)).toBeLessThanOrEqual(Math.max(...prices))
      }),
    )
  })
})
