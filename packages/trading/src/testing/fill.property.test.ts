import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { estimateMarketFill, type PriceLevel } from '../spot/estimateMarketFill.ts'
import { isRounded, R } from './rational.ts'
import { PROPERTY_TIMEOUT_MS, runs } from './runs.ts'

vi.setConfig({ testTimeout: PROPERTY_TIMEOUT_MS })

interface Level {
  /** Cents. */
  readonly price: number
  /** Thousandths. */
  readonly lots: number
}

const book = (side: 'buy' | 'sell') =>
  fc
    .uniqueArray(
      fc.record({ price: fc.integer({ min: 1, max: 200 }), lots: fc.integer({ min: 1, max: 40 }) }),
      { selector: ({ price }) => price, maxLength: 8 },
    )
    .map((levels) =>
      levels.toSorted((a, b) => (side === 'buy' ? a.price - b.price : b.price - a.price)),
    )

const text = (levels: readonly Level[]): readonly PriceLevel[] =>
  levels.map(({ price, lots }) => [(price / 100).toFixed(2), (lots / 1000).toFixed(3)])

/** Buys or sells one lot after the other; small integers only, so plain numbers are exact. */
function lotByLot({
  side,
  levels,
  amount,
  unit,
  worst,
}: {
  side: 'buy' | 'sell'
  levels: readonly Level[]
  amount: number
  unit: 'base' | 'quote'
  worst: number | null
}) {
  let left = amount
  let lots = 0
  let cost = 0
  let last = 0
  for (const level of levels) {
    if (worst !== null && (side === 'buy' ? level.price > worst : level.price < worst)) break
    last = level.price
    for (let taken = 0; taken < level.lots; taken += 1) {
      const price = unit === 'base' ? 1 : level.price
      if (left < price) return { lots, cost, left: 0 }
      left -= price
      lots += 1
      cost += level.price
    }
  }
  // What is left of a budget when the book ends is missing only if it would have paid for one more
  // lot.
  return { lots, cost, left: unit === 'quote' && left < last ? 0 : left }
}

const scenario = fc.constantFrom('buy', 'sell').chain((side) =>
  fc.record({
    side: fc.constant(side),
    levels: book(side),
    amount: fc.integer({ min: 1, max: 400 }),
    unit: side === 'buy' ? fc.constantFrom('base', 'quote') : fc.constant('base' as const),
    worst: fc.option(fc.integer({ min: 1, max: 200 }), { nil: null }),
  }),
)

describe('the estimate of a market order', () => {
  it('takes what an order taking lot after lot would take', () => {
    fc.assert(
      fc.property(scenario, ({ side, levels, amount, unit, worst }) => {
        // Lots are thousandths, cents times thousandths are the quote's smallest part.
        const scale = unit === 'base' ? 3 : 5
        const size = (amount * (unit === 'base' ? 1 : 10)) / 10 ** scale
        const estimate = estimateMarketFill({
          side,
          size: size.toFixed(scale),
          sizeUnit: unit,
          levels: text(levels),
          stepSize: '0.001',
          protectionPrice: worst === null ? null : (worst / 100).toFixed(2),
        })
        const expected = lotByLot({
          side,
          levels,
          amount: unit === 'base' ? amount : amount * 10,
          unit,
          worst,
        })
        expect(R(estimate.filledBase).compare(R(expected.lots).over(R(1000)))).toBe(0)
        expect(R(estimate.filledQuote).compare(R(expected.cost).over(R(100_000)))).toBe(0)
        expect(R(estimate.remaining).compare(R(expected.left).over(R(10 ** scale)))).toBe(0)
        expect(estimate.complete).toBe(expected.left === 0)
      }),
      runs(2000),
    )
  })

  it('sums fills to the totals, with the average between best and worst', () => {
    fc.assert(
      fc.property(scenario, ({ side, levels, amount, worst }) => {
        const estimate = estimateMarketFill({
          side,
          size: (amount / 1000).toFixed(3),
          sizeUnit: 'base',
          levels: text(levels),
          stepSize: '0.001',
          protectionPrice: worst === null ? null : (worst / 100).toFixed(2),
        })
        const base = estimate.fills.map((fill) => R(fill.size)).reduce((a, b) => a.plus(b), R(0))
        const quote = estimate.fills
          .map((fill) => R(fill.size).times(R(fill.price)))
          .reduce((a, b) => a.plus(b), R(0))
        expect(base.compare(R(estimate.filledBase))).toBe(0)
        expect(quote.compare(R(estimate.filledQuote))).toBe(0)
        if (estimate.averagePrice === null) {
          expect(estimate).toMatchObject({ fills: [], worstPrice: null, impactPercent: null })
          return
        }
        const [first, last] = [
          R(estimate.fills[0]?.price ?? ''),
          R(estimate.fills.at(-1)?.price ?? ''),
        ]
        expect(
          isRounded(estimate.averagePrice, {
            exact: quote.over(base),
            scale: 10,
            mode: 'half-away',
          }),
        ).toBe(true)
        const [low, high] = side === 'buy' ? [first, last] : [last, first]
        expect(quote.over(base).compare(low) >= 0 && quote.over(base).compare(high) <= 0).toBe(true)
        expect(R(estimate.worstPrice ?? '').compare(last)).toBe(0)
        const away = side === 'buy' ? quote.over(base).minus(first) : first.minus(quote.over(base))
        expect(
          isRounded(estimate.impactPercent ?? '', {
            exact: away.over(first).times(R(100)),
            scale: 2,
            mode: 'half-up',
          }),
        ).toBe(true)
      }),
      runs(1000),
    )
  })
})
