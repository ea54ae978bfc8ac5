import { minus, ONE, over, plus, signOf, times } from '../fraction.ts'
import { read, readPositive } from '../read.ts'
import { type PriceOptions, showPrice } from '../rounding.ts'
import { type Contract, DIRECTION, type MarginBasis, type PositionSide } from './contract.ts'

/** Arguments of {@link priceForRoe}; decimal strings. */
export interface PriceForRoeInput {
  /** Default `linear`. */
  readonly contract?: Contract
  readonly side: PositionSide
  readonly entryPrice: string
  readonly leverage: string
  /** As a fraction: `0.5` is 50 %. Negative for a loss. */
  readonly roe: string
  /** Default `mark`. */
  readonly basis?: MarginBasis
}

/**
 * The mark price at which a position shows this ROE; `null` where no positive price does
 * (trading 2).
 */
export function priceForRoe(
  { contract = 'linear', side, entryPrice, leverage, roe, basis = 'mark' }: PriceForRoeInput,
  options?: PriceOptions,
): string | null {
  const entry = readPositive({ entryPrice }, 'entryPrice')
  const move = over(
    times(DIRECTION[side], read({ roe }, 'roe')),
    readPositive({ leverage }, 'leverage'),
  )
  // Linear PnL is in proportion to P, inverse PnL to 1/P; a margin at the mark divides by the same
  // P. The two bases therefore swap their formulas.
  const rising = (contract === 'linear') === (basis === 'entry')
  const factor = rising ? plus(ONE, move) : minus(ONE, move)
  if (signOf(factor) <= 0) return null
  return showPrice(rising ? times(entry, factor) : over(entry, factor), options)
}
