import type { Side } from '../instruments/Instrument.ts'
import type { ExecutionCosts, SymbolUnits } from '../state/order.ts'

export interface ExecutionCostInput {
  readonly side: Side
  /** Best displayed prices in ticks when the order arrived; 0: that side was empty. */
  readonly bid: number
  readonly ask: number
  readonly units: SymbolUnits
  readonly fill: { readonly ticks: number; readonly lots: number }
  /**
   * How long the order travelled, and the best price opposite when it was sent; 0: that side was
   * empty.
   */
  readonly latency?: { readonly ms: number; readonly best: number }
}

/**
 * What a taker's fill cost against the middle price; `undefined` when the book had only one side.
 * Half atoms are rounded up.
 */
export function executionCostsOf({
  side,
  bid,
  ask,
  units,
  fill,
  latency,
}: ExecutionCostInput): ExecutionCosts | undefined {
  if (bid === 0 || ask === 0) return undefined
  const size = BigInt(fill.lots) * units.quotePerTickLot
  const facing = side === 'buy' ? ask : bid
  const against = (from: number, to: number) =>
    BigInt(side === 'buy' ? to - from : from - to) * size
  const moved =
    latency === undefined
      ? {}
      : { latency: latency.best === 0 ? 0n : against(latency.best, facing), latencyMs: latency.ms }
  return {
    spread: (BigInt(ask - bid) * size + 1n) / 2n,
    impact: against(facing, fill.ticks),
    ...moved,
  }
}
