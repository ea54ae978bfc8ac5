import { mulDiv } from '@x/decimal'
import type { Side } from '../../../exchange/instruments/Instrument.ts'
import { requireSymbol } from '../../../exchange/instruments/symbols.ts'
import { unitsOf } from '../../../exchange/state/order.ts'

/**
 * What a trader bought of one pair since it last held none of it, in atoms of the base asset
 * (docs/adr/trading.md).
 */
export interface Bought {
  readonly bought: bigint
  readonly sold: bigint
  /** What the part that is left cost: ticks times atoms. */
  readonly cost: bigint
}

/** What of a fill counts. */
export interface CountedFill {
  readonly symbol: string
  readonly side: Side
  readonly ticks: bigint
  readonly lots: bigint
  readonly fee: string
}

export const NOTHING: Bought = { bought: 0n, sold: 0n, cost: 0n }

/**
 * Buying adds what came in after the fee; selling takes the same share of the cost away, so that
 * the average stays.
 */
export function afterFill(
  { bought, sold, cost }: Bought,
  { symbol, side, ticks, lots, fee }: CountedFill,
): Bought {
  const { basePerLot } = unitsOf(requireSymbol(symbol))
  const atoms = lots * basePerLot
  if (side === 'buy') {
    const received = atoms - BigInt(fee)
    return { bought: bought + received, sold, cost: cost + ticks * received }
  }
  const left = bought - sold
  // Less than one lot cannot be sold any more: the position is closed.
  if (left - atoms < basePerLot) return NOTHING
  return {
    bought,
    sold: sold + atoms,
    cost: cost - mulDiv(cost, atoms, { by: left, mode: 'half-up' }),
  }
}

/**
 * What is sent to another account takes first what had no buy price, by the formula's own rule:
 * `left` is no more than what is held. What of the purchases goes with it takes its cost along, so
 * that the average stays; the receiver gets it without one (docs/adr/trading.md).
 */
export function afterTransfer(
  before: Bought,
  { symbol, leftBehind }: { readonly symbol: string; readonly leftBehind: bigint },
): Bought {
  const { bought, sold, cost } = before
  const left = bought - sold
  if (left <= leftBehind) return before
  if (leftBehind < unitsOf(requireSymbol(symbol)).basePerLot) return NOTHING
  return {
    bought: sold + leftBehind,
    sold,
    cost: mulDiv(cost, leftBehind, { by: left, mode: 'half-up' }),
  }
}
