import type { Clock, Random, TimerHandle } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { Capability } from '../../platform/http/route.ts'
import type { AllowanceRate } from '../../platform/http/socketLimits.ts'
import { createDisplayedMarket } from './book/createDisplayedMarket.ts'
import { createPacedClock } from './createMarketClock.ts'
import { paceRoutes } from './speedRoutes.ts'
import { createCandleStore } from './candles/createCandleStore.ts'
import { MARKET_PROFILES } from './generator/profile.ts'
import { openSource, type SourceSettings } from './openSource.ts'
import type {
  DisplayedMarket,
  EngineFeed,
  HouseOrderPort,
  SymbolSpec,
} from './ports/DisplayedMarket.ts'
import { createPublisher } from './publish/createPublisher.ts'
import { marketSocket } from './publish/marketSocket.ts'
import { openChannels } from './publish/openChannels.ts'
import { marketRoutes } from './routes.ts'

export interface MarketCapabilityOptions extends SourceSettings {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly symbols: readonly SymbolSpec[]
  /** Paper traders may change the pace of the market; default no. */
  readonly isControllable?: boolean
  /** What one address may ask of the public calls; default 200 at once, 20 a second. */
  readonly publicAllowance?: AllowanceRate | undefined
}

export interface MarketCapability extends Capability {
  readonly displayed: DisplayedMarket
  /** Whether prices are being made or received: its source has started and has not been stopped. */
  isRunning(): boolean
  /** Milliseconds of the market's own time, which goes at its pace. */
  time(): number
  /** Where the engine reports what it did; unused while a tape plays. */
  readonly feed: EngineFeed
  /** The closes of a pair's last days in ticks, the running day last. */
  dailyCloses(
    symbol: string,
    options: { readonly days: number },
  ): Promise<readonly { readonly openTime: number; readonly close: number }[]>
  /** Gives the generator its door to the engine; before `start`. */
  connectHouse(house: HouseOrderPort): void
  start(): Promise<void>
  stop(): Promise<void>
}

const FLUSH_MS = 5_000

/**
 * Market data of all pairs: one source, one displayed book, candles, tickers and the public stream.
 * Throws MarketError for a source that cannot be used.
 */
export function createMarketCapability({
  db,
  clock,
  random,
  log,
  symbols,
  isControllable = false,
  ...settings
}: MarketCapabilityOptions): MarketCapability {
  const opened = openSource(settings, symbols)
  const now = () => clock.now()
  const desk = createDisplayedMarket({
    symbols: symbols.map(({ symbol }) => symbol),
    liveTrading: opened.liveTrading,
  })
  const candles = createCandleStore({ db, source: opened.seriesName })
  const paced = createPacedClock({ clock })
  const channels = openChannels({
    symbols,
    market: desk,
    candles,
    now,
    isHeld: () => paced.pace().isPaused,
  })
  const publisher = createPublisher({ clock, open: channels.open })
  const socket = marketSocket({ publisher, now })
  const openings = new Map<string, Promise<void>>()
  /** Counts what changed candles otherwise than by trades and time. */
  let revision = 0
  let house: HouseOrderPort | undefined
  let flushTimer: TimerHandle | undefined
  let stopSource = () => {}
  let isRunning = false

  desk.subscribe({
    trade(trade) {
      candles.trade(trade.symbol, trade)
      channels.addTrade(trade)
    },
  })

  const flush = () =>
    candles
      .flush(now())
      .catch((error: unknown) =>
        log.error('Candles could not be written', { error: String(error) }),
      )
  const flushLater = (): void => {
    flushTimer = clock.after(FLUSH_MS, () => void flush().then(flushLater))
  }

  const openSeries = async (symbol: string, startTicks: number): Promise<void> => {
    const [profile, spec] = [
      MARKET_PROFILES[symbol],
      symbols.find((each) => each.symbol === symbol),
    ]
    if (!profile || !spec) return
    const past = await opened.past?.(spec, log)
    await candles.open(symbol, { startTicks, at: now(), from: past ? { told: past } : { profile } })
    revision++
    // Fetching takes a while: a trade that was seen meanwhile is younger.
    if (desk.lastTicks(symbol) === undefined)
      desk.setLast(symbol, candles.lastTicks(symbol) ?? startTicks)
  }
  /** A live pair has a price only once its exchange has told it. */
  const onFirst = (symbol: string, ticks: number): void => {
    openings.set(
      symbol,
      openSeries(symbol, ticks).catch((error: unknown) =>
        log.error('The candles of a pair could not be opened', { symbol, error: String(error) }),
      ),
    )
  }
  /** What was traded while the feed was lost the exchange alone knows (docs/adr/market.md). */
  const onBack = (symbol: string, since: number): void => {
    const spec = symbols.find((each) => each.symbol === symbol)
    if (spec)
      void Promise.all([opened.past?.(spec, log), openings.get(symbol)]).then(([told = {}]) => {
        candles.mend(symbol, { told, since, now: now() })
        revision++
      })
  }

  return {
    routes: [
      ...marketRoutes({
        symbols,
        candles,
        now,
        revision: () => revision,
        monotonic: () => clock.monotonic(),
        allowance: settings.publicAllowance,
        liveTrading: opened.liveTrading,
        recordedSymbol: opened.onlySymbol,
      }),
      ...paceRoutes({ paced, isControllable }),
    ],
    sockets: [socket],
    displayed: desk,
    isRunning: () => isRunning,
    time: paced.monotonic,
    feed: desk,
    dailyCloses: (symbol, { days }) =>
      candles.read(symbol, {
        interval: '1d',
        before: Number.MAX_SAFE_INTEGER,
        limit: days,
        now: now(),
      }),
    connectHouse: (port) => void (house = port),
    async start() {
      const source = opened.begin({
        desk,
        clock: paced,
        random,
        log,
        house,
        lastTicks: candles.lastTicks,
        onFirst,
        onBack,
      })
      for (const [symbol, startTicks] of source.starts) await openSeries(symbol, startTicks)
      source.start()
      stopSource = () => source.stop()
      publisher.start()
      flushLater()
      isRunning = true
    },
    async stop() {
      isRunning = false
      stopSource()
      publisher.stop()
      flushTimer?.cancel()
      socket.close()
      await flush()
    },
  }
}
