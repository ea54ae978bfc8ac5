import { add, compare, parseDecimal } from '@x/decimal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupLevels } from './groupLevels.ts'
import { withTotals } from './withTotals.ts'

const level = (price: string, size: string) => ({ price, size })

describe('groupLevels', () => {
  it('rounds bids down and asks up', () => {
    const bids = withTotals([level('100.19', '1'), level('100.11', '2'), level('100.09', '4')])
    const asks = withTotals([level('100.20', '1'), level('100.21', '2')])
    expect(groupLevels(bids, { step: '0.1', side: 'buy' })).toEqual([
      { price: '100.1', size: '3', total: '3' },
      { price: '100.0', size: '4', total: '7' },
    ])
    expect(groupLevels(asks, { step: '0.1', side: 'sell' })).toEqual([
      { price: '100.2', size: '1', total: '1' },
      { price: '100.3', size: '2', total: '3' },
    ])
  })

  it('accepts steps above one', () => {
    expect(groupLevels(withTotals([level('61837.63', '1')]), { step: '10', side: 'sell' })).toEqual(
      [{ price: '61840', size: '1', total: '1' }],
    )
  })

  it('never loses size', () => {
    const levels = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 1, max: 9_999 })),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(
        levels,
        fc.constantFrom('0.01', '0.05', '1', '50'),
        fc.constantFrom('buy' as const, 'sell' as const),
        (rows, step, side) => {
          const plain = withTotals(
            rows.map(([cents, lots]) =>
              level(
                `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
                `0.${String(lots).padStart(4, '0')}`,
              ),
            ),
          )
          const sum = (list: readonly { size: string }[]) =>
            list.reduce(
              (total, { size }) => add(total, parseDecimal(size) ?? total),
              parseDecimal('0') ?? fail(),
            )
          expect(compare(sum(plain), sum(groupLevels(plain, { step, side })))).toBe(0)
        },
      ),
    )
  })

  it.each(['0', '-1', 'x', ''])('rejects the step %o', (step) => {
    expect(() => groupLevels(withTotals([level('1', '1')]), { step, side: 'buy' })).toThrow(
      RangeError,
    )
  })

  it('leaves out the last, incomplete step of a cut book', () => {
    const bids = [
      { price: '105', size: '1', total: '1' },
      { price: '101', size: '2', total: '3' },
      { price: '99', size: '4', total: '7' },
    ]
    expect(
      groupLevels(bids, { step: '10', side: 'buy', isCut: true }).map(({ price, size }) => [
        price,
        size,
      ]),
    ).toEqual([['100', '3']])
    expect(groupLevels(bids, { step: '10', side: 'buy' }).map(({ price }) => price)).toEqual([
      '100',
      '90',
    ])
    expect(
      groupLevels(bids, { step: '100', side: 'sell', isCut: true }).map(({ price }) => price),
      'one step is better than none',
    ).toEqual(['200'])
  })
})

function fail(): never {
  throw new Error('unreachable')
}
