import { createEmitter } from '@x/kit'
import type {
  DisplayedMarket,
  DisplayedTrade,
  EngineFeed,
  MarketListener,
} from '../modules/market-data/ports/DisplayedMarket.ts'
import type { Level, Side } from '../exchange/instruments/Instrument.ts'

/**
 * A displayed market whose book, trades and state a test sets by hand, or that shows a live engine
 * as its feed.
 */
export interface TestMarket extends DisplayedMarket, EngineFeed {
  /** Sets levels of a side; 0 lots take one away. */
  show(symbol: string, side: Side, levels: readonly Level[]): void
  /** A trade in the market, for all to see. */
  print(trade: Omit<DisplayedTrade, 'at'>): void
  setStatus(symbol: string, status: 'trading' | 'paused'): void
  setLiveTrading(isOpen: boolean): void
  /** Another book takes the place of this one, without a change of levels in between. */
  rebuild(
    symbol: string,
    book: { readonly bids: readonly Level[]; readonly asks: readonly Level[] },
  ): void
}

export function createTestMarket(): TestMarket {
  const books = new Map<string, Record<Side, Map<number, number>>>()
  const last = new Map<string, number>()
  const paused = new Set<string>()
  const listeners = createEmitter<(listener: MarketListener) => void>()
  let isLive = true

  const bookOf = (symbol: string) => {
    const book = books.get(symbol) ?? {
      buy: new Map<number, number>(),
      sell: new Map<number, number>(),
    }
    books.set(symbol, book)
    return book
  }
  const onLevel = (symbol: string, side: Side, ticks: number, lots: number): void => {
    const levels = bookOf(symbol)[side]
    if (lots === 0) levels.delete(ticks)
    else levels.set(ticks, lots)
    listeners.emit((listener) => listener.level?.(symbol, side, ticks, lots))
  }
  const onTrade = (trade: DisplayedTrade): void => {
    last.set(trade.symbol, trade.ticks)
    listeners.emit((listener) => listener.trade?.(trade))
  }

  const book = (symbol: string, depth: number) => {
    const { buy, sell } = bookOf(symbol)
    return {
      bids: [...buy].sort(([a], [b]) => b - a).slice(0, depth),
      asks: [...sell].sort(([a], [b]) => a - b).slice(0, depth),
    }
  }

  return {
    onLevel,
    onTrade,
    show: (symbol, side, levels) =>
      levels.forEach(([ticks, lots]) => onLevel(symbol, side, ticks, lots)),
    print: (trade) => onTrade({ ...trade, at: 0 }),
    book,
    deepBook(symbol, depth) {
      listeners.emit((listener) => listener.deepRead?.(symbol))
      return book(symbol, depth)
    },
    lotsAt: (symbol, side, ticks) => bookOf(symbol)[side].get(ticks) ?? 0,
    lastTicks: (symbol) => last.get(symbol),
    status: (symbol) => (paused.has(symbol) ? 'paused' : 'trading'),
    liveTrading: () => isLive,
    subscribe: (listener) => listeners.subscribe((notify) => notify(listener)),
    setStatus(symbol, status) {
      if (status === 'paused') paused.add(symbol)
      else paused.delete(symbol)
      listeners.emit((listener) => listener.status?.(symbol, status))
    },
    setLiveTrading: (isOpen) => void (isLive = isOpen),
    rebuild(symbol, { bids, asks }) {
      books.set(symbol, { buy: new Map(bids), sell: new Map(asks) })
      listeners.emit((listener) => listener.rebuilt?.(symbol))
    },
  }
}
