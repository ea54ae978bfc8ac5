import type { Clock } from '@x/kit'
import type { FuturesInstrument, SpotInstrument } from '../../exchange/instruments/Instrument.ts'
import type { Database } from '../../platform/db/Database.ts'
import { createDisplayedMarket, type WritableMarket } from './book/createDisplayedMarket.ts'
import { createCandleStore, type CandleStore } from './candles/createCandleStore.ts'
import { createIndexFeeds, type IndexFeeds } from './createIndexFeeds.ts'
import { createMarketClock, type MarketClock } from './createMarketClock.ts'
import { contractFlows } from './generator/contractFlows.ts'
import { MARKET_PROFILES, type MarketProfile } from './generator/profile.ts'
import type { ScenarioName } from './generator/scenario.ts'
import { openSource, type OpenedSource } from './openSource.ts'
import type { DailyCloses } from './ports/DisplayedMarket.ts'
import type { IndexFeed } from './ports/IndexFeed.ts'

/** What the operator sets about the market. */
export interface MarketSettings {
  /** `generator`, `generator:<seed>`, `tape:<file>` or `live:<exchange>`. */
  readonly marketSource: string
  /** Recorded seconds per second of a tape; default 1. */
  readonly marketSpeed?: number | undefined
  /** What the generated market does; default `normal`. */
  readonly marketScenario?: ScenarioName | undefined
  /** Another address for a live feed, `ws://` or `wss://`. */
  readonly marketUrl?: string | undefined
  /** Other exchanges that an index reads, each `tape:<file>` or `live:<exchange>`; default none. */
  readonly marketIndexFeeds?: readonly string[] | undefined
}

export interface MarketDataOptions extends MarketSettings {
  readonly db: Database
  readonly clock: Clock
  readonly symbols: readonly SpotInstrument[]
  /** Contracts that the source moves too; default none. */
  readonly contracts?: readonly FuturesInstrument[]
}

/** What trading reads of the market, before its source has started. */
export interface MarketData {
  readonly displayed: WritableMarket
  readonly candles: CandleStore
  /** The market's own time, which may run faster or stand still. */
  readonly marketClock: MarketClock
  readonly source: OpenedSource
  /** Other exchanges that an index reads: those of the source, and those that were chosen. */
  readonly indexFeeds: readonly IndexFeed[]
  /** Of those that were chosen. */
  readonly chosenFeeds: Pick<IndexFeeds, 'start'>
  readonly symbols: readonly SpotInstrument[]
  readonly contracts: readonly FuturesInstrument[]
  /** Of pairs and contracts, by instrument: what their generated past is like. */
  readonly profiles: ReadonlyMap<string, MarketProfile>
  /** The closes of a pair's last days in ticks, the running day last. */
  readonly dailyCloses: DailyCloses
}

/** Chooses the market's source. @throws MarketError for a source that cannot be used */
export function createMarketData({
  db,
  clock,
  symbols,
  contracts = [],
  marketSource,
  marketSpeed,
  marketScenario,
  marketUrl,
  marketIndexFeeds = [],
}: MarketDataOptions): MarketData {
  const source = openSource(
    { source: marketSource, speed: marketSpeed, scenario: marketScenario, url: marketUrl },
    { symbols, contracts },
  )
  const chosenFeeds = createIndexFeeds(marketIndexFeeds, symbols)
  const displayed = createDisplayedMarket({
    symbols: [...symbols, ...contracts].map(({ id }) => id),
    liveTrading: source.liveTrading,
  })
  const candles = createCandleStore({ db, source: source.seriesName })
  return {
    displayed,
    candles,
    marketClock: createMarketClock({ clock, rate: source.rate ?? 1 }),
    source,
    indexFeeds: [...(source.feeds ?? []), ...chosenFeeds.list],
    chosenFeeds,
    symbols,
    contracts,
    profiles: new Map([
      ...Object.entries(MARKET_PROFILES),
      ...contractFlows(contracts, { pairs: symbols, profiles: MARKET_PROFILES }).map(
        ({ symbol, profile }) => [symbol, profile] as const,
      ),
    ]),
    dailyCloses: (symbol, { days }) =>
      candles.read(symbol, {
        interval: '1d',
        before: Number.MAX_SAFE_INTEGER,
        limit: days,
        now: clock.now(),
      }),
  }
}
