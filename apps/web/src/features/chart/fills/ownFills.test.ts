import { compare, decimal, formatDecimal, sum } from '@x/decimal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openTimeOf } from '../ownIntervals.ts'
import { marksOf, type OwnFill } from './ownFills.ts'

const MINUTE = 60_000
const fill = (minute: number, changes: Partial<OwnFill> = {}): OwnFill => ({
  side: 'buy',
  price: '60000.00',
  size: '0.1',
  createdAt: minute * MINUTE,
  ...changes,
})

describe('marks of the user’s trades', () => {
  it('sum up each side within a candle', () => {
    const fills = [
      fill(1, { size: '0.2', price: '9.5' }),
      fill(2, { size: '0.1', price: '10.25' }),
      fill(3, { side: 'sell' }),
      fill(16),
    ]
    expect(marksOf(fills, '15m')).toEqual([
      { openTime: 0, side: 'buy', size: '0.3', lowest: '9.5', highest: '10.25' },
      { openTime: 0, side: 'sell', size: '0.1', lowest: '60000.00', highest: '60000.00' },
      { openTime: 15 * MINUTE, side: 'buy', size: '0.1', lowest: '60000.00', highest: '60000.00' },
    ])
  })

  it('follow the interval, the trader’s own too', () => {
    const fills = [fill(0), fill(50), fill(100)]
    expect(marksOf(fills, '45m').map(({ openTime }) => openTime / MINUTE)).toEqual([0, 45, 90])
    expect(marksOf(fills, '2h')).toHaveLength(1)
    expect(marksOf([], '2h')).toEqual([])
  })
})

describe('marks of any trades', () => {
  const fills = fc.array(
    fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      price: fc.integer({ min: 1, max: 99_999 }).map((cents) => (cents / 100).toFixed(2)),
      size: fc
        .integer({ min: 1, max: 99_999_999 })
        .map((atoms) => `0.${String(atoms).padStart(8, '0')}`),
      createdAt: fc.integer({ min: 0, max: 600 * MINUTE }),
    }),
    { maxLength: 30 },
  )
  const total = (sizes: readonly string[]) =>
    formatDecimal(sum(sizes.map((size) => decimal(size))), { trim: true })

  it('have all that was traded in them, to the last digit', () => {
    fc.assert(
      fc.property(fills, (list) => {
        const marks = marksOf(list, '15m')
        for (const side of ['buy', 'sell'] as const)
          expect(total(marks.filter((mark) => mark.side === side).map(({ size }) => size))).toBe(
            total(list.filter((one) => one.side === side).map(({ size }) => size)),
          )
      }),
    )
  })

  it('are one for each candle and side, the oldest first', () => {
    fc.assert(
      fc.property(fills, (list) => {
        const marks = marksOf(list, '15m')
        const keys = marks.map(({ openTime, side }) => `${openTime} ${side}`)
        expect(new Set(keys).size).toBe(keys.length)
        expect(new Set(keys)).toEqual(
          new Set(list.map(({ createdAt, side }) => `${openTimeOf('15m', createdAt)} ${side}`)),
        )
        const times = marks.map(({ openTime }) => openTime)
        expect(times).toEqual(times.toSorted((a, b) => a - b))
      }),
    )
  })

  it('span the prices of their trades', () => {
    fc.assert(
      fc.property(fills, (list) => {
        for (const { openTime, side, lowest, highest } of marksOf(list, '15m')) {
          const own = list.filter(
            (one) => one.side === side && openTimeOf('15m', one.createdAt) === openTime,
          )
          for (const { price } of own) {
            expect(compare(decimal(lowest), decimal(price))).toBeLessThanOrEqual(0)
            expect(compare(decimal(highest), decimal(price))).toBeGreaterThanOrEqual(0)
          }
          expect(own.map(({ price }) => price)).toEqual(expect.arrayContaining([lowest, highest]))
        }
      }),
    )
  })

  it('compare prices as numbers', () => {
    const list = ['9.5', '10.25', '100'].map((price) => fill(0, { price }))
    expect(marksOf(list, '1h')).toMatchObject([{ lowest: '9.5', highest: '100' }])
  })

  it('begin on the first of a month, at a Monday', () => {
    const at = { createdAt: Date.UTC(2026, 10, 29, 23, 59) }
    expect(marksOf([fill(0, at)], '1M')[0]?.openTime).toBe(Date.UTC(2026, 10, 1))
    expect(marksOf([fill(0, at)], '1w')[0]?.openTime).toBe(Date.UTC(2026, 10, 23))
  })
})
