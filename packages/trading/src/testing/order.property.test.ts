import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { sizeForShare, sizeForValue } from '../spot/orderSize.ts'
import { limitPriceBand, protectionPrice } from '../spot/priceBands.ts'
import { validateSpotOrder } from '../spot/validateSpotOrder.ts'
import * as arb from './arbitraries.ts'
import { heldAmount, isMultiple, judged, ORDER_OF_CHECKS, worstPrice, worth } from './orderJudge.ts'
import { market, near, order, ORDER_TYPES } from './orders.ts'
import { R, Rational } from './rational.ts'
import { PROPERTY_TIMEOUT_MS, runs } from './runs.ts'

vi.setConfig({ testTimeout: PROPERTY_TIMEOUT_MS })

describe('order rules against their sentences', () => {
  it('reports every broken rule in the server’s order (wire 10)', () => {
    const often = runs(3000)
    const accepted = new Map<string, number>()
    fc.assert(
      fc.property(order, market, (o, m) => {
        const outcome = validateSpotOrder(o, m)
        const found = outcome.status === 'refused' ? outcome.problems : []
        const reported = ORDER_OF_CHECKS.flatMap((check) =>
          found
            .flatMap(({ refusal, field }) => (refusal === check ? [`${refusal} ${field}`] : []))
            .sort(),
        )
        expect(reported).toEqual(judged(o, m))
        expect(found.map(({ refusal }) => refusal)).toEqual(
          ORDER_OF_CHECKS.flatMap((check) =>
            found.flatMap(({ refusal }) => (refusal === check ? [refusal] : [])),
          ),
        )
        if (outcome.status === 'refused') return
        const hasExits =
          o.takeProfitTriggerPrice !== undefined || o.stopLossTriggerPrice !== undefined
        const kind = hasExits ? `${o.orderType} with exits` : o.orderType
        accepted.set(kind, (accepted.get(kind) ?? 0) + 1)
        expect(R(outcome.notional).compare(worth(o, m) ?? R(0))).toBe(0)
        expect([outcome.hold.asset, R(outcome.hold.amount).compare(heldAmount(o, m))]).toEqual([
          o.side === 'sell' ? 'base' : 'quote',
          0,
        ])
        const worst = worstPrice(o, m)
        expect(
          outcome.protectionPrice === null
            ? worst
            : R(outcome.protectionPrice).compare(worst ?? R(0)),
        ).toBe(outcome.protectionPrice === null ? null : 0)
      }),
      often,
    )
    // Not one kind is only ever refused, which would judge its other rules in name alone.
    if (often.numRuns >= 3000)
      for (const kind of [...ORDER_TYPES, 'limit with exits', 'market with exits'])
        expect([kind, (accepted.get(kind) ?? 0) > 0]).toEqual([kind, true])
  })

  it('keeps band ends and protection prices on the tick (trading 7)', () => {
    const tick = fc.constantFrom('0.01', '0.25', '0.5')
    fc.assert(
      fc.property(
        near,
        tick,
        fc.constantFrom('buy', 'sell'),
        arb.decimalBetween(0n, 500n, 3),
        (price, tickSize, side, band) => {
          const ends = limitPriceBand({ lastPrice: price, tickSize, limitBand: band })
          const end = (direction: bigint) => R(price).times(R(1).plus(R(direction).times(R(band))))
          const [lowGap, highGap] = [R(ends.lowest).minus(end(-1n)), end(1n).minus(R(ends.highest))]
          for (const gap of [lowGap, highGap]) {
            expect(gap.sign()).toBeGreaterThanOrEqual(0)
            expect(gap.compare(R(tickSize))).toBeLessThan(0)
          }
          expect(isMultiple(ends.lowest, tickSize) && isMultiple(ends.highest, tickSize)).toBe(true)
          expect(protectionPrice({ side, bestPrice: price, tickSize, marketBand: band })).toBe(
            side === 'buy' ? ends.highest : ends.lowest,
          )
        },
      ),
      runs(500),
    )
  })

  it('sizes an order to the largest affordable number of steps', () => {
    fc.assert(
      fc.property(
        near,
        near,
        fc.constantFrom('0.001', '0.005', '1'),
        fc.constantFrom('0', '0.25', '0.333', '1'),
        (value, price, stepSize, share) => {
          const most = (budget: Rational, found: string) => {
            expect(isMultiple(found, stepSize)).toBe(true)
            expect(R(found).times(R(price)).compare(budget)).toBeLessThanOrEqual(0)
            expect(R(found).plus(R(stepSize)).times(R(price)).compare(budget)).toBeGreaterThan(0)
          }
          most(R(value), sizeForValue({ value, price, stepSize }))
          const available = { base: '0', quote: value }
          most(
            R(value).times(R(share)),
            sizeForShare({ side: 'buy', share, available, price, stepSize }),
          )
        },
      ),
      runs(500),
    )
  })
})
