import {
  backOffDelay,
  type Clock,
  type ConnectivityHints,
  type Random,
  type Store,
  type TextSocket,
  type TimerHandle,
} from '@x/kit'
import { bookChannel, candleChannel, markChannel, tickerChannel, tradeChannel } from './channels.ts'
import { createSharedConnection, type TabPorts } from './connection/createSharedConnection.ts'
import { createSocketConnection } from './connection/createSocketConnection.ts'
import type { ConnectionState } from './connection/MarketConnection.ts'
import { createTickerBoard } from './createTickerBoard.ts'
import type { Channel } from './createChannel.ts'
import type {
  BookView,
  CandleInterval,
  CandlePrice,
  MarkPrice,
  RunningCandle,
  Ticker,
  TradeRow,
} from './model.ts'
import type { FrameScheduler } from './ports.ts'
import type { Subscription } from './Subscription.ts'
import { DEEP_BOOK_TOPIC, keyOf, parseMessage } from './wire.ts'

/** A fault of the market data, for logs: the client repairs gaps and wrong checksums by itself. */
export type MarketEvent =
  | { readonly type: 'gap' | 'checksum'; readonly symbol: string }
  | { readonly type: 'refused'; readonly message: string }
  | { readonly type: 'unreadable' }

/** Ports and options of `createMarketClient`. */
export interface MarketClientOptions {
  /** Opens one socket to the market stream; called again for each try. */
  readonly openSocket: () => TextSocket
  readonly clock: Clock
  readonly random: Random
  readonly frame: FrameScheduler
  /** Events on which an open socket is checked at once. */
  readonly hints?: ConnectivityHints
  /**
   * How long an unused topic stays subscribed, in milliseconds, so that a change of page does not
   * subscribe anew. Default 2,000.
   */
  readonly lingerMs?: number
  /**
   * With these the tabs of a browser share one socket. Without Web Locks or BroadcastChannel each
   * tab has its own.
   */
  readonly tabs?: TabPorts
  /** Gaps, wrong checksums, refused subscriptions and unreadable messages. */
  readonly onEvent?: (event: MarketEvent) => void
}

/**
 * Market data as stores. Each method returns a subscription to release after use. A symbol is a
 * spot pair, or `<product>/<symbol>` for a contract: `usdt/BTCUSDT`, `coin/BTCUSD`.
 */
export interface MarketClient {
  readonly connection: Store<ConnectionState>
  book(symbol: string): Subscription<BookView>
  /** Up to 1,000 levels a side, once a second. */
  deepBook(symbol: string): Subscription<BookView>
  /** Newest first, at most 100. */
  trades(symbol: string): Subscription<readonly TradeRow[]>
  ticker(symbol: string): Subscription<Ticker | undefined>
  tickers(symbols: readonly string[]): Subscription<Readonly<Record<string, Ticker>>>
  /**
   * The candle of the current interval. `price`: which price of a contract; default `last`, that of
   * its trades.
   */
  candle(
    symbol: string,
    interval: CandleInterval,
    options?: { readonly price?: CandlePrice },
  ): Subscription<RunningCandle | undefined>
  /** Mark price, index price, funding and open interest of a contract. */
  mark(symbol: string): Subscription<MarkPrice | undefined>
  /** Closes the connection and ends all subscriptions. */
  dispose(): void
}

interface Entry {
  readonly channel: Channel<unknown>
  uses: number
  lingerTimer?: TimerHandle
  /** Consecutive snapshots with a wrong checksum. */
  failedSnapshots: number
  retryTimer?: TimerHandle
}

/**
 * A client of the market stream: one connection for all topics, opened with the first subscription,
 * and at most one change of each store per frame.
 */
