/** The market data that screens read. Prices and sizes are decimal strings of the server. */

/** The side of an order or of the taker of a trade. */
export type Side = 'buy' | 'sell'

/** One price level of a book. */
export interface BookLevel {
  readonly price: string
  readonly size: string
  /** Exact cumulative size of this level and all better ones. */
  readonly total: string
}

/**
 * `loading`: before the first snapshot. `resyncing`: after a sequence gap or a wrong checksum,
 * until the next snapshot. `stale`: while the connection is lost; the levels are the last known.
 */
export type BookStatus = 'loading' | 'live' | 'resyncing' | 'stale'

/** An order book as a screen shows it. */
export interface BookView {
  readonly symbol: string
  /** Best price first. */
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
  readonly seq: number
  /** Server time of the last change, ms since the epoch. */
  readonly ts: number
  /** Local time at which it arrived, ms since the epoch. */
  readonly receivedAt: number
  readonly status: BookStatus
  /** Sequence gaps since the subscription began. */
  readonly gaps: number
  /** Wrong checksums since the subscription began. */
  readonly checksumFailures: number
}

/** One public trade. */
export interface TradeRow {
  readonly id: string
  readonly price: string
  readonly size: string
  readonly takerSide: Side
  /** Time of execution, ms since the epoch. */
  readonly ts: number
}

/** The figures of a symbol over the last 24 hours. */
export interface Ticker {
  readonly symbol: string
  readonly last: string
  readonly open24h: string
  readonly high24h: string
  readonly low24h: string
  readonly volumeBase: string
  readonly volumeQuote: string
  /** Signed, two decimals: "-1.25". */
  readonly changePercent: string
  /** Server time, ms since the epoch. */
  readonly ts: number
  /** The market is halted, where the gateway supports it. */
  readonly paused?: boolean
}

/** Mark price of a contract, what it comes from, and its funding. */
export interface MarkPrice {
  /** `null` while the index is stale. */
  readonly mark: string | null
  /** `null` while no source is fresh. */
  readonly index: string | null
  /** Predicted funding rate as a fraction, signed; above zero longs pay shorts. */
  readonly rate: string | null
  /** When it is paid, ms since the epoch. */
  readonly nextAt: number
  /** Size of all long positions. */
  readonly openInterest: string
}

/** One candle of a chart. */
export interface Candle {
  /** Start of the half-open interval, ms since the epoch. */
  readonly openTime: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
}

/** The candle of the current interval. */
export interface RunningCandle extends Candle {
  /**
   * The previous candle in its final state. Absent where that is unknown: at the start and after
   * lost messages.
   */
  readonly before?: Candle
}

/** The price of candles: of trades, or of a contract the mark or index price, without volume. */
export type CandlePrice = 'last' | 'mark' | 'index'

/** The supported intervals; weeks start on Monday, UTC. */
export const CANDLE_INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const
/** One of `CANDLE_INTERVALS`. */
export type CandleInterval = (typeof CANDLE_INTERVALS)[number]
