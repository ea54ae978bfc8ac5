import type { Interval } from '../candles/interval.ts'
import type { Side, SpotInstrument } from '../../../exchange/instruments/Instrument.ts'

/** Price and size as the exchange wrote them; size zero deletes. */
export type FeedLevel = readonly [price: string, size: string]

/**
 * A change of an exchange's book, with whatever that exchange gives to prove that nothing is
 * missing.
 */
export interface FeedBook {
  readonly kind: 'book'
  readonly symbol: string
  readonly type: 'snapshot' | 'update'
  readonly bids: readonly FeedLevel[]
  readonly asks: readonly FeedLevel[]
  /** First and last update in this message; `last` of a snapshot is the state it shows. */
  readonly first?: number
  readonly last?: number
  /** The `last` of the message before, where the exchange names it. */
  readonly previous?: number
  /**
   * CRC32, signed, of the best 25 afterwards, as `bid:size:ask:size:…` with the strings as sent.
   */
  readonly checksum?: number
}

export interface FeedTrade {
  readonly kind: 'trade'
  readonly symbol: string
  readonly price: string
  readonly size: string
  readonly takerSide: Side
}

/** A candle as the exchange wrote it: volume in base, turnover in quote. */
export interface FeedCandle {
  /** Milliseconds. */
  readonly openTime: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly size: string
  readonly turnover: string
}

export type FeedMessage = FeedBook | FeedTrade

/** What is particular to one exchange's public feed. The only place that knows its names. */
export interface FeedAdapter {
  readonly exchange: 'binance' | 'bitget' | 'okx'
  /** Where the socket leads. */
  readonly url: string
  /** Texts to send when the socket opens. */
  readonly opening: readonly string[]
  /**
   * Sent in silence, so that the exchange answers or is found dead; without one the exchange's own
   * pings do.
   */
  readonly keepAlive?: string
  /** Texts that bring a fresh snapshot of one pair over the socket … */
  readonly again?: (symbol: string) => readonly string[]
  /** … or the address to fetch one from, and how to read it. */
  readonly snapshot?: {
    readonly url: (symbol: string) => string
    readonly read: (symbol: string, body: unknown) => FeedBook
  }
  /** Where the exchange reports a pair's latest candles, in UTC spans, and how to read them. */
  readonly candles: {
    readonly url: (symbol: string, interval: Interval) => string
    readonly read: (body: unknown) => readonly FeedCandle[]
  }
  /**
   * The messages in a text, none for what is of no use. Throws for a text that is not of the feed's
   * format.
   */
  readonly read: (text: string) => readonly FeedMessage[]
}

/** Makes an adapter for these pairs; `url` replaces the exchange's own address. */
export type MakeAdapter = (symbols: readonly SpotInstrument[], url?: string) => FeedAdapter
