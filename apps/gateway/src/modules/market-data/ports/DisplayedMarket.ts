import type { Level, Side } from '../../../exchange/instruments/Instrument.ts'
import type { HouseAccountCommand } from '../../../exchange/state/houseAccountRows.ts'

export interface DisplayedTrade {
  readonly symbol: string
  readonly ticks: number
  readonly lots: number
  readonly takerSide: Side
  /** Milliseconds since the epoch. */
  readonly at: number
}

export interface MarketListener {
  /** A level of the displayed book now has `lots` (0: gone). */
  level?(symbol: string, side: Side, ticks: number, lots: number): void
  trade?(trade: DisplayedTrade): void
  /** The displayed book was rebuilt from nothing (start, gap, tape loop). */
  rebuilt?(symbol: string): void
  /** Trading on the symbol paused (the tape ended) or resumed. */
  status?(symbol: string, status: 'trading' | 'paused'): void
  /** Somebody reads the book far behind its best prices. */
  deepRead?(symbol: string): void
}

/** A book; best first. */
export interface Levels {
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

/** What everyone sees. In the live realm it is the engine's own book, or the recorded tape's. */
export interface DisplayedMarket {
  /** Best first; at most `depth` levels a side. */
  book(symbol: string, depth: number): Levels
  /**
   * As `book`, and notifies the source that somebody reads so deep: a generated market then fills
   * its book to a thousand levels within seconds.
   */
  deepBook(symbol: string, depth: number): Levels
  lotsAt(symbol: string, side: Side, ticks: number): number
  /** Last traded price in ticks, `undefined` before the first trade. */
  lastTicks(symbol: string): number | undefined
  status(symbol: string): 'trading' | 'paused'
  /** `false` while a tape is the source: the live realm is read-only then. */
  liveTrading(): boolean
  subscribe(listener: MarketListener): () => void
}

/** The engine's port for the generator. Events come back through `EngineFeed`. */
export interface HouseAccountPort {
  submit(commands: readonly HouseAccountCommand[]): void
  /**
   * House account orders resting now (rebuilt after a restart), so that the generator can go on
   * where it stood.
   */
  resting(symbol: string): readonly { orderName: string; side: Side; ticks: number; lots: number }[]
}

/** What the engine reports the displayed book, in order, at once after each command. */
export interface EngineFeed {
  onLevel(symbol: string, side: Side, ticks: number, lots: number): void
  onTrade(trade: DisplayedTrade): void
}

/**
 * The close of a pair's day in ticks, by the start of that day; the last one is of the day that
 * runs.
 */
export type DailyCloses = (
  symbol: string,
  options: { readonly days: number },
) => Promise<readonly { readonly openTime: number; readonly close: number }[]>
