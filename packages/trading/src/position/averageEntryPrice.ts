import { type Fraction, over, plus, signOf, times } from '../fraction.ts'
import { readCount, readPositive } from '../read.ts'
import { type PriceOptions, showPrice } from '../rounding.ts'
import { TradingError } from '../TradingError.ts'
import type { Contract } from './contract.ts'

/** A count and its price; decimal strings. */
export interface Lot {
  readonly count: string
  readonly price: string
}

/** The position and the fill that increases it. */
export interface AverageEntryInput {
  /** Default `linear`. */
  readonly contract?: Contract
  readonly held: Lot
  readonly added: Lot
}

/**
 * The average on add: by count for linear contracts, by coin value for inverse ones
 * (trading 2).
 */
export function averageEntryPrice(
  { contract = 'linear', held, added }: AverageEntryInput,
  options?: PriceOptions,
): string {
  const lots = [held, added].map((lot) => ({
    count: readCount(lot, 'count'),
    price: readPositive(lot, 'price'),
  }))
  const total = lots.map(({ count }) => count).reduce(plus)
  if (signOf(total) === 0) throw new TradingError('out-of-range', { detail: 'count' })
  const weigh: (count: Fraction, price: Fraction) => Fraction =
    contract === 'inverse' ? over : times
  const weighed = lots.map(({ count, price }) => weigh(count, price)).reduce(plus)
  return showPrice(contract === 'inverse' ? over(total, weighed) : over(weighed, total), options)
}
