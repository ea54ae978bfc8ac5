import { HUNDRED, over, times } from '../fraction.ts'
import { ROE_ROUNDING, type RoundingOptions, showAmount } from '../rounding.ts'
import type { Contract, MarginBasis, PositionSide } from './contract.ts'
import { exactMargin } from './positionMargin.ts'
import { exactPnl } from './unrealisedPnl.ts'

/** The average entry price, or the cost of the whole position with its size. */
type RoeEntry =
  | { readonly entryPrice: string; readonly cost?: never; readonly count?: string }
  | { readonly cost: string; readonly count: string; readonly entryPrice?: never }

/** Arguments of {@link roe}; decimal strings. */
export type RoeInput = RoeEntry & {
  /** Default `linear`. */
  readonly contract?: Contract
  readonly side: PositionSide
  readonly markPrice: string
  readonly leverage: string
  /** Default `mark`. */
  readonly basis?: MarginBasis
}

/**
 * Unrealised PnL over position margin in percent; 2 decimals, half up (trading 2, spec section 9).
 * Margin coin and, with an average price, size cancel out, so neither is asked for.
 */
export function roe(input: RoeInput, options?: RoundingOptions): string {
  const one = input.cost === undefined ? { ...input, count: '1' } : input
  return showAmount(times(over(exactPnl(one), exactMargin(one)), HUNDRED), ROE_ROUNDING, options)
}
