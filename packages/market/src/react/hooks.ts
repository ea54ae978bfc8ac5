import type { Store } from '@x/kit'
import { useStore } from '@x/kit/react'
import { useMemo } from 'react'
import type { ConnectionState } from '../connection/MarketConnection.ts'
import type { MarketClient } from '../createMarketClient.ts'
import type { BookView, Candle, CandleInterval, MarkPrice, Ticker, TradeRow } from '../model.ts'
import { bookStatusStore, type TimedBookStatus } from './bookStatusStore.ts'
import { combinedStore } from './combinedStore.ts'
import { subscribingStore } from './subscribingStore.ts'
import { throttledStore } from './throttledStore.ts'

/** How often a component renders. */
export interface ThrottleOptions {
  /** Shortest time between two values, in milliseconds. Default: one value per frame. */
  readonly everyMs?: number
}

/** How `useBook` follows a book. */
export interface BookOptions extends ThrottleOptions {
  /** Up to 1,000 levels a side, once a second. Default false: 50. */
  readonly isDeep?: boolean
}

/** The whole book; `undefined` before the component is mounted. */
export function useBook(
  client: MarketClient,
  symbol: string,
  { everyMs = 0, isDeep = false }: BookOptions = {},
): BookView | undefined {
  return useStore(
    useMemo(
      () =>
        throttled(
          subscribingStore(() => client[isDeep ? 'deepBook' : 'book'](symbol), undefined),
          everyMs,
        ),
      [client, symbol, everyMs, isDeep],
    ),
  )
}

/**
 * The book as a store, for a component that updates the DOM itself instead of rendering. Subscribes
 * with the first listener; `undefined` before.
 */
export function useBookStore(client: MarketClient, symbol: string): Store<BookView | undefined> {
  return useMemo(() => subscribingStore(() => client.book(symbol), undefined), [client, symbol])
}

/** The book's status; renders when it changes, not with every message. */
export function useBookStatus(client: MarketClient, symbol: string): TimedBookStatus | undefined {
  return useStore(
    useMemo(
      () => bookStatusStore(subscribingStore(() => client.book(symbol), undefined)),
      [client, symbol],
    ),
  )
}

/** The market data that an order is validated against. */
export interface Quotes {
  readonly book: BookView | undefined
  readonly ticker: Ticker | undefined
}

/** Book and ticker as one store, for a form that selects the values it needs. */
export function useQuotesStore(
  client: MarketClient,
  symbol: string,
  { everyMs = 0 }: ThrottleOptions = {},
): Store<Quotes> {
  return useMemo(() => {
    const [book, ticker] = [
      subscribingStore(() => client.book(symbol), undefined),
      subscribingStore(() => client.ticker(symbol), undefined),
    ]
    return throttled(combinedStore<Quotes>({ book, ticker }), everyMs)
  }, [client, symbol, everyMs])
}

const NO_TRADES: readonly TradeRow[] = []
/** The latest trades, newest first, at most 100. */
export function useTrades(
  client: MarketClient,
  symbol: string,
  { everyMs = 0 }: ThrottleOptions = {},
): readonly TradeRow[] {
  return useStore(
    useMemo(
      () =>
        throttled(
          subscribingStore(() => client.trades(symbol), NO_TRADES),
          everyMs,
        ),
      [client, symbol, everyMs],
    ),
  )
}

/** The 24-hour figures; `undefined` before the first message. */
export function useTicker(
  client: MarketClient,
  symbol: string,
  { everyMs = 0 }: ThrottleOptions = {},
): Ticker | undefined {
  return useStore(
    useMemo(
      () =>
        throttled(
          subscribingStore(() => client.ticker(symbol), undefined),
          everyMs,
        ),
      [client, symbol, everyMs],
    ),
  )
}

/** Mark price and funding of a contract; `undefined` before the first message. */
export function useMarkPrice(
  client: MarketClient,
  symbol: string,
  { everyMs = 0 }: ThrottleOptions = {},
): MarkPrice | undefined {
  return useStore(
    useMemo(
      () =>
        throttled(
          subscribingStore(() => client.mark(symbol), undefined),
          everyMs,
        ),
      [client, symbol, everyMs],
    ),
  )
}

const NO_TICKERS: Readonly<Record<string, Ticker>> = {}
/** Tickers by symbol. A new array of the same symbols does not resubscribe. */
export function useTickers(
  client: MarketClient,
  symbols: readonly string[],
): Readonly<Record<string, Ticker>> {
  const list = symbols.join(' ')
  return useStore(
    useMemo(
      () => subscribingStore(() => client.tickers(list.split(' ').filter(Boolean)), NO_TICKERS),
      [client, list],
    ),
  )
}

/** The candle of the current interval; `undefined` before the first message. */
export function useCandle(
  client: MarketClient,
  symbol: string,
  interval: CandleInterval,
): Candle | undefined {
  const store: Store<Candle | undefined> = useMemo(
    () => subscribingStore(() => client.candle(symbol, interval), undefined),
    [client, symbol, interval],
  )
  return useStore(store)
}

/** The state of the connection. */
export function useConnection(client: MarketClient): ConnectionState {
  return useStore(client.connection)
}

function throttled<T>(store: Store<T>, everyMs: number): Store<T> {
  return everyMs > 0 ? throttledStore(store, everyMs) : store
}
