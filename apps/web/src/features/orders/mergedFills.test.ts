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
