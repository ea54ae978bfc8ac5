import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  type CrossLiquidationInput,
  crossLiquidationPrice,
} from '../liquidation/crossLiquidationPrice.ts'
import { isolatedLiquidationPrice } from '../liquidation/isolatedLiquidationPrice.ts'
import type { Liquidation } from '../liquidation/solve.ts'
import { type MaintenanceTier, withMaintenanceAmounts } from '../liquidation/tiers.ts'
import * as arb from './arbitraries.ts'
import { R, Rational } from './rational.ts'
import { PROPERTY_TIMEOUT_MS, runs } from './runs.ts'

vi.setConfig({ testTimeout: PROPERTY_TIMEOUT_MS })

const TINY = new Rational(1n, 10n ** 10n)
const ZERO = R(0)

/** A price where others share the account: legs, orders, coin. */
const account = fc.record({
  contract: arb.contract,
  bp: arb.bp,
  available: arb.signed(arb.decimalBetween(0n, 10_000_000n, 2)),
  othersUpnl: arb.signed(arb.decimalBetween(0n, 1_000_000n, 2)),
  othersMaintain: arb.decimalBetween(0n, 100_000n, 2),
  longOpenPrice: arb.price,
  longOpenCount: fc.oneof(fc.constant('0'), arb.count),
  shortOpenPrice: arb.price,
  shortOpenCount: fc.oneof(fc.constant('0'), arb.count),
  totalDelegateValue: fc.oneof(fc.constant('0'), arb.decimalBetween(0n, 1_000_000n, 2)),
  feeRate: arb.feeRate,
  markPrice: arb.price,
  rule: fc.constantFrom('max', 'sum'),
})

const open = (input: {
  readonly longOpenCount: string
  readonly shortOpenCount: string
}): boolean => R(input.longOpenCount).plus(R(input.shortOpenCount)).sign() > 0

/**
 * A linear account the size of its wallet, so that prices near the market decide (wild accounts are
 * mostly beyond help or beyond reach).
 */
const sane = account.map((input) => ({
  ...input,
  contract: 'linear' as const,
  longOpenPrice: input.markPrice,
  shortOpenPrice: input.markPrice,
  bp: '1',
  available: input.available.replace('-', ''),
}))

/**
 * Legs of almost the same size: maintenance of the upper tiers then outweighs the net position, and
 * both sides can liquidate.
 */
const hedged = fc
  .record({
    units: fc.bigInt({ min: 1000n, max: 100_000n }),
    lesser: fc.bigInt({ min: 800n, max: 1000n }),
    mark: arb.decimalBetween(100n, 10_000n, 1),
    wallet: arb.decimalBetween(1n, 10_000_000n, 0),
    longIsLarger: fc.boolean(),
  })
  .map(({ units, lesser, mark, wallet, longIsLarger }) => {
    const [larger, smaller] = [
      `${units}.0`,
      `${(units * lesser) / 1000n}.${(units * lesser) % 1000n}`,
    ]
    const counts = longIsLarger
      ? { longOpenCount: larger, shortOpenCount: smaller }
      : { longOpenCount: smaller, shortOpenCount: larger }
    const rest = {
      available: wallet,
      othersUpnl: '0',
      othersMaintain: '0',
      longOpenPrice: mark,
      shortOpenPrice: mark,
      feeRate: '0.0006',
      markPrice: mark,
    }
    return { ...rest, ...counts }
  })

const tiers = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.bigInt({ min: 1n, max: 5_000_000n })), {
    minLength: 1,
    maxLength: 5,
  })
  .map((steps) => {
    let end = 0n
    let rate = 0
    return withMaintenanceAmounts(
      steps.map(([rise, width], at) => {
        end += width
        rate += rise
        return {
          upTo: at === steps.length - 1 ? null : end.toString(),
          mm: (rate / 1000).toFixed(3),
        }
      }),
    )
  })

type Account = Omit<CrossLiquidationInput, 'mm' | 'cum' | 'tiers'>

/** Equity minus requirement, straight from the words of trading 2. */
function surplus(
  input: Account & { readonly tiers: readonly MaintenanceTier[] },
  price: Rational,
): Rational {
  const { contract = 'linear', bp = '1', totalDelegateValue = '0', rule = 'max' } = input
  const linear = contract === 'linear'
  const [long, short] = [R(input.longOpenCount), R(input.shortOpenCount)]
  const wallet = R(input.available).plus(R(input.othersUpnl)).minus(R(input.othersMaintain))
  const pnlOf = (count: Rational, entry: string, d: bigint) => {
    if (count.sign() === 0) return ZERO
    return linear
      ? count.times(price.minus(R(entry))).times(R(d))
      : count.over(R(entry)).minus(count.over(price)).times(R(d))
  }
  const equity = wallet
    .times(linear ? R(bp) : R(1))
    .plus(pnlOf(long, input.longOpenPrice ?? '', 1n))
    .plus(pnlOf(short, input.shortOpenPrice ?? '', -1n))
  const counted = rule === 'sum' ? long.plus(short) : long.compare(short) > 0 ? long : short
  const notional = linear ? counted.times(price) : counted.over(price)
  const tier = input.tiers.find(
    ({ upTo }) => upTo === null || notional.compare(R(upTo)) <= 0,
  ) as MaintenanceTier
  const charged = linear ? notional.plus(R(totalDelegateValue)) : notional
  return equity.minus(R(tier.mm).plus(R(input.feeRate)).times(charged).minus(R(tier.cum)))
}

