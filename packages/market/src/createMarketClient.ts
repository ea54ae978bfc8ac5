import type { Clock, Random, Store, TimerHandle } from '@x/kit'
import { bookChannel, candleChannel, tickerChannel, tradeChannel } from './channels.ts'
import { pauseAfter } from './connection/backOff.ts'
import { type ConnectionState, createConnection } from './connection/createConnection.ts'
import { createSharedConnection, type TabPorts } from './connection/createSharedConnection.ts'
import { createTickerBoard } from './createTickerBoard.ts'
import type { Channel } from './createChannel.ts'
import type { BookView, CandleInterval, RunningCandle, Ticker, TradeRow } from './model.ts'
import type { FrameScheduler, MarketSocket, Wake } from './ports.ts'
import type { Subscription } from './Subscription.ts'
import { keyOf, parseMessage } from './wire.ts'

export type MarketEvent =
  | { readonly type: 'gap' | 'checksum'; readonly symbol: string }
  | { readonly type: 'refused'; readonly message: string }
  | { readonly type: 'unreadable' }

export interface MarketClientOptions {
  readonly openSocket: () => MarketSocket
  readonly clock: Clock
  readonly random: Random
  readonly frame: FrameScheduler
  /** When to doubt a socket before its silence does. */
  readonly wake?: Wake
  /**
   * How long a topic nobody uses is kept, so that a page change does not resubscribe. Default 2,000
   * ms.
   */
  readonly lingerMs?: number
  /**
   * With these the tabs of a browser share one socket; where the platform has no locks or channels
   * each keeps its own.
   */
  readonly tabs?: TabPorts
  readonly onEvent?: (event: MarketEvent) => void
}

export interface MarketClient {
  readonly connection: Store<ConnectionState>
  book(symbol: string): Subscription<BookView>
  /** Newest first, at most 100. */
  trades(symbol: string): Subscription<readonly TradeRow[]>
  ticker(symbol: string): Subscription<Ticker | undefined>
  tickers(symbols: readonly string[]): Subscription<Readonly<Record<string, Ticker>>>
  /** The candle that is still growing. */
  candle(symbol: string, interval: CandleInterval): Subscription<RunningCandle | undefined>
  dispose(): void
}

interface Entry {
  readonly channel: Channel<unknown>
  uses: number
  linger?: TimerHandle
  /** Snapshots in a row that failed their proof. */
  faults: number
  again?: TimerHandle
}

/**
 * One socket for all topics; each topic conflated to one commit a frame. The socket opens with the
 * first use.
 */
export function createMarketClient(options: MarketClientOptions): MarketClient {
  const { clock, random, frame, lingerMs = 2_000, onEvent } = options
  const entries = new Map<string, Entry>()
  const dirty = new Set<Channel<unknown>>()
  let isScheduled = false
  let pendingFrame: TimerHandle | undefined
  /** The clock is read once for all messages of a frame. */
  let receivedAt: number | undefined

  const handlers = { ...options, onOpen, onMessage, onLost }
  const connection =
    (options.tabs && createSharedConnection(handlers, options.tabs)) ?? createConnection(handlers)

  function onOpen(): void {
    const all = [...entries.values()]
    for (const entry of all) {
      entry.again?.cancel()
      entry.faults = 0
      entry.channel.back()
      touch(entry.channel)
    }
    connection.ask(all.map(({ channel }) => channel))
  }

  function onLost(): void {
    for (const { channel } of entries.values()) {
      channel.lost()
      touch(channel)
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
    const outcome = entry.channel.take(message, (receivedAt ??= clock.now()))
    if (outcome === 'unchanged') return
    touch(entry.channel)
    if (message.type === 'snapshot') entry.faults = outcome === 'resync' ? entry.faults + 1 : 0
    if (outcome === 'resync') heal(entry)
  }

  /**
   * A subscription made again is answered with a fresh snapshot: asked for at once, and after a
   * pause where the snapshot itself was wrong.
   */
  function heal(entry: Entry): void {
    const ask = () => connection.ask([entry.channel])
    entry.again?.cancel()
    if (entry.faults === 0) ask()
    else entry.again = clock.after(pauseAfter(entry.faults, { random }), ask)
  }

  function touch(channel: Channel<unknown>): void {
    dirty.add(channel)
    if (isScheduled) return
    // Set first: a scheduler may run the task before it returns.
    isScheduled = true
    pendingFrame = frame.request(() => {
      isScheduled = false
      const changed = [...dirty]
      dirty.clear()
      for (const each of changed) each.commit()
    })
  }

  /** The channel made for the question is thrown away where one of its address already runs. */
  function hold<T>(made: Channel<T>): Subscription<T> {
    const key = keyOf(made)
    const entry = entries.get(key) ?? subscribe(key, made as Channel<unknown>)
    entry.linger?.cancel()
    entry.uses++
    let isReleased = false
    return {
      store: entry.channel.store as Store<T>,
      release() {
        if (isReleased) return
        isReleased = true
        if (--entry.uses === 0) entry.linger = clock.after(lingerMs, () => unsubscribe(key, entry))
      },
    }
  }

  function subscribe(key: string, channel: Channel<unknown>): Entry {
    const entry: Entry = { channel, uses: 0, faults: 0 }
    entries.set(key, entry)
    connection.start()
    connection.ask([channel])
    return entry
  }

  function unsubscribe(key: string, { channel, again }: Entry): void {
    again?.cancel()
    entries.delete(key)
    dirty.delete(channel)
    connection.drop([channel])
    if (entries.size === 0) connection.stop()
  }

  const ticker = (symbol: string) => hold(tickerChannel(symbol))

  return {
    connection: connection.state,
    book: (symbol) => hold(bookChannel(symbol, (type) => onEvent?.({ type, symbol }))),
    trades: (symbol) => hold(tradeChannel(symbol, () => onEvent?.({ type: 'gap', symbol }))),
    ticker,
    tickers: (symbols) => createTickerBoard(symbols, ticker),
    candle: (symbol, interval) => hold(candleChannel(symbol, interval)),
    dispose() {
      for (const { linger, again } of entries.values())
        for (const timer of [linger, again]) timer?.cancel()
      entries.clear()
      pendingFrame?.cancel()
      connection.dispose()
    },
  }
}
