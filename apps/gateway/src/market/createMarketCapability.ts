import type { Clock, TimerHandle } from '@x/kit'
import type { Database } from '../db/Database.ts'
import type { Log } from '../server/Log.ts'
import type { Capability } from '../server/route.ts'
import { createDisplayedMarket } from './book/createDisplayedMarket.ts'
import { createPacedClock } from './createPacedClock.ts'
import { paceRoutes } from './paceRoutes.ts'
import { createCandleStore } from './candles/createCandleStore.ts'
import { createGenerator } from './generator/createGenerator.ts'
import { MARKET_PROFILES } from './generator/profile.ts'
import { MarketError } from './MarketError.ts'
import type { DisplayedMarket, EngineFeed, HouseOrderPort, SymbolSpec } from './ports.ts'
import { createPublisher } from './publish/createPublisher.ts'
import { marketSocket } from './publish/marketSocket.ts'
import { openChannels } from './publish/openChannels.ts'
import { marketRoutes } from './routes.ts'
import { createTapePlayer } from './tape/createTapePlayer.ts'
import { openTape } from './tape/openTape.ts'

export interface MarketCapabilityOptions {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly symbols: readonly SymbolSpec[]
  /** `generator`, `generator:<seed>` or `tape:<file>`. */
  readonly source: string
  /** Recorded seconds per second of a tape; default 1. */
  readonly speed?: number
  /** Paper traders may change the pace of the market; default no. */
  readonly isControllable?: boolean
}

export interface MarketCapability extends Capability {
  readonly displayed: DisplayedMarket
  /** Where the engine reports what it did; unused while a tape plays. */
  readonly feed: EngineFeed
  /** The closes of a pair's last days in ticks, the running day last. */
  dailyCloses(symbol: string, options: { readonly days: number }): Promise<readonly { readonly openTime: number; readonly close: number }[]>
  /** Gives the generator its door to the engine; before `start`. */
  connectHouse(house: HouseOrderPort): void
  start(): Promise<void>
  stop(): Promise<void>
}

const FLUSH_MS = 5_000

/** Market data of all pairs: one source, one displayed book, candles, tickers and the public stream. Throws MarketError for a source that cannot be used. */
export function createMarketCapability({ db, clock, log, symbols, source, speed = 1, isControllable = false }: MarketCapabilityOptions): MarketCapability {
  const tape = source.startsWith('tape:') ? openTape(source.slice('tape:'.length), symbols) : undefined
  if (!tape && !/^generator(:.+)?$/.test(source)) throw new MarketError('source-unknown', `MARKET_SOURCE is "${source}"; use generator, generator:<seed> or tape:<file>`)

  const now = () => clock.now()
  const desk = createDisplayedMarket({ symbols: symbols.map(({ symbol }) => symbol), liveTrading: tape === undefined })
  // A recording is another market than the generated one: their candles must not mix.
  const candles = createCandleStore({ db, source: tape ? `tape:${tape.spec.symbol}:${tape.startTicks}` : source })
  const channels = openChannels({ symbols, market: desk, candles, now })
  const publisher = createPublisher({ clock, open: channels.open })
  const socket = marketSocket({ publisher, now })
  const paced = createPacedClock({ clock })
  let house: HouseOrderPort | undefined
  let flushTimer: TimerHandle | undefined
  let stopSource = () => {}

  desk.subscribe({
    trade(trade) {
      candles.trade(trade.symbol, trade)
      channels.addTrade(trade)
    },
  })

  const flush = () => candles.flush(now()).catch((error: unknown) => log.error('Candles could not be written', { error: String(error) }))
  const flushLater = (): void => {
    flushTimer = clock.after(FLUSH_MS, () => void flush().then(flushLater))
  }

  const createSource = () => {
    if (tape) return createTapePlayer({ tape, desk, clock: paced, log, speed })
    if (!house) throw new Error('The generator has no engine: connectHouse comes before start')
    return createGenerator({ clock: paced, house, seed: source, profiles: profilesOf(symbols), lastTicks: candles.lastTicks })
  }

  return {
    routes: [...marketRoutes({ symbols, candles, now, recordedSymbol: tape?.spec.symbol }), ...paceRoutes({ paced, isControllable })],
    sockets: [socket],
    displayed: desk,
    feed: desk,
    dailyCloses: (symbol, { days }) => candles.read(symbol, { interval: '1d', before: Number.MAX_SAFE_INTEGER, limit: days, now: now() }),
    connectHouse: (port) => void (house = port),
    async start() {
      const player = createSource()
      for (const [symbol, startTicks] of player.starts) {
        const profile = MARKET_PROFILES[symbol]
        if (!profile) continue
        await candles.open(symbol, { startTicks, at: now(), profile })
        desk.setLast(symbol, candles.lastTicks(symbol) ?? startTicks)
      }
      player.start()
      stopSource = () => player.stop()
      publisher.start()
      flushLater()
    },
    async stop() {
      stopSource()
      publisher.stop()
      flushTimer?.cancel()
      socket.close()
      await flush()
    },
  }
}

function profilesOf(symbols: readonly SymbolSpec[]) {
  return new Map(symbols.flatMap(({ symbol }) => {
    const profile = MARKET_PROFILES[symbol]
    return profile ? [[symbol, profile] as const] : []
  }))
}
