import type { Clock } from '@x/kit'
import type { SpotInstrument } from '../../exchange/instruments/Instrument.ts'
import type { Database } from '../../platform/db/Database.ts'
import { createDisplayedMarket, type WritableMarket } from './book/createDisplayedMarket.ts'
import { createCandleStore, type CandleStore } from './candles/createCandleStore.ts'
import { createMarketClock, type MarketClock } from './createMarketClock.ts'
import type { ScenarioName } from './generator/scenario.ts'
import { openSource, type OpenedSource } from './openSource.ts'
import type { DailyCloses } from './ports/DisplayedMarket.ts'

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
}

export interface MarketDataOptions extends MarketSettings {
  readonly db: Database
  readonly clock: Clock
  readonly symbols: readonly SpotInstrument[]
}

/** What trading reads of the market, before its source has started. */
export interface MarketData {
  readonly displayed: WritableMarket
  readonly candles: CandleStore
  /** The market's own time, which may run faster or stand still. */
  readonly marketClock: MarketClock
  readonly source: OpenedSource
  readonly symbols: readonly SpotInstrument[]
  /** The closes of a pair's last days in ticks, the running day last. */
  readonly dailyCloses: DailyCloses
}

/** Chooses the market's source. @throws MarketError for a source that cannot be used */
export function createMarketData({
  db,
  clock,
  symbols,
  marketSource,
  marketSpeed,
  marketScenario,
  marketUrl,
}: MarketDataOptions): MarketData {
  const source = openSource(
    { source: marketSource, speed: marketSpeed, scenario: marketScenario, url: marketUrl },
    symbols,
  )
  const displayed = createDisplayedMarket({
    symbols: symbols.map(({ symbol }) => symbol),
    liveTrading: source.liveTrading,
  })
  const candles = createCandleStore({ db, source: source.seriesName })
  return {
    displayed,
    candles,
    marketClock: createMarketClock({ clock }),
    source,
    symbols,
    dailyCloses: (symbol, { days }) =>
      candles.read(symbol, {
        interval: '1d',
        before: Number.MAX_SAFE_INTEGER,
        limit: days,
        now: clock.now(),
      }),
  }
}
