import type {
  DisplayedMarket,
  DisplayedTrade,
  EngineFeed,
  Levels,
  MarketListener,
} from '../ports/DisplayedMarket.ts'
import type { Side } from '../../../exchange/instruments/Instrument.ts'
import { createDisplayLadder, type DisplayLadder } from './displayLadder.ts'

interface Pair {
  readonly bids: DisplayLadder
  readonly asks: DisplayLadder
  lastTicks: number | undefined
  status: 'trading' | 'paused'
}

/** What everyone sees, and the functions by which the source changes it. */
export interface WritableMarket extends DisplayedMarket, EngineFeed {
  /** Empties the book of a pair; its new levels follow. */
  rebuild(symbol: string): void
  setStatus(symbol: string, status: 'trading' | 'paused'): void
  /** The price that candles and tickers show before the first trade. */
  setLast(symbol: string, ticks: number): void
}

export function createDisplayedMarket({
  symbols,
  liveTrading,
}: {
  symbols: readonly string[]
  liveTrading: boolean
}): WritableMarket {
  const pairs = new Map<string, Pair>(
    symbols.map((symbol) => [symbol, createPair({ liveTrading })]),
  )
  const listeners = new Set<MarketListener>()

  const book = (symbol: string, depth: number): Levels => {
    const pair = pairs.get(symbol)
    return { bids: pair?.bids.top(depth) ?? [], asks: pair?.asks.top(depth) ?? [] }
  }

  return {
    book,
    deepBook(symbol, depth) {
      for (const listener of listeners) listener.deepRead?.(symbol)
      return book(symbol, depth)
    },
    lotsAt(symbol, side, ticks) {
      const pair = pairs.get(symbol)
      return pair ? sideOf(pair, side).lotsAt(ticks) : 0
    },
    lastTicks: (symbol) => pairs.get(symbol)?.lastTicks,
    status: (symbol) => pairs.get(symbol)?.status ?? 'paused',
    liveTrading: () => liveTrading,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onLevel(symbol, side, ticks, lots) {
      const pair = pairs.get(symbol)
      if (!pair) return
      sideOf(pair, side).set(ticks, lots)
      for (const listener of listeners) listener.level?.(symbol, side, ticks, lots)
    },
    onTrade(trade: DisplayedTrade) {
      const pair = pairs.get(trade.symbol)
      if (!pair) return
      pair.lastTicks = trade.ticks
      for (const listener of listeners) listener.trade?.(trade)
    },
    rebuild(symbol) {
      const pair = pairs.get(symbol)
      pair?.bids.clear()
      pair?.asks.clear()
      for (const listener of listeners) listener.rebuilt?.(symbol)
    },
    setStatus(symbol, status) {
      const pair = pairs.get(symbol)
      if (!pair || pair.status === status) return
      pair.status = status
      for (const listener of listeners) listener.status?.(symbol, status)
    },
    setLast(symbol, ticks) {
      const pair = pairs.get(symbol)
      if (pair) pair.lastTicks ??= ticks
    },
  }
}

const createPair = ({ liveTrading }: { readonly liveTrading: boolean }): Pair => ({
  bids: createDisplayLadder({ descending: true }),
  asks: createDisplayLadder({ descending: false }),
  lastTicks: undefined,
  status: liveTrading ? 'trading' : 'paused',
})

const sideOf = (pair: Pair, side: Side) => (side === 'buy' ? pair.bids : pair.asks)
