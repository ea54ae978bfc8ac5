/**
 * What a screen sees of the market. Prices and sizes are the decimal strings of the wire, never
 * numbers.
 */

export type Side = 'buy' | 'sell'

export interface BookLevel {
  readonly price: string
  readonly size: string
  /** Size of this level and of all better ones, exact. */
  readonly total: string
}

/**
 * `loading` before the first snapshot; `live`; `resyncing` after a gap or a checksum that does not
 * match, until the next snapshot; `stale` while the connection is silent or down (the levels shown
 * are the last ones known).
 */
export type BookStatus = 'loading' | 'live' | 'resyncing' | 'stale'

export interface BookView {
  readonly symbol: string
  /** Best first. */
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
  readonly seq: number
  /** Server time of the last change, ms since the epoch. */
  readonly ts: number
  /** Local time at which it arrived, ms since the epoch. */
  readonly receivedAt: number
  readonly status: BookStatus
  /** Sequence gaps met since the subscription began. */
  readonly gaps: number
  readonly checksumFailures: number
}

export interface TradeRow {
  readonly id: string
  readonly price: string
  readonly size: string
  readonly takerSide: Side
  readonly ts: number
}

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
  readonly ts: number
  /** Of a gateway whose market somebody may hold: it stands. */
  readonly paused?: boolean
}

export interface Candle {
  /** Start of the half-open interval, ms since the epoch. */
  readonly openTime: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
}

export interface RunningCandle extends Candle {
  /**
   * The one right before it, as it ended. Absent where that was not heard: at the start, and after
   * words were lost.
   */
  readonly before?: Candle
}

/** Weeks start on Monday, UTC. */
export const CANDLE_INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const
export type CandleInterval = (typeof CANDLE_INTERVALS)[number]