function expectTrue(
  found: Liquidation,
  surplusAt: (price: Rational) => Rational,
  mark: Rational,
): void {
  if (found.status === 'liquidating') {
    expect(surplusAt(mark).sign()).toBeLessThanOrEqual(0)
    return
  }
  expect(surplusAt(mark).sign()).toBeGreaterThan(0)
  const falling = found.status === 'at' ? found.falling : null
  const rising = found.status === 'at' ? found.rising : null
  // On each side either the surplus changes its sign within 10^-10 of the price given, or it never
  // does.
  for (const [price, outward] of [
    [falling, TINY.times(R(-1))],
    [rising, TINY],
  ] as const) {
    if (price === null) continue
    expect(surplusAt(R(price)).sign()).toBeGreaterThanOrEqual(0)
    const beyond = R(price).plus(outward)
    if (beyond.sign() > 0) expect(surplusAt(beyond).sign()).toBeLessThanOrEqual(0)
    expect(R(price).compare(mark) * outward.sign()).toBeGreaterThanOrEqual(0)
  }
  if (falling === null)
    expect(surplusAt(new Rational(1n, 10n ** 40n)).sign()).toBeGreaterThanOrEqual(0)
  if (rising === null) expect(surplusAt(R(10n ** 40n)).sign()).toBeGreaterThanOrEqual(0)
}

describe('liquidation prices against equity and requirement', () => {
  it('finds the cross price where equity meets the requirement (trading 2)', () => {
    fc.assert(
      fc.property(account.filter(open), tiers, (input, table) => {
        expectTrue(
          crossLiquidationPrice({ ...input, tiers: table }),
          (price) => surplus({ ...input, tiers: table }, price),
          R(input.markPrice),
        )
      }),
      runs(2000),
    )
  })

  it('the same for accounts that are worth their positions (trading 2)', () => {
    fc.assert(
      fc.property(sane.filter(open), tiers, (input, table) => {
        expectTrue(
          crossLiquidationPrice({ ...input, tiers: table }),
          (price) => surplus({ ...input, tiers: table }, price),
          R(input.markPrice),
        )
      }),
      runs(2000),
    )
  })

  it('finds both cross prices of almost balanced hedges (trading 2)', () => {
    fc.assert(
      fc.property(hedged, tiers, (input, table) => {
        expectTrue(
          crossLiquidationPrice({ ...input, tiers: table }),
          (price) => surplus({ ...input, tiers: table }, price),
          R(input.markPrice),
        )
      }),
      runs(2000),
    )
  })

  it('equates isolated with cross of one leg without orders (trading 2)', () => {
    const one = fc.record({
      contract: arb.contract,
      side: arb.side,
      entryPrice: arb.price,
      count: arb.count,
      margin: arb.count,
      feeRate: arb.feeRate,
      markPrice: arb.price,
      bp: arb.bp,
    })
    fc.assert(
      fc.property(one, arb.mm, ({ side, entryPrice, count, margin, ...rest }, mm) => {
        const legs = {
          longOpenPrice: entryPrice,
          longOpenCount: side === 'long' ? count : '0',
          shortOpenPrice: entryPrice,
          shortOpenCount: side === 'short' ? count : '0',
        }
        const cross = crossLiquidationPrice({
          ...rest,
          ...legs,
          available: margin,
          othersUpnl: '0',
          othersMaintain: '0',
          mm,
        })
        expect(isolatedLiquidationPrice({ ...rest, side, entryPrice, count, margin, mm })).toEqual(
          cross,
        )
      }),
      runs(1000),
    )
  })

  it('rounds to the tick towards the mark by under one tick (trading 2)', () => {
    fc.assert(
      fc.property(sane, arb.mm, fc.constantFrom('0.01', '0.5', '1'), (input, mm, tick) => {
        const exact = crossLiquidationPrice({ ...input, mm })
        const shown = crossLiquidationPrice({ ...input, mm }, { tick })
        fc.pre(exact.status === 'at' && shown.status === 'at')
        if (exact.status !== 'at' || shown.status !== 'at') return
        const towards = R(shown.price).minus(R(exact.price))
        const inward = exact.when === 'falls' ? towards : R(0).minus(towards)
        expect(inward.compare(TINY.times(R(-1)))).toBeGreaterThanOrEqual(0)
        expect(inward.compare(R(tick))).toBeLessThan(0)
        expect(R(shown.price).over(R(tick)).isWhole()).toBe(true)
        expect(shown.when).toBe(exact.when)
      }),
      runs(1000),
    )
  })
})
