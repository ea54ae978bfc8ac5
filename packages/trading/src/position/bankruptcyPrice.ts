import { minus, ONE, over, plus, signOf, times } from '../fraction.ts'
import { readCount, readPositive } from '../read.ts'
import { type PriceOptions, showPrice } from '../rounding.ts'
import {
  type Contract,
  DIRECTION,
  type EntryInput,
  type PositionSide,
  readCost,
} from './contract.ts'

/** Arguments of {@link bankruptcyPrice}; decimal strings. */
export type BankruptcyInput = EntryInput & {
  /** Default `linear`. */
  readonly contract?: Contract
  readonly side: PositionSide
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
export function bankruptcyPrice(input: BankruptcyInput, options?: PriceOptions): string | null {
  const { contract = 'linear', side, bp = '1' } = input
  const d = DIRECTION[side]
  const size = readPositive(input, 'count')
  const cost = readCost(input, { contract, count: size })
  const backing = times(d, readCount(input, 'margin'))
  const fee = times(d, readCount(input, 'feeRate'))
  const [top, bottom] =
    contract === 'inverse'
      ? [times(size, plus(ONE, fee)), plus(cost, backing)]
      : [minus(cost, times(backing, readPositive({ bp }, 'bp'))), times(size, minus(ONE, fee))]
  if (signOf(top) <= 0 || signOf(bottom) <= 0) return null
  return showPrice(over(top, bottom), options)
}
