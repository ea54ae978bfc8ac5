import { HUNDRED, over, times } from '../fraction.ts'
import { ROE_ROUNDING, type RoundingOptions, showAmount } from '../rounding.ts'
import type { Contract, MarginBasis, PositionSide } from './contract.ts'
import { exactMargin } from './positionMargin.ts'
import { exactPnl } from './unrealisedPnl.ts'

/** Arguments of {@link roe}; decimal strings. */
export interface RoeInput {
  /** Default `linear`. */
  readonly contract?: Contract
  readonly side: PositionSide
  readonly entryPrice: string
  readonly markPrice: string
  readonly leverage: string
  /** Default `mark`. */
  readonly basis?: MarginBasis
}

/**
 * Unrealised PnL over position margin in percent; 2 decimals, half up (trading 2, spec section 9).
 * Size and margin coin cancel out, so neither is asked for.
 */
export function roe(input: RoeInput, options?: RoundingOptions): string {
  const one = { ...input, count: '1' }
  return showAmount(times(over(exactPnl(one), exactMargin(one)), HUNDRED), ROE_ROUNDING, options)
}
