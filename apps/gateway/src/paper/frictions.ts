import type { Side } from '../market/ports.ts'
import type { SymbolUnits } from '../spot/exchange/order.ts'

/** Both in quote atoms. */
export interface Frictions {
  /** From the middle price to the best price of the other side. */
  readonly spread: bigint
  /** From that best price to the price of the fill. */
  readonly impact: bigint
}

export interface FrictionInput {
  readonly side: Side
  /** Best displayed prices in ticks when the order arrived; 0: that side was empty. */
  readonly bid: number
  readonly ask: number
  readonly units: SymbolUnits
  readonly fill: { readonly ticks: number; readonly lots: number }
}

/** What a taker's fill cost against the middle price; `undefined` when the book had only one side. Half atoms are rounded up. */
export function frictionsOf({ side, bid, ask, units, fill }: FrictionInput): Frictions | undefined {
  if (bid === 0 || ask === 0) return undefined
  const size = BigInt(fill.lots) * units.quotePerTickLot
  const beyond = side === 'buy' ? fill.ticks - ask : bid - fill.ticks
  return { spread: (BigInt(ask - bid) * size + 1n) / 2n, impact: BigInt(beyond) * size }
}
