import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { maintenanceMargin } from '../liquidation/maintenanceMargin.ts'
import { averageEntryPrice } from '../position/averageEntryPrice.ts'
import { bankruptcyPrice } from '../position/bankruptcyPrice.ts'
import { fundingPayment } from '../position/fundingPayment.ts'
import { positionMargin } from '../position/positionMargin.ts'
import { priceForRoe } from '../position/priceForRoe.ts'
import { roe } from '../position/roe.ts'
import { unrealisedPnl } from '../position/unrealisedPnl.ts'
import * as arb from './arbitraries.ts'
import { isRounded, R, Rational, signOfSide } from './rational.ts'
import { PROPERTY_TIMEOUT_MS, runs } from './runs.ts'

vi.setConfig({ testTimeout: PROPERTY_TIMEOUT_MS })

const usual = runs(1000)
const TINY = new Rational(1n, 10n ** 10n)
type Kind = 'linear' | 'inverse'
type Side = 'long' | 'short'

/**
 * The worth of a count at a price, in the margin coin. PnL is the change of it; with inverse
 * contracts the coin's worth runs the other way.
 */
const worth = (contract: Kind, count: Rational, price: Rational) =>
  contract === 'linear' ? count.times(price) : R(0).minus(count.over(price))
const gain = (
  contract: Kind,
  { side, count, from, to }: { side: Side; count: Rational; from: Rational; to: Rational },
) => signOfSide(side).times(worth(contract, count, to).minus(worth(contract, count, from)))
const size = (value: Rational) => (value.sign() < 0 ? R(0).minus(value) : value)

const position = fc.record({
  contract: arb.contract,
  side: arb.side,
  entryPrice: arb.price,
  markPrice: arb.price,
  count: arb.count,
  leverage: arb.leverage,
  basis: arb.basis,
  bp: arb.bp,
})

