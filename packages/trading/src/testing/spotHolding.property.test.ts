import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { feeRate } from '../fee/feeTiers.ts'
import { tradeFee } from '../fee/tradeFee.ts'
import { averageBuyPrice, previewAverageBuyPrice } from '../spot/averageBuyPrice.ts'
import * as arb from './arbitraries.ts'
import { isRounded, R, type Rational } from './rational.ts'
import { PROPERTY_TIMEOUT_MS, runs } from './runs.ts'

vi.setConfig({ testTimeout: PROPERTY_TIMEOUT_MS })

const some = arb.decimalBetween(0n, 1000n, 1)
const holding = fc.record({
  buyPrice: arb.price,
  buyDelegateCount: some,
  buyDealCount: some,
  dealCount: some,
  holdCount: some,
  marketPrice: arb.price,
  trackingType: fc.constantFrom(0, 1),
  pricePlace: fc.constant(4),
  quotePrecision: fc.constant(2),
})
const least = (a: Rational, b: Rational) => (a.compare(b) < 0 ? a : b)
const most = (a: Rational, b: Rational) => (a.compare(b) > 0 ? a : b)

describe('spot holdings and fees against exact fractions', () => {
  it('divides the cost of the priced part by its count (trading 2)', () => {
    fc.assert(
      fc.property(holding, fc.option(arb.price, { nil: null }), (input, limitPrice) => {
        const left = most(
          R(0),
          least(R(input.holdCount), R(input.buyDealCount).minus(R(input.dealCount))),
        )
        const elsewhere = input.trackingType === 1 ? R(input.holdCount).minus(left) : R(0)
        const waiting =
          limitPrice === null
            ? R(0)
            : most(R(0), R(input.buyDelegateCount).minus(R(input.buyDealCount)))
        const counted = left.plus(elsewhere).plus(waiting)
        const cost = R(input.buyPrice)
          .times(left)
          .plus(R(input.marketPrice).times(elsewhere))
          .plus(R(limitPrice ?? '0').times(waiting))
        const shown =
          limitPrice === null
            ? averageBuyPrice(input)
            : previewAverageBuyPrice(input, { limitPrice })
        if (counted.sign() === 0) {
          expect(shown).toBeNull()
          return
        }
        expect(
          isRounded(shown?.price ?? '', { exact: cost.over(counted), scale: 4, mode: 'half-up' }),
        ).toBe(true)
        expect(isRounded(shown?.cost ?? '', { exact: cost, scale: 2, mode: 'half-up' })).toBe(true)
      }),
      runs(1000),
    )
  })

  it('rounds a fee up by less than one atom (trading 1)', () => {
    const tier = fc.record({
      market: fc.constantFrom('spot', 'futures'),
      role: fc.constantFrom('maker', 'taker'),
      vipLevel: fc.constantFrom(0, 1, 2, 3, 4, 5),
    } as const)
    fc.assert(
      fc.property(arb.count, tier, fc.constantFrom(2, 6, 8), (amount, who, scale) => {
        const rate = feeRate(who)
        expect(
          isRounded(tradeFee({ amount, rate }, { scale }), {
            exact: R(amount).times(R(rate)),
            scale,
            mode: 'up',
          }),
        ).toBe(true)
      }),
      runs(500),
    )
  })
})