export function createMarketClient(options: MarketClientOptions): MarketClient {
  const { clock, random, frame, lingerMs = 2_000, onEvent } = options
  const entries = new Map<string, Entry>()
  const dirty = new Set<Channel<unknown>>()
  let isScheduled = false
  let pendingFrame: TimerHandle | undefined
  /** Wall time of the current frame: the clock is read once for all its messages. */
  let receivedAt: number | undefined

  const handlers = { ...options, onConnect, onMessage, onDisconnect }
  const connection =
    (options.tabs && createSharedConnection(handlers, options.tabs)) ??
    createSocketConnection(handlers)

  function onConnect(): void {
    const all = [...entries.values()]
    for (const entry of all) {
      entry.retryTimer?.cancel()
      entry.failedSnapshots = 0
      entry.channel.onReconnect()
      markDirty(entry.channel)
    }
    connection.subscribe(all.map(({ channel }) => channel))
  }

  function onDisconnect(): void {
    for (const { channel } of entries.values()) {
      channel.onDisconnect()
      markDirty(channel)
    }
  }

  function onMessage(text: string): void {
    const message = parseMessage(text)
    if (!message) return onEvent?.({ type: 'unreadable' })
    if (message.kind === 'control') {
      if (message.op === 'error') onEvent?.({ type: 'refused', message: message.message })
      return
    }
    const entry = entries.get(keyOf(message))
    if (!entry) return
    if (!isScheduled) receivedAt = undefined
    const outcome = entry.channel.apply(message, (receivedAt ??= clock.now()))
    if (outcome === 'unchanged') return
    markDirty(entry.channel)
    if (message.type === 'snapshot')
      entry.failedSnapshots = outcome === 'resync' ? entry.failedSnapshots + 1 : 0
    if (outcome === 'resync') resync(entry)
  }

  /**
   * Subscribes again, which makes the server send a snapshot: at once, or with back-off where the
   * snapshot itself was wrong.
   */
  function resync(entry: Entry): void {
    const { failedSnapshots } = entry
    const subscribe = () => connection.subscribe([entry.channel])
    entry.retryTimer?.cancel()
    if (failedSnapshots === 0) subscribe()
    else entry.retryTimer = clock.after(backOffDelay(failedSnapshots, { random }), subscribe)
  }

  function markDirty(channel: Channel<unknown>): void {
    dirty.add(channel)
    if (isScheduled) return
    // Set before the request: a scheduler may run the task at once.
    isScheduled = true
    pendingFrame = frame.request(() => {
      isScheduled = false
      const changed = [...dirty]
      dirty.clear()
      for (const each of changed) each.commit()
    })
  }

  /** Uses the existing channel of the same address, if there is one, instead of `candidate`. */
  function retain<T>(candidate: Channel<T>): Subscription<T> {
    const key = keyOf(candidate)
    const entry = entries.get(key) ?? subscribe(key, candidate as Channel<unknown>)
    entry.lingerTimer?.cancel()
    entry.uses++
    let isReleased = false
    return {
      store: entry.channel.store as Store<T>,
      release() {
        if (isReleased) return
        isReleased = true
        if (--entry.uses === 0)
          entry.lingerTimer = clock.after(lingerMs, () => unsubscribe(key, entry))
      },
    }
  }

  function subscribe(key: string, channel: Channel<unknown>): Entry {
    const entry: Entry = { channel, uses: 0, failedSnapshots: 0 }
    entries.set(key, entry)
    connection.start()
    connection.subscribe([channel])
    return entry
  }

  function unsubscribe(key: string, { channel, retryTimer }: Entry): void {
    retryTimer?.cancel()
    entries.delete(key)
    dirty.delete(channel)
    connection.unsubscribe([channel])
    if (entries.size === 0) connection.stop()
  }

  const ticker = (symbol: string) => retain(tickerChannel(symbol))
  const book = (symbol: string, which?: { readonly topic: string; readonly depth: number }) =>
    retain(bookChannel(symbol, { onFault: (type) => onEvent?.({ type, symbol }), ...which }))

  return {
    connection: connection.state,
    book: (symbol) => book(symbol),
    deepBook: (symbol) => book(symbol, { topic: DEEP_BOOK_TOPIC, depth: 1_000 }),
    trades: (symbol) => retain(tradeChannel(symbol, () => onEvent?.({ type: 'gap', symbol }))),
    ticker,
    tickers: (symbols) => createTickerBoard(symbols, ticker),
    candle: (symbol, interval, options) => retain(candleChannel(symbol, interval, options?.price)),
    mark: (symbol) => retain(markChannel(symbol)),
    dispose() {
      for (const { lingerTimer, retryTimer } of entries.values()) {
        lingerTimer?.cancel()
        retryTimer?.cancel()
      }
      entries.clear()
      pendingFrame?.cancel()
      connection.dispose()
    },
  }
}
