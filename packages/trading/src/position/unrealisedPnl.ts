import { type Fraction, minus, ONE, over, times } from '../fraction.ts'
import { readCount, readPositive } from '../read.ts'
import { PNL_ROUNDING, type RoundingOptions, showAmount } from '../rounding.ts'
import { type Contract, DIRECTION, type PositionSide } from './contract.ts'

/** Arguments of {@link unrealisedPnl}; decimal strings. */
export interface PnlInput {
  /** Default `linear`. */
  readonly contract?: Contract
  readonly side: PositionSide
  readonly entryPrice: string
  readonly markPrice: string
  /** Base coin, or nominal value in USD for inverse contracts. */
  readonly count: string
  /** Price of the margin coin in quote, default 1. Linear contracts only. */
  readonly bp?: string
}

/** In the margin coin; 6 decimals, half away from zero (trading 2). */
export function unrealisedPnl(input: PnlInput, options?: RoundingOptions): string {
  return showAmount(exactPnl(input), PNL_ROUNDING, options)
}

export function exactPnl({
  contract = 'linear',
  side,
  entryPrice,
  markPrice,
  count,
  bp = '1',
}: PnlInput): Fraction {
  const entry = readPositive({ entryPrice }, 'entryPrice')
  const mark = readPositive({ markPrice }, 'markPrice')
  const signed = times(DIRECTION[side], readCount({ count }, 'count'))
  if (contract === 'inverse') return times(signed, minus(over(ONE, entry), over(ONE, mark)))
  return over(times(signed, minus(mark, entry)), readPositive({ bp }, 'bp'))
}