describe('position formulas against exact fractions', () => {
  it('rounds the change of position value once to 6 decimals (trading 2)', () => {
    fc.assert(
      fc.property(position, (input) => {
        const change = gain(input.contract, {
          side: input.side,
          count: R(input.count),
          from: R(input.entryPrice),
          to: R(input.markPrice),
        })
        const exact = input.contract === 'linear' ? change.over(R(input.bp)) : change
        expect(isRounded(unrealisedPnl(input), { exact, scale: 6, mode: 'half-away' })).toBe(true)
      }),
      usual,
    )
  })

  it('divides value by leverage for margin, PnL by margin for ROE (trading 2)', () => {
    fc.assert(
      fc.property(position, (input) => {
        const at = R(input.basis === 'mark' ? input.markPrice : input.entryPrice)
        const margin = size(worth(input.contract, R(input.count), at)).over(R(input.leverage))
        const inCoin = input.contract === 'linear' ? margin.over(R(input.bp)) : margin
        expect(
          isRounded(positionMargin(input), { exact: inCoin, scale: 6, mode: 'half-away' }),
        ).toBe(true)
        const pnl = gain(input.contract, {
          side: input.side,
          count: R(input.count),
          from: R(input.entryPrice),
          to: R(input.markPrice),
        })
        expect(
          isRounded(roe(input), {
            exact: pnl.over(margin).times(R(100)),
            scale: 2,
            mode: 'half-up',
          }),
        ).toBe(true)
      }),
      usual,
    )
  })

  it('computes a price that has the target ROE (trading 2)', () => {
    fc.assert(
      fc.property(
        position,
        arb.signed(fc.constantFrom('0', '0.1', '0.5', '1', '2.25', '40')),
        (input, target) => {
          const found = priceForRoe({ ...input, roe: target })
          const roeAt = (price: Rational) => {
            const at = input.basis === 'mark' ? price : R(input.entryPrice)
            const pnl = gain(input.contract, {
              side: input.side,
              count: R(1),
              from: R(input.entryPrice),
              to: price,
            })
            return pnl.over(size(worth(input.contract, R(1), at)).over(R(input.leverage)))
          }
          if (found === null) {
            // ROE is monotonic in the price: no price has this one if it lies beyond what the two
            // ends reach.
            const ends = [new Rational(1n, 10n ** 30n), R(10n ** 30n)].map(roeAt)
            expect(
              ends.every((end) => R(target).compare(end) > 0) ||
                ends.every((end) => R(target).compare(end) < 0),
            ).toBe(true)
            return
          }
          fc.pre(R(found).compare(TINY.times(R(2))) > 0)
          const around = [roeAt(R(found).minus(TINY)), roeAt(R(found).plus(TINY))].toSorted(
            (a, b) => a.compare(b),
          )
          expect((around[0] as Rational).compare(R(target))).toBeLessThanOrEqual(0)
          expect((around[1] as Rational).compare(R(target))).toBeGreaterThanOrEqual(0)
        },
      ),
      usual,
    )
  })

  it('keeps total PnL when a position is increased (trading 2)', () => {
    fc.assert(
      fc.property(
        arb.contract,
        arb.price,
        arb.count,
        arb.price,
        arb.count,
        arb.price,
        (contract, heldPrice, heldCount, addedPrice, addedCount, mark) => {
          const lots = [
            { count: heldCount, price: heldPrice },
            { count: addedCount, price: addedPrice },
          ] as const
          const average = averageEntryPrice({ contract, held: lots[0], added: lots[1] })
          fc.pre(R(average).compare(TINY.times(R(2))) > 0)
          const parts = lots.map((lot) =>
            gain(contract, { side: 'long', count: R(lot.count), from: R(lot.price), to: R(mark) }),
          )
          const whole = (from: Rational) =>
            gain(contract, {
              side: 'long',
              count: R(heldCount).plus(R(addedCount)),
              from,
              to: R(mark),
            })
          const total = parts.reduce((a, b) => a.plus(b))
          expect(whole(R(average).plus(TINY)).compare(total)).toBeLessThanOrEqual(0)
          expect(whole(R(average).minus(TINY)).compare(total)).toBeGreaterThanOrEqual(0)
        },
      ),
      usual,
    )
  })

  it('sums margin, PnL and closing fee to zero at bankruptcy (trading 2)', () => {
    fc.assert(
      fc.property(position, arb.count, arb.feeRate, (input, margin, feeRate) => {
        const found = bankruptcyPrice({ ...input, margin, feeRate })
        const { contract, side } = input
        const left = (price: Rational) => {
          const backing = contract === 'linear' ? R(margin).times(R(input.bp)) : R(margin)
          const pnl = gain(contract, {
            side,
            count: R(input.count),
            from: R(input.entryPrice),
            to: price,
          })
          return backing
            .plus(pnl)
            .minus(R(feeRate).times(size(worth(contract, R(input.count), price))))
        }
        if (found === null) {
          expect(
            left(side === 'long' ? new Rational(1n, 10n ** 30n) : R(10n ** 30n)).sign(),
          ).toBeGreaterThanOrEqual(0)
          return
        }
        fc.pre(R(found).compare(TINY.times(R(2))) > 0)
        const [below, above] = [left(R(found).minus(TINY)), left(R(found).plus(TINY))]
        expect((side === 'long' ? below : above).sign()).toBeLessThanOrEqual(0)
        expect((side === 'long' ? above : below).sign()).toBeGreaterThanOrEqual(0)
      }),
      usual,
    )
  })

  it('rounds paid funding up and received funding down (trading 2)', () => {
    fc.assert(
      fc.property(position, arb.signed(arb.feeRate), (input, rate) => {
        const notional = size(worth(input.contract, R(input.count), R(input.markPrice)))
        const exact = signOfSide(input.side).times(notional).times(R(rate))
        const inCoin = input.contract === 'linear' ? exact.over(R(input.bp)) : exact
        expect(
          isRounded(fundingPayment({ ...input, rate }), {
            exact: inCoin,
            scale: 6,
            mode: inCoin.sign() > 0 ? 'up' : 'down',
          }),
        ).toBe(true)
      }),
      usual,
    )
  })

  it('equates maintenance with worth times rate less tier amount (trading 2)', () => {
    fc.assert(
      fc.property(position, arb.mm, arb.count, (input, mm, cum) => {
        const exact = size(worth(input.contract, R(input.count), R(input.markPrice)))
          .times(R(mm))
          .minus(R(cum))
        const inCoin = input.contract === 'linear' ? exact.over(R(input.bp)) : exact
        const { contract, count, markPrice, bp } = input
        expect(
          isRounded(maintenanceMargin({ contract, count, price: markPrice, bp, mm, cum }), {
            exact: inCoin,
            scale: 6,
            mode: 'half-away',
          }),
        ).toBe(true)
      }),
      usual,
    )
  })
})
