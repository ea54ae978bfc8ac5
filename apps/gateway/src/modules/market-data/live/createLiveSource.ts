import {
  type Clock,
  exponentialDelay,
  type Random,
  type TextSocket,
  type TimerHandle,
} from '@x/kit'
import { createReconnectingSocket } from '@x/kit/socket'
import type { Log } from '../../../platform/log/Log.ts'
import type { WritableMarket } from '../book/createDisplayedMarket.ts'
import type { MarketSource } from '../ports/MarketSource.ts'
import type { SpotInstrument } from '../../../exchange/instruments/Instrument.ts'
import { scaled } from '../tape/parseTape.ts'
import { createLiveBook, type LiveBook, lotsOf } from './createLiveBook.ts'
import type { FeedAdapter, FeedBook, FeedTrade } from './FeedAdapter.ts'

export interface LiveSourceOptions {
  readonly adapter: FeedAdapter
  readonly symbols: readonly SpotInstrument[]
  readonly displayed: WritableMarket
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly openSocket: (url: string) => TextSocket
  /** The JSON at an address; rejects for anything but a 200. */
  readonly fetchJson: (url: string) => Promise<unknown>
  /** The first book of a pair: where its price stands. */
  readonly onFirst: (symbol: string, ticks: number) => void
  /** A pair trades again whose feed was lost; its last message came at `since`. */
  readonly onBack: (symbol: string, since: number) => void
}

interface Pair {
  readonly spec: SpotInstrument
  readonly book: LiveBook
  isKnown: boolean
  /** The pair's prices do not fit its steps; it stays paused. */
  isUnfit: boolean
  /** Snapshots asked for in a row without one that held. */
  tries: number
  /** When the last message of the exchange came, while the feed is lost. */
  lostSince?: number | undefined
  retry?: TimerHandle
}

const SOCKET_TIMING = {
  heartbeatMs: 10_000,
  openTimeoutMs: 10_000,
  firstDelayMs: 500,
  maxDelayMs: 30_000,
}
const SNAPSHOT_BACK_OFF = { firstDelayMs: 1_000, maxDelayMs: 30_000 }
const WARN_EVERY_MS = 60_000

/**
 * The public feed of an exchange as the displayed market. A pair trades while its book is proved
 * whole, and is paused otherwise (docs/adr/market.md).
 */
