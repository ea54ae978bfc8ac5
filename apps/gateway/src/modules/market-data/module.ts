import type { Clock, Random, TimerHandle } from '@x/kit'
import type { EventBus } from '../../platform/event-bus/EventBus.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import type { AllowanceRate } from '../../platform/http/socketLimits.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { MarketData } from './createMarketData.ts'
import type { HouseAccountPort } from './ports/DisplayedMarket.ts'
import type { Channel } from './publish/Channel.ts'
import { createPublisher, type Address } from './publish/createPublisher.ts'
import { marketSocket } from './publish/marketSocket.ts'
import { publishOnBus } from './publish/publishOnBus.ts'
import { openChannels } from './publish/openChannels.ts'
import { marketRoutes } from './routes.ts'
import { speedRoutes } from './speedRoutes.ts'

export { createSeries, type Series } from './candles/createSeries.ts'
export type { CandleStore } from './candles/createCandleStore.ts'
export type { Candle } from './candles/candle.ts'
export {
  INTERVAL_MS,
  INTERVALS,
  isInterval,
  type HistoryInterval,
  type Interval,
} from './candles/interval.ts'
export {
  createMarketAnswer,
  createPublicAllowance,
  depthAsked,
  readCandleRequest,
  type MarketAnswer,
  type SpendAllowance,
} from './marketAnswer.ts'
export { headOf, message, type Channel } from './publish/Channel.ts'
export type { Address } from './publish/createPublisher.ts'
export { valueChannel } from './publish/valueChannel.ts'
export { candleView, tickerView } from './publish/views.ts'
export { pairOf } from './generator/contractFlows.ts'

export interface MarketOptions {
  readonly data: MarketData
  /** Where the generator sends its orders. */
  readonly houseAccount: HouseAccountPort
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Whether paper traders may change the speed of the market; default no. */
  readonly isControllable?: boolean
  /** Carries the market to edges; absent: there is none. */
  readonly bus?: EventBus | undefined
  /** Of the right to trade; default 0. */
  readonly epoch?: number | undefined
  /** What one address may ask of the public calls; default 200 at once, 20 a second. */
  readonly publicAllowance?: AllowanceRate | undefined
}

type OpenChannel = (address: Address) => Channel | undefined

export interface MarketModule extends GatewayModule {
  /** Publishes topics of another module on the market socket. */
  extend(open: OpenChannel): void
  /** Whether the source has started and has not been stopped. */
  isRunning(): boolean
  start(): Promise<void>
  stop(): Promise<void>
}

const FLUSH_MS = 5_000

/** Runs the market's source and serves its book, candles, tickers and the public stream. */
export function createMarketModule({
  data,
  houseAccount,
  clock,
  random,
  log,
  isControllable = false,
  publicAllowance,
  bus,
  epoch = 0,
}: MarketOptions): MarketModule {
  const { displayed, candles, marketClock, source: opened, symbols } = data
  const now = () => clock.now()
  const channels = openChannels({
    symbols: [...symbols, ...data.contracts],
    market: displayed,
    candles,
    now,
    isHeld: () => marketClock.status().isPaused,
  })
  const extensions: OpenChannel[] = []
  const publisher = createPublisher({
    clock,
    open(address) {
      for (const open of [channels.open, ...extensions]) {
        const channel = open(address)
        if (channel) return channel
      }
      return undefined
    },
  })
  const socket = marketSocket({ publisher, now })
  const openings = new Map<string, Promise<void>>()
  /** Counts what changed candles otherwise than by trades and time. */
  let revision = 0
  let flushTimer: TimerHandle | undefined
  let stopSource = () => {}
  let stopBus: (() => void) | undefined
  let isRunning = false

  displayed.subscribe({
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
    const profile = data.profiles.get(symbol)
    if (!profile) return
    const spec = symbols.find((each) => each.symbol === symbol)
    const past = spec && (await opened.past?.(spec, log))
    await candles.open(symbol, {
      startTicks,
      at: now(),
      from: past ? { fetched: past } : { profile },
    })
    revision++
    // Fetching takes a while: a trade that was seen meanwhile is younger.
    if (displayed.lastTicks(symbol) === undefined)
      displayed.setLast(symbol, candles.lastTicks(symbol) ?? startTicks)
  }
  /** A live pair has a price only once its exchange has reported it. */
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
      void Promise.all([opened.past?.(spec, log), openings.get(symbol)]).then(([fetched = {}]) => {
        candles.mend(symbol, { fetched, since, now: now() })
        revision++
      })
  }

  return {
    routes: [
      ...marketRoutes({
        symbols,
        market: displayed,
        candles,
        now,
        revision: () => revision,
        monotonic: () => clock.monotonic(),
        allowance: publicAllowance,
        liveTrading: opened.liveTrading,
        recordedSymbol: opened.onlySymbol,
      }),
      ...speedRoutes({ marketClock: marketClock, isControllable }),
    ],
    sockets: [socket],
    extend: (open) => void extensions.push(open),
    isRunning: () => isRunning,
    async start() {
      const source = opened.begin({
        displayed,
        clock: marketClock,
        random,
        log,
        houseAccount,
        lastTicks: candles.lastTicks,
        onFirst,
        onBack,
      })
      await Promise.all(
        [...source.starts].map(([symbol, startTicks]) => openSeries(symbol, startTicks)),
      )
      source.start()
      const stopFeeds = data.chosenFeeds.start({ clock, random, log })
      stopSource = () => {
        source.stop()
        stopFeeds()
      }
      publisher.start()
      stopBus = bus && publishOnBus({ bus, publisher, epoch, clock })
      flushLater()
      isRunning = true
    },
    async stop() {
      isRunning = false
      stopSource()
      stopBus?.()
      publisher.stop()
      flushTimer?.cancel()
      socket.close()
      await flush()
    },
  }
}
