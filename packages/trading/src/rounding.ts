import { formatDecimal, fromUnits, type Rounding, type RoundingMode } from '@x/decimal'
import { type Fraction, over, rounded } from './fraction.ts'
import { readPositive } from './read.ts'

/**
 * PnL has 6 decimals (spec section 9), half away from zero (trading 1). Also for margins, which are
 * shown beside it.
 */
export const PNL_ROUNDING: Rounding = { scale: 6, mode: 'half-away' }
/** ROE has 2 decimals (spec section 9), half up, which is towards +infinity (trading 1). */
export const ROE_ROUNDING: Rounding = { scale: 2, mode: 'half-up' }
/** For a price without a tick. */
export const PRICE_ROUNDING: Rounding = { scale: 10, mode: 'half-away' }

/** A rounding that replaces the rule's own, part by part. */
export type RoundingOptions = Partial<Rounding>

/** Where a price is shown: on the symbol's tick, or at 10 decimals when none is given. */
export interface PriceOptions {
  readonly tick?: string
  readonly mode?: RoundingMode
}

export function showAmount(
  value: Fraction,
  standard: Rounding,
  { scale = standard.scale, mode = standard.mode }: RoundingOptions = {},
): string {
  return formatDecimal(rounded(value, { scale, mode }))
}

export function showPrice(
  value: Fraction,
  { tick, mode = PRICE_ROUNDING.mode }: PriceOptions = {},
): string {
  if (tick === undefined)
    return formatDecimal(rounded(value, { scale: PRICE_ROUNDING.scale, mode }))
  const step = readPositive({ tick }, 'tick')
  const ticks = rounded(over(value, step), { scale: 0, mode }).units
  return formatDecimal(fromUnits(ticks * step.numerator, placesOf(step)))
}

/**
 * For sums and products of decimals, whose denominator is a power of ten: every digit, no zeros at
 * the end.
 */
export function showPlain(value: Fraction): string {
  return formatDecimal(fromUnits(value.numerator, placesOf(value)), { trim: true })
}

/** Decimals of a value whose denominator is a power of ten. */
export const placesOf = ({ denominator }: Fraction): number => denominator.toString().length - 1
