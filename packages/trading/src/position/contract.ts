import { type Fraction, fraction, over, times } from '../fraction.ts'
import { readCount, readPositive } from '../read.ts'

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

/**
 * What a position was opened at: the average price, or the exact cost C (futures 2), which no
 * rounding of an average has touched. The cost is the sum of size times price of linear contracts,
 * in quote, and of size over price of inverse ones, in coin; without a sign.
 */
export type EntryInput =
  | { readonly entryPrice: string; readonly cost?: never }
  | { readonly cost: string; readonly entryPrice?: never }

/** The cost C of so much, from the average or as it is given. */
export function readCost(
  input: EntryInput,
  { contract, count }: { readonly contract: Contract; readonly count: Fraction },
): Fraction {
  if (input.cost !== undefined) return readCount({ cost: input.cost }, 'cost')
  return valueAt(readPositive({ entryPrice: input.entryPrice }, 'entryPrice'), { contract, count })
}

/** What a count is worth at a price: in quote, or in coin for inverse contracts. */
export const valueAt = (
  price: Fraction,
  { contract, count }: { readonly contract: Contract; readonly count: Fraction },
): Fraction => (contract === 'inverse' ? over(count, price) : times(count, price))
