import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { executionCostsOf, type ExecutionCostInput } from './executionCosts.ts'

const INPUT: ExecutionCostInput = {
  side: 'buy',
  bid: 100,
  ask: 104,
  units: { quotePerTickLot: 10n, basePerLot: 1n },
  fill: { ticks: 106, lots: 3 },
}
const costs = (changes: Partial<ExecutionCostInput> = {}) =>
  executionCostsOf({ ...INPUT, ...changes })

describe('what a paper fill cost beyond the middle price (trading 5)', () => {
  it('is half the spread and the way to the fill', () => {
    // 2 ticks of 4, and 2 ticks beyond, of 3 lots at 10 atoms a tick-lot.
    expect(costs()).toEqual({ spread: 60n, impact: 60n })
    expect(costs({ side: 'sell', fill: { ticks: 97, lots: 3 } })).toEqual({
      spread: 60n,
      impact: 90n,
    })
  })

  it('is rounded up to the whole atom', () => {
    const units = { quotePerTickLot: 1n, basePerLot: 1n }
    expect(costs({ units, ask: 101, fill: { ticks: 101, lots: 1 } })).toEqual({
      spread: 1n,
      impact: 0n,
    })
  })

  it('is not known where one side of the book was empty', () => {
    expect([costs({ bid: 0 }), costs({ ask: 0 })]).toEqual([undefined, undefined])
  })

  it.each([
    // The best price rose by 3 while the order travelled, or fell by 2, or was not known.
    ['buy', 101, 90n],
    ['buy', 106, -60n],
    ['buy', 0, 0n],
    ['sell', 101, 30n],
    ['sell', 98, -60n],
  ] as const)('has for a %s from %i what the journey cost: %s', (side, best, latency) => {
    expect(costs({ side, latency: { ms: 80, best } })).toMatchObject({ latency, latencyMs: 80 })
  })

  it('adds up to the way from the middle, within an atom', () => {
    const ticks = fc.integer({ min: 1, max: 10 ** 6 })
    fc.assert(
      fc.property(
        fc.constantFrom('buy' as const, 'sell' as const),
        ticks,
        fc.nat({ max: 1_000 }),
        ticks,
        fc.integer({ min: 1, max: 10 ** 6 }),
        (side, bid, spread, fill, lots) => {
          const ask = bid + spread
          const found = costs({ side, bid, ask, fill: { ticks: fill, lots } })
          const size = BigInt(lots) * 10n
          // Twice, as the middle may lie between two ticks.
          const twice = size * BigInt(side === 'buy' ? 2 * fill - bid - ask : bid + ask - 2 * fill)
          const total = 2n * ((found?.spread ?? 0n) + (found?.impact ?? 0n))
          expect(total === twice || total === twice + 1n).toBe(true)
        },
      ),
    )
  })
})
