import { formatDecimal, fromUnits, type Rounding } from '@x/decimal'
import {
  fraction,
  larger,
  minus,
  negated,
  ONE,
  over,
  plus,
  rounded,
  smaller,
  times,
  ZERO,
} from '../fraction.ts'
import { read, readCount, readPositive } from '../read.ts'
import { PRICE_ROUNDING, showAmount, showPlain, showPrice } from '../rounding.ts'
import type { PriceLevel } from '../spot/estimateMarketFill.ts'
import { TradingError } from '../TradingError.ts'
import { readWhole } from './markPrice.ts'

/**
 * Premiums and rates: 8 decimals, half away from zero, so that published ones can be recomputed.
 */
export const RATE_ROUNDING: Rounding = { scale: 8, mode: 'half-away' }
/** The interest part of the rate (futures 5): 0.01 % each 8 hours. */
const INTEREST = fraction(1n, 10_000n)
/** How far the interest part moves the premium. */
const INTEREST_BAND = fraction(5n, 10_000n)
const CAP_SHARE = fraction(3n, 4n)
const IMPACT_MARGIN = fraction(200n)

/**
 * The notional that impact prices are measured with (futures 5): 200 times the highest leverage.
 */
export const impactNotional = (input: { readonly maxLeverage: string }): string =>
  showPlain(times(IMPACT_MARGIN, readPositive(input, 'maxLeverage')))

/** Arguments of {@link impactPrice}; decimal strings. */
export interface ImpactPriceInput {
  /** One side of the book, the best first: bids for the impact bid, asks for the impact ask. */
  readonly levels: readonly PriceLevel[]
  /** In quote; counts of inverse contracts are quote already. */
  readonly notional: string
  readonly contract?: 'linear' | 'inverse'
}

/**
 * The average price of an order of the impact notional, at 10 decimals, half away from zero
 * (futures 5); `null` where the book has less.
 */
export function impactPrice(input: ImpactPriceInput): string | null {
  const { levels, contract = 'linear' } = input
  const notional = readPositive(input, 'notional')
  let left = notional
  let base = ZERO
  for (const [priceText, countText] of levels) {
    const price = readPositive({ price: priceText }, 'price')
    const count = readCount({ count: countText }, 'count')
    const here = smaller(left, contract === 'inverse' ? count : times(count, price))
    base = plus(base, over(here, price))
    left = minus(left, here)
    if (left.numerator === 0n) return showPrice(over(notional, base), PRICE_ROUNDING)
  }
  return null
}

/** Arguments of {@link premiumIndex}; decimal strings. */
export interface PremiumInput {
  /** `null` where the side has less than the impact notional: it adds nothing. */
  readonly impactBid: string | null
  readonly impactAsk: string | null
  readonly index: string
}

/**
 * (max(0, impact bid - index) - max(0, index - impact ask)) / index, as a fraction at 8 decimals,
 * half away from zero (futures 5).
 */
export function premiumIndex({ impactBid, impactAsk, index: text }: PremiumInput): string {
  const index = readPositive({ index: text }, 'index')
  const above = impactBid === null ? ZERO : minus(readPositive({ impactBid }, 'impactBid'), index)
  const below = impactAsk === null ? ZERO : minus(index, readPositive({ impactAsk }, 'impactAsk'))
  return showAmount(over(minus(larger(ZERO, above), larger(ZERO, below)), index), RATE_ROUNDING)
}

/** Arguments of {@link fundingRateCap}; decimal strings. */
export interface FundingCapInput {
  /** The highest leverage of the contract, of its first tier. */
  readonly maxLeverage: string
  /** mm₁: the maintenance rate of the first tier, as a fraction. */
  readonly mm: string
}

/** Premiums of an interval, added up as they come: what their average needs. */
export interface PremiumSum {
  /** How many there are. */
  readonly count: number
  /** Σ i·p_i, a decimal string. */
  readonly weighed: string
}

/** The sum of no premiums. */
export const NO_PREMIUMS: PremiumSum = { count: 0, weighed: '0' }

/** The sum with one more premium, the youngest, which weighs most (futures 5). */
export function addPremium(sum: PremiumSum, premium: string): PremiumSum {
  const weight = fraction(readWhole(sum, 'count') + 1n)
  const weighed = plus(read(sum, 'weighed'), times(weight, read({ premium }, 'premium')))
  return { count: sum.count + 1, weighed: showPlain(weighed) }
}

/** Arguments of {@link fundingRate}; decimal strings. */
export interface FundingRateInput extends FundingCapInput {
  /** p_i, as {@link premiumIndex} gives them, the oldest first, or their sum; at least one. */
  readonly premiums: readonly string[] | PremiumSum
  /** Whole hours between two payments, default 8. */
  readonly intervalHours?: number
}

const exactCap = (input: FundingCapInput) => {
  const mm = readCount(input, 'mm')
  const spare = minus(over(ONE, readPositive(input, 'maxLeverage')), mm)
  return larger(ZERO, smaller(times(CAP_SHARE, spare), mm))
}

/**
 * How high a funding rate may be either way (futures 5): min(0.75(1/leverage - mm₁), mm₁), as a
 * fraction at 8 decimals, rounded down.
 */
export const fundingRateCap = (input: FundingCapInput): string =>
  showAmount(exactCap(input), { ...RATE_ROUNDING, mode: 'down' })

/**
 * The funding rate (futures 5): A = Σ i·p_i / Σ i of the premiums, late ones weigh more; it is (A +
 * clamp(0.0001 - A, ±0.0005))·hours/8 within the cap, as a fraction at 8 decimals, half away from
 * zero and never beyond the cap.
 *
 * @throws TradingError `out-of-range` without premiums, for a leverage of zero or less, a negative
 * rate or hours that are not whole
 */
export function fundingRate(input: FundingRateInput): string {
  const { premiums, intervalHours = 8 } = input
  const sum = 'weighed' in premiums ? premiums : premiums.reduce(addPremium, NO_PREMIUMS)
  const count = readWhole(sum, 'count')
  if (count === 0n) throw new TradingError('out-of-range', { detail: 'premiums' })
  const average = over(read(sum, 'weighed'), fraction((count * (count + 1n)) / 2n))
  const pull = larger(negated(INTEREST_BAND), smaller(INTEREST_BAND, minus(INTEREST, average)))
  const hours = fraction(readWhole({ intervalHours }, 'intervalHours'), 8n)
  const rate = times(plus(average, pull), hours)
  const { scale, mode } = RATE_ROUNDING
  const cap = rounded(exactCap(input), { scale, mode: 'down' }).units
  const units = rounded(rate, { scale, mode }).units
  const held = units > cap ? cap : units < -cap ? -cap : units
  return formatDecimal(fromUnits(held, scale))
}
