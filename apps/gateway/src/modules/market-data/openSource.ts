import type { Clock, Random } from '@x/kit'
import type { Log } from '../../platform/log/Log.ts'
import { createDisplayedMarket, type WritableMarket } from './book/createDisplayedMarket.ts'
import { contractFlows } from './generator/contractFlows.ts'
import { createGenerator } from './generator/createGenerator.ts'
import { MARKET_PROFILES } from './generator/profile.ts'
import { SCENARIOS, type ScenarioName } from './generator/scenario.ts'
import { createLiveSource } from './live/createLiveSource.ts'
import { fetchPast, type Past } from './live/fetchPast.ts'
import { fetchJson, openFeedSocket } from './live/nodeFeed.ts'
import { openFeed } from './live/openFeed.ts'
import { MarketError } from './ports/MarketError.ts'
import type { IndexFeed } from './ports/IndexFeed.ts'
import type { MarketSource } from './ports/MarketSource.ts'
import type { HouseAccountPort } from './ports/DisplayedMarket.ts'
import type {
  FuturesInstrument,
  Instrument,
  SpotInstrument,
} from '../../exchange/instruments/Instrument.ts'
import { createTapePlayer } from './tape/createTapePlayer.ts'
import { openTape } from './tape/openTape.ts'

export interface SourceSettings {
  /** `generator`, `generator:<seed>`, `tape:<file>` or `live:<exchange>`. */
  readonly source: string
  /** What the generated market does. Default `normal`. */
  readonly scenario?: ScenarioName | undefined
  /** Seconds per second of a tape or of the generated market. Default 1. */
  readonly speed?: number | undefined
  /** Another address for a live feed, `ws://` or `wss://`. */
  readonly url?: string | undefined
}

export interface SourceJoints {
  readonly displayed: WritableMarket
  /** The source's own time. */
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly houseAccount: HouseAccountPort | undefined
  readonly lastTicks: (symbol: string) => number | undefined
  readonly onFirst: (symbol: string, ticks: number) => void
  /** A live pair trades again after its feed was lost. */
  readonly onBack: (symbol: string, since: number) => void
}

/** A source that is chosen and not begun. */
export interface OpenedSource {
  /**
   * Whether orders of the live realm are taken: only where the source trades through our engine.
   */
  readonly liveTrading: boolean
  /** Its candles are kept apart from those of every other. */
  readonly seriesName: string
  /** The only instrument that moves, of a recording. */
  readonly onlySymbol: string | undefined
  /** Seconds of its clock per second, unless a user hurries it; absent: 1. */
  readonly rate?: number
  /** Other exchanges that the source quotes too, for an index; absent: none. */
  readonly feeds?: readonly IndexFeed[]
  /** What really was, of a pair with a past of its own; absent: one is generated. */
  readonly past?: (spec: SpotInstrument, log: Log) => Promise<Past>
  begin(joints: SourceJoints): MarketSource
}

/** What a source may move. */
export interface SourceInstruments {
  readonly symbols: readonly SpotInstrument[]
  /** Contracts beside the pairs; default none. */
  readonly contracts?: readonly FuturesInstrument[]
}

/** Generated beside the own market, so that an index has three constituents (futures 5). */
const GENERATED_FEEDS = ['generated-a', 'generated-b'] as const

/** A generated market that ran faster would do nothing else. */
const LARGEST_RATE = 10

/** @throws MarketError for a source that cannot be used. */
export function openSource(
  { source, scenario = 'normal', speed = 1, url }: SourceSettings,
  { symbols, contracts = [] }: SourceInstruments,
): OpenedSource {
  const [kind = '', ...rest] = source.split(':')
  const name = rest.join(':')
  if (kind === 'tape' && name !== '')
    return recorded(name, { instruments: [...symbols, ...contracts], speed })
  if (kind === 'live' && name !== '') return live(name, { symbols, url })
  if (!/^generator(:.+)?$/.test(source))
    throw new MarketError(
      'source-unknown',
      `MARKET_SOURCE is "${source}"; use generator, generator:<seed>, tape:<file> or ` +
        'live:<exchange>',
    )
  if (speed > LARGEST_RATE)
    throw new MarketError(
      'speed-too-high',
      `MARKET_SPEED is ${speed}; of a generated market it must be at most ${LARGEST_RATE}`,
    )
  const feeds = GENERATED_FEEDS.map((feed) => ({
    name: feed,
    market: createDisplayedMarket({ symbols: symbols.map(({ id }) => id), liveTrading: true }),
  }))
  return {
    liveTrading: true,
    feeds,
    // Another scenario is another market: their prices must not meet in one chart.
    seriesName: scenario === 'normal' ? source : `${source} ${scenario}`,
    onlySymbol: undefined,
    rate: speed,
    begin({ displayed, houseAccount, clock, lastTicks }) {
      if (!houseAccount)
        throw new Error('The generator has no engine: the house account is missing')
      return createGenerator({
        clock,
        houseAccount,
        displayed,
        seed: source,
        scenario: SCENARIOS[scenario],
        profiles: profilesOf(symbols),
        lastTicks,
        contracts: contractFlows(contracts, { pairs: symbols, profiles: MARKET_PROFILES }),
        feeds,
      })
    },
  }
}

function recorded(
  file: string,
  { instruments, speed }: { instruments: readonly Instrument[]; speed: number },
): OpenedSource {
  const tape = openTape(file, instruments)
  const { id } = tape.spec
  // A recording is another market than the generated one: their candles must not mix.
  return {
    liveTrading: false,
    seriesName: `tape:${id}:${tape.startTicks}`,
    onlySymbol: id,
    begin: ({ displayed, clock, log }) => createTapePlayer({ tape, displayed, clock, log, speed }),
  }
}

function live(
  exchange: string,
  { symbols, url }: { symbols: readonly SpotInstrument[]; url: string | undefined },
): OpenedSource {
  const adapter = openFeed(exchange, { symbols, url })
  // One pair at a time: exchanges count calls.
  let turn: Promise<unknown> = Promise.resolve()
  return {
    liveTrading: false,
    seriesName: `live:${exchange}`,
    onlySymbol: undefined,
    past(spec, log) {
      const onMissing = (interval: string, error: unknown) =>
        log.warn('The exchange gave no candles; the chart goes without them', {
          exchange,
          symbol: spec.symbol,
          interval,
          error: String(error),
        })
      const mine = turn.then(() => fetchPast(spec, { adapter, fetchJson, onMissing }))
      turn = mine
      return mine
    },
    begin: ({ displayed, clock, random, log, onFirst, onBack }) =>
      createLiveSource({
        adapter,
        symbols,
        displayed,
        clock,
        random,
        log,
        openSocket: openFeedSocket,
        fetchJson,
        onFirst,
        onBack,
      }),
  }
}

function profilesOf(symbols: readonly SpotInstrument[]) {
  return new Map(
    symbols.flatMap(({ symbol }) => {
      const profile = MARKET_PROFILES[symbol]
      return profile ? [[symbol, profile] as const] : []
    }),
  )
}
