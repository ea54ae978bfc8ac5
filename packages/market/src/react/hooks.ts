import type { Store } from '@x/kit'
import { useStore } from '@x/kit/react'
import { useMemo } from 'react'
import type { ConnectionState } from '../connection/createConnection.ts'
import type { MarketClient } from '../createMarketClient.ts'
import type { BookView, Candle, CandleInterval, Ticker, TradeRow } from '../model.ts'
import { calmStore } from './calmStore.ts'
import { combinedStore } from './combinedStore.ts'
import { subscribingStore } from './subscribingStore.ts'
import { type BookTrust, trustStore } from './trustStore.ts'

/**
 * `everyMs`: at most one new value in this time, for what needs no new one every frame. Default:
 * with every frame.
 */
export interface Calm {
  readonly everyMs?: number
}

/** The whole book; `undefined` before the component is mounted. */
export function useBook(
  client: MarketClient,
  symbol: string,
  { everyMs = 0 }: Calm = {},
): BookView | undefined {
  return useStore(
    useMemo(
      () =>
        calm(
          subscribingStore(() => client.book(symbol), undefined),
          everyMs,
        ),
      [client, symbol, everyMs],
    ),
  )
}

/**
 * The book as a store, for who writes its frames past the tree of components. Subscribes to the
 * market with its first listener; `undefined` before.
 */
export function useBookStore(client: MarketClient, symbol: string): Store<BookView | undefined> {
  return useMemo(() => subscribingStore(() => client.book(symbol), undefined), [client, symbol])
}

/** Drawn anew when the book's status changes, not with its every message. */
export function useBookTrust(client: MarketClient, symbol: string): BookTrust | undefined {
  return useStore(
    useMemo(
      () => trustStore(subscribingStore(() => client.book(symbol), undefined)),
      [client, symbol],
    ),
  )
}

/** What an order is judged by. */
export interface Quotes {
  readonly book: BookView | undefined
  readonly ticker: Ticker | undefined
}

/**
 * Book and ticker as one store, for a form that takes from them what it needs and is not drawn anew
 * with the rest.
 */
export function useQuotesStore(
  client: MarketClient,
  symbol: string,
  { everyMs = 0 }: Calm = {},
): Store<Quotes> {
  return useMemo(() => {
    const [book, ticker] = [
      subscribingStore(() => client.book(symbol), undefined),
      subscribingStore(() => client.ticker(symbol), undefined),
    ]
    return calm(combinedStore<Quotes>({ book, ticker }), everyMs)
  }, [client, symbol, everyMs])
}

const NO_TRADES: readonly TradeRow[] = []
/** Newest first. */
export function useTrades(
  client: MarketClient,
  symbol: string,
  { everyMs = 0 }: Calm = {},
): readonly TradeRow[] {
  return useStore(
    useMemo(
      () =>
        calm(
          subscribingStore(() => client.trades(symbol), NO_TRADES),
          everyMs,
        ),
      [client, symbol, everyMs],
    ),
  )
}

/** The last day's figures; `undefined` before the first message. */
export function useTicker(
  client: MarketClient,
  symbol: string,
  { everyMs = 0 }: Calm = {},
): Ticker | undefined {
  return useStore(
    useMemo(
      () =>
        calm(
          subscribingStore(() => client.ticker(symbol), undefined),
          everyMs,
        ),
      [client, symbol, everyMs],
    ),
  )
}

const NO_TICKERS: Readonly<Record<string, Ticker>> = {}
/** The same symbols in a new array subscribe to nothing new. */
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

/** The candle that still grows; `undefined` before the first message. */
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

/** How the socket is, for all topics. */
export function useConnection(client: MarketClient): ConnectionState {
  return useStore(client.connection)
}

function calm<T>(all: Store<T>, everyMs: number): Store<T> {
  return everyMs > 0 ? calmStore(all, everyMs) : all
}
