import { type Fraction, fraction } from '../fraction.ts'

/**
 * - `linear`: counts are in the base coin, PnL is in the quote coin; with another margin coin
 *   everything divides by `bp`, its price in quote (mixed).
 * - `inverse`: counts are nominal values in USD, PnL is in the base coin.
 */
export type Contract = 'linear' | 'inverse'

/** Direction of a position. */
export type PositionSide = 'long' | 'short'

/** Position margin follows the mark price, or stays at the entry price's. */
export type MarginBasis = 'mark' | 'entry'

/** d of the formulas. */
export const DIRECTION: Readonly<Record<PositionSide, Fraction>> = {
  long: fraction(1n),
  short: fraction(-1n),
}
