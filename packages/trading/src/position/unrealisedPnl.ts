import { type Fraction, minus, over, times } from '../fraction.ts'
import { readCount, readPositive } from '../read.ts'
import { PNL_ROUNDING, type RoundingOptions, showAmount } from '../rounding.ts'
import {
  type Contract,
  DIRECTION,
  type EntryInput,
  type PositionSide,
  readCost,
} from './contract.ts'

/** Arguments of {@link unrealisedPnl}; decimal strings. */
export type PnlInput = EntryInput & {
  /** Default `linear`. */
  readonly contract?: Contract
  readonly side: PositionSide
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

export function exactPnl(input: PnlInput): Fraction {
  const { contract = 'linear', side, bp = '1' } = input
  const count = readCount(input, 'count')
  const cost = readCost(input, { contract, count })
  const mark = readPositive(input, 'markPrice')
  if (contract === 'inverse') return times(DIRECTION[side], minus(cost, over(count, mark)))
  const gain = times(DIRECTION[side], minus(times(count, mark), cost))
  return over(gain, readPositive({ bp }, 'bp'))
}
