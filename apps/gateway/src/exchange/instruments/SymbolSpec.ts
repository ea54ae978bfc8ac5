/**
 * One tradable pair. Prices are counted in ticks, sizes in lots: integers. `10^-pricePlace` is one
 * tick here, `10^-quantityPlace` one lot.
 */
export interface SymbolSpec {
  readonly symbol: string
  readonly base: string
  readonly quote: string
  /** Decimal strings, as the wire shows them. */
  readonly tickSize: string
  readonly stepSize: string
  readonly minNotional: string
  readonly pricePlace: number
  readonly quantityPlace: number
}

export type Side = 'buy' | 'sell'

/** [price in ticks, size in lots] */
export type Level = readonly [ticks: number, lots: number]