export function createLiveSource({
  adapter,
  symbols,
  displayed,
  clock,
  random,
  log,
  openSocket,
  fetchJson,
  onFirst,
  onBack,
}: LiveSourceOptions): MarketSource {
  const { exchange } = adapter
  let isRunning = false
  /** Snapshots of an earlier connection are not for this one. */
  let era = 0
  let receivedAt = clock.now()
  /** Messages that could not be read and are not in the log yet. */
  let unreadable = 0
  let warnedAt: number | undefined

  const pairs = new Map(
    symbols.map((spec): readonly [string, Pair] => {
      const { symbol } = spec
      const book = createLiveBook(spec, {
        rebuild: () => displayed.rebuild(symbol),
        level: (side, ticks, lots) => displayed.onLevel(symbol, side, ticks, lots),
      })
      return [symbol, { spec, book, isKnown: false, isUnfit: false, tries: 0 }]
    }),
  )

  const socket = createReconnectingSocket({
    openSocket: () => openSocket(adapter.url),
    clock,
    random,
    ...SOCKET_TIMING,
    pingText: adapter.keepAlive,
    onOpen() {
      era++
      for (const text of adapter.opening) socket.send(text)
      if (adapter.snapshot) for (const pair of pairs.values()) void fetchSnapshot(pair)
    },
    onMessage(text) {
      receivedAt = clock.now()
      read(text)
    },
    onLost({ attempt, delayMs }) {
      era++
      for (const pair of pairs.values()) {
        pair.retry?.cancel()
        pair.book.reset()
        if (pair.isKnown) pair.lostSince ??= receivedAt
        pause(pair)
      }
      log.warn('The feed of the exchange is lost', { exchange, attempt, delayMs })
    },
  })

  function read(text: string): void {
    try {
      for (const message of adapter.read(text)) {
        const pair = pairs.get(message.symbol)
        if (!pair || pair.isUnfit) continue
        if (message.kind === 'book') takeBook(pair, message)
        else takeTrade(pair, message)
      }
    } catch (error) {
      warnUnreadable(error)
    }
  }

  /** One line a minute: an exchange that changes its format sends nothing else. */
  function warnUnreadable(error: unknown): void {
    unreadable++
    const now = clock.monotonic()
    if (warnedAt !== undefined && now - warnedAt < WARN_EVERY_MS) return
    log.warn('Messages of the exchange could not be read', {
      exchange,
      count: unreadable,
      error: String(error),
    })
    warnedAt = now
    unreadable = 0
  }

  function takeBook(pair: Pair, message: FeedBook): void {
    try {
      const outcome = pair.book.take(message)
      if (outcome === 'applied') live(pair)
      if (outcome !== 'fault') return
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      pair.isUnfit = true
      pause(pair)
      log.error('A pair of the exchange does not fit the steps of this gateway', {
        exchange,
        symbol: pair.spec.symbol,
        error: error.message,
      })
      return
    }
    pause(pair)
    log.warn('The book of the exchange has a gap; it is fetched again', {
      exchange,
      symbol: pair.spec.symbol,
    })
    askAgain(pair)
  }

  function takeTrade({ spec, isKnown }: Pair, { price, size, takerSide }: FeedTrade): void {
    const lots = lotsOf(size, spec.quantityPlace)
    if (isKnown && lots > 0)
      displayed.onTrade({
        symbol: spec.symbol,
        ticks: scaled(price, spec.pricePlace),
        lots,
        takerSide,
        at: clock.now(),
      })
  }

  function live(pair: Pair): void {
    const { symbol } = pair.spec
    pair.tries = 0
    if (!pair.isKnown) {
      const { bids, asks } = displayed.book(symbol, 1)
      const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]]
      if (bid === undefined || ask === undefined) return
      pair.isKnown = true
      onFirst(symbol, Math.round((bid + ask) / 2))
    }
    displayed.setStatus(symbol, 'trading')
    if (pair.lostSince === undefined) return
    onBack(symbol, pair.lostSince)
    pair.lostSince = undefined
  }

  const pause = ({ spec }: Pair) => displayed.setStatus(spec.symbol, 'paused')

  /**
   * The first time at once; a book that will not hold is asked for ever more rarely, for exchanges
   * count such calls.
   */
  function askAgain(pair: Pair): void {
    pair.retry?.cancel()
    const failures = pair.tries++
    const delayMs = failures === 0 ? 0 : exponentialDelay(failures, SNAPSHOT_BACK_OFF)
    pair.retry = clock.after(delayMs, () => {
      if (adapter.snapshot) return void fetchSnapshot(pair)
      for (const text of adapter.again?.(pair.spec.symbol) ?? []) socket.send(text)
    })
  }

  async function fetchSnapshot(pair: Pair): Promise<void> {
    const { snapshot } = adapter
    const { symbol } = pair.spec
    const asked = era
    try {
      const body = await fetchJson(snapshot?.url(symbol) ?? '')
      if (isRunning && asked === era && snapshot) takeBook(pair, snapshot.read(symbol, body))
    } catch (error) {
      log.warn('A snapshot of the exchange could not be fetched', {
        exchange,
        symbol,
        error: String(error),
      })
      // A refusal is not asked again at once.
      pair.tries = Math.max(1, pair.tries)
      if (isRunning && asked === era) askAgain(pair)
    }
  }

  return {
    starts: new Map(),
    start() {
      isRunning = true
      for (const pair of pairs.values()) pause(pair)
      socket.start()
    },
    stop() {
      isRunning = false
      socket.stop()
      for (const { retry } of pairs.values()) retry?.cancel()
    },
  }
}
