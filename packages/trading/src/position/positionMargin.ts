import { type Fraction, over } from '../fraction.ts'
import { readCount, readPositive } from '../read.ts'
import { PNL_ROUNDING, type RoundingOptions, showAmount } from '../rounding.ts'
import { type Contract, type EntryInput, type MarginBasis, readCost, valueAt } from './contract.ts'

/** Arguments of {@link positionMargin}; decimal strings. */
export type PositionMarginInput = EntryInput & {
  /** Default `linear`. */
  readonly contract?: Contract
  readonly markPrice: string
  readonly count: string
  readonly leverage: string
  /** Default `mark`. */
  readonly basis?: MarginBasis
  /** Price of the margin coin in quote, default 1. Linear contracts only. */
  readonly bp?: string
}

/** In the margin coin; 6 decimals, half away from zero (trading 2). */
export function positionMargin(input: PositionMarginInput, options?: RoundingOptions): string {
  return showAmount(exactMargin(input), PNL_ROUNDING, options)
}

export function exactMargin(input: PositionMarginInput): Fraction {
  const { contract = 'linear', basis = 'mark', bp = '1' } = input
  const count = readCount(input, 'count')
  const lever = readPositive(input, 'leverage')
  const value =
    basis === 'entry'
      ? readCost(input, { contract, count })
      : valueAt(readPositive(input, 'markPrice'), { contract, count })
  const margin = over(value, lever)
  return contract === 'inverse' ? margin : over(margin, readPositive({ bp }, 'bp'))
}
