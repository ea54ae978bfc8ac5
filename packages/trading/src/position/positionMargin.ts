import { type Fraction, over, times } from '../fraction.ts'
import { readCount, readPositive } from '../read.ts'
import { PNL_ROUNDING, type RoundingOptions, showAmount } from '../rounding.ts'
import type { Contract, MarginBasis } from './contract.ts'

/** Arguments of {@link positionMargin}; decimal strings. */
export interface PositionMarginInput {
  /** Default `linear`. */
  readonly contract?: Contract
  readonly entryPrice: string
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

export function exactMargin({
  contract = 'linear',
  entryPrice,
  markPrice,
  count,
  leverage,
  basis = 'mark',
  bp = '1',
}: PositionMarginInput): Fraction {
  const price =
    basis === 'mark'
      ? readPositive({ markPrice }, 'markPrice')
      : readPositive({ entryPrice }, 'entryPrice')
  const size = readCount({ count }, 'count')
  const lever = readPositive({ leverage }, 'leverage')
  if (contract === 'inverse') return over(over(size, price), lever)
  return over(over(times(size, price), lever), readPositive({ bp }, 'bp'))
}
