import { minus, ONE, over, plus, signOf, times } from '../fraction.ts'
import { readCount, readPositive } from '../read.ts'
import { type PriceOptions, showPrice } from '../rounding.ts'
import { type Contract, DIRECTION, type PositionSide } from './contract.ts'

/** Arguments of {@link bankruptcyPrice}; decimal strings. */
export interface BankruptcyInput {
  /** Default `linear`. */
  readonly contract?: Contract
  readonly side: PositionSide
  readonly entryPrice: string
  readonly count: string
  /** Isolated margin, in the margin coin. */
  readonly margin: string
  readonly feeRate: string
  /** Price of the margin coin in quote, default 1. Linear contracts only. */
  readonly bp?: string
}

/**
 * The price at which the fixed margin, PnL and the closing fee add up to nothing (trading 2).
 * `null` where no positive price does that (margin covers the whole position).
 */
export function bankruptcyPrice(
  { contract = 'linear', side, entryPrice, count, margin, feeRate, bp = '1' }: BankruptcyInput,
  options?: PriceOptions,
): string | null {
  const d = DIRECTION[side]
  const entry = readPositive({ entryPrice }, 'entryPrice')
  const size = readPositive({ count }, 'count')
  const backing = times(d, readCount({ margin }, 'margin'))
  const fee = times(d, readCount({ feeRate }, 'feeRate'))
  const [top, bottom] =
    contract === 'inverse'
      ? [times(size, plus(ONE, fee)), plus(over(size, entry), backing)]
      : [minus(entry, over(times(backing, readPositive({ bp }, 'bp')), size)), minus(ONE, fee)]
  if (signOf(top) <= 0 || signOf(bottom) <= 0) return null
  return showPrice(over(top, bottom), options)
}
