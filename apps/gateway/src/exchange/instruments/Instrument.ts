import type { EngineOptions } from '../matching/createEngine.ts'

/** What all products have in common. Prices are counted in ticks, sizes in lots: integers. */
interface InstrumentTerms {
  /**
   * Names it among the instruments of all products, for good: books, triggers, orders, snapshots
   * and the journal are kept by it. Of a spot pair it is the symbol (`BTCUSDT`), of a futures
   * contract the symbol after its settlement (`usdt/BTCUSDT`).
   */
  readonly id: string
  /** As the wire shows it; two products may have the same one. */
  readonly symbol: string
  readonly base: string
  readonly quote: string
  /** Decimal strings, as the wire shows them. */
  readonly tickSize: string
  readonly stepSize: string
  readonly minNotional: string
  /** `10^-pricePlace` is one tick, `10^-quantityPlace` one lot. */
  readonly pricePlace: number
  readonly quantityPlace: number
}

/** A pair: what is bought is received, and what it costs is paid, in full. */
export interface SpotInstrument extends InstrumentTerms {
  readonly product: 'spot'
  /** Decimals of the smallest unit of the base and of the quote asset. */
  readonly baseScale: number
  readonly quoteScale: number
}

/** One step of a contract's table of sizes (futures 1). Decimal strings; rates are fractions. */
export interface FuturesTier {
  /** Upper end of the notional, in the margin asset; of the last tier the position limit. */
  readonly upTo: string
  /** Maintenance margin rate: 0.4 % is `0.004`. */
  readonly maintenance: string
  readonly maxLeverage: number
}

/** A perpetual contract: trades move positions, and only margin and results move funds. */
export interface FuturesInstrument extends InstrumentTerms {
  readonly product: 'futures'
  /** The asset of margin, fees and results, and the decimals of its smallest unit. */
  readonly marginAsset: string
  readonly marginScale: number
  /** `contractValue`: of an inverse contract, what one lot is worth in the quote currency. */
  readonly settlement:
    | { readonly kind: 'linear' }
    | { readonly kind: 'inverse'; readonly contractValue: string }
  /** By rising notional. */
  readonly tiers: readonly FuturesTier[]
  /** Rates as fractions: of a taker without a fee level, and of a liquidation. */
  readonly takerRate: string
  readonly liquidationRate: string
  /** How far past the mark an order may trade: 5 % is `0.05`. */
  readonly priceBand: string
}

export type Instrument = SpotInstrument | FuturesInstrument

/** How the matching engine of an instrument runs: contracts have positions, pairs have none. */
export const engineOptionsOf = ({ product }: Pick<Instrument, 'product'>): EngineOptions => ({
  withPositions: product === 'futures',
})

export type Side = 'buy' | 'sell'

/** [price in ticks, size in lots] */
export type Level = readonly [ticks: number, lots: number]
