import type { Database } from '../../../platform/db/Database.ts'
import {
  DatabaseUnavailableError,
  isUnavailability,
} from '../../../platform/db/DatabaseUnavailableError.ts'
import { generateHistory, historyStart } from './generatedCandles.ts'
import type { MarketProfile } from '../generator/profile.ts'
import { aggregate, type Candle, continuous, type Tick } from './candle.ts'
import {
  readCandles,
  readOrWriteStart,
  readRecent,
  type SeriesStart,
  writeCandles,
} from './candleRows.ts'
import { createSeries, type Series } from './createSeries.ts'
import { createSecondCandles, type SecondCandles } from './createSecondCandles.ts'
import {
  type HistoryInterval,
  INTERVAL_MS,
  INTERVALS,
  type Interval,
  openTimeOf,
} from './interval.ts'

export interface CandleStore {
  /** Opens the series of a pair. */
  open(symbol: string, options: OpenSeriesOptions): Promise<void>
  trade(symbol: string, tick: Tick): void
  /** Candles as they really were, for the spans since the last message of a pair. */
  mend(
    symbol: string,
    options: { readonly fetched: FetchedCandles; readonly since: number; readonly now: number },
  ): void
  running(symbol: string, interval: Interval): Candle | undefined
  /**
   * Of those in memory, the one that opened at `openTime`, as it is now, and all after it;
   * ascending, the last one is still growing.
   */
  since(
    symbol: string,
    options: { readonly interval: Interval; readonly openTime: number },
  ): readonly Candle[]
  lastTicks(symbol: string): number | undefined
  /**
   * Ascending, the newest at the end, all opening before `before`, without gaps; of seconds those
   * that have closed.
   */
  read(
    symbol: string,
    query: { interval: HistoryInterval; before: number; limit: number; now: number },
  ): Promise<Candle[]>
  /** The last 24 hours by the minute, the running one included. */
  day(symbol: string, now: number): readonly Candle[]
  /** Writes what has changed. */
  flush(now: number): Promise<void>
}

type FetchedCandles = Readonly<Partial<Record<Interval, readonly Candle[]>>>

export interface OpenSeriesOptions {
  readonly startTicks: number
  readonly at: number
  /**
   * A past is generated, the first time, that ends at `startTicks`; or it is what an exchange
   * reported, each time, gaps of our own included.
   */
  readonly from: { readonly profile: MarketProfile } | { readonly fetched: FetchedCandles }
}

interface Open {
  readonly series: Series
  readonly seconds: SecondCandles
  readonly start: SeriesStart
  readonly past: () => readonly Candle[]
  /** The past of the day before the series began, and of the spans in which it began. */
  readonly newestPast: () => readonly Candle[]
  readonly isGenerated: boolean
}

const RESTORED = 1_500
const DAY_MINUTES = 1_440

/**
 * Candles of all pairs: the generated past, the database, and what is being traded now, as one
 * series each.
 */
export function createCandleStore({ db, source }: { db: Database; source: string }): CandleStore {
  const opened = new Map<string, Open>()

  const openSeries = async (
    symbol: string,
    { startTicks, at, from }: OpenSeriesOptions,
  ): Promise<Open> => {
    const { isNew, ...start } = await readOrWriteStart(db, {
      source,
      symbol,
      startedAt: openTimeOf('1m', at),
      startTicks,
    })
    const pastFrom = (since?: number) =>
      'fetched' in from
        ? []
        : generateHistory({
            seed: `${source} ${symbol}`,
            profile: from.profile,
            endTicks: start.startTicks,
            endsAt: start.startedAt,
            ...(since === undefined ? {} : { since }),
          })
    const past = lazily(() => pastFrom())
    const newestPast = lazily(() => pastFrom(newestPastStart(start.startedAt)))
    const fetched =
      'fetched' in from
        ? INTERVALS.flatMap((interval) =>
            (from.fetched[interval] ?? []).map((candle) => ({ interval, candle })),
          )
        : []
    await writeCandles(db, { source, series: [{ symbol, changes: fetched }] })
    const restored =
      isNew && fetched.length === 0 ? {} : await readRecent(db, { source, symbol, limit: RESTORED })
    return {
      start,
      past,
      newestPast,
      isGenerated: 'profile' in from,
      seconds: createSecondCandles(),
      series: createSeries({ restored, past: isNew ? newestPast() : [], ...start }),
    }
  }

  /** `undefined` while the database is away. */
  const olderThan = async (
    before: number,
    { symbol, interval, limit }: { symbol: string; interval: Interval; limit: number },
  ): Promise<Candle[] | undefined> => {
    try {
      return await readCandles(db, { source, symbol, interval, before, limit })
    } catch (error) {
      if (!isUnavailability(error)) throw error
      return undefined
    }
  }

  const read: CandleStore['read'] = async (symbol, { interval, before, limit, now }) => {
    const open = opened.get(symbol)
    if (!open) return []
    if (interval === '1s') return open.seconds.read({ before, limit, now })
    open.series.passTo(now)
    const recent = open.series.recent(interval)
    const oldest = recent[0]?.openTime ?? 0
    // A generated past is no row of the database: a series that is in memory from its first span on
    // has nothing else there.
    const isWhole = open.isGenerated && oldest <= openTimeOf(interval, open.start.startedAt)
    const older =
      isWhole || (before > oldest && recent.length >= limit)
        ? []
        : await olderThan(Math.min(before, oldest), { symbol, interval, limit })
    const traded = [...(older ?? []), ...recent].filter(({ openTime }) => openTime < before)
    if (!older && traded.length === 0) throw new DatabaseUnavailableError()
    // What lies before those in memory is not known while the database is away: fewer candles, not
    // invented ones.
    const missing = older ? limit - traded.length : 0
    const all = missing > 0 ? [...pastOf(open, interval), ...traded] : traded
    const inReach = all.filter(({ openTime }) => openTime < before)
    const until = Math.min(before - 1, now)
    return continuous(inReach, { interval, until, limit })
  }

  return {
    async open(symbol, options) {
      opened.set(symbol, await openSeries(symbol, options))
    },
    trade(symbol, tick) {
      const open = opened.get(symbol)
      open?.series.trade(tick)
      open?.seconds.trade(tick)
    },
    mend(symbol, { fetched, since, now }) {
      const open = opened.get(symbol)
      open?.series.passTo(now)
      open?.series.mend(fetched, since)
      open?.seconds.clear()
    },
    running: (symbol, interval) => opened.get(symbol)?.series.running(interval),
    since: (symbol, { interval, openTime }) =>
      opened.get(symbol)?.series.since(interval, openTime) ?? [],
    lastTicks: (symbol) => opened.get(symbol)?.series.lastTicks(),
    read,
    day(symbol, now) {
      const open = opened.get(symbol)
      if (!open) return []
      open.series.passTo(now)
      const since = now - DAY_MINUTES * INTERVAL_MS['1m']
      const recent = open.series.recent('1m')
      const first = recent[0]?.openTime ?? now
      const before =
        first > since
          ? open
              .newestPast()
              .filter((candle) => candle.openTime >= since && candle.openTime < first)
          : []
      return [...before, ...recent.filter((candle) => candle.openTime >= since)]
    },
    async flush(now) {
      const changed = [...opened].map(([symbol, { series }]) => {
        series.passTo(now)
        return { symbol, series, changes: series.takeChanges() }
      })
      await writeCandles(db, { source, series: changed }).catch((error: unknown) => {
        // They are written with the next ones.
        for (const { series, changes } of changed) series.putBack(changes)
        throw error
      })
    },
  }
}

const newestPastStart = (startedAt: number): number =>
  Math.min(
    startedAt - DAY_MINUTES * INTERVAL_MS['1m'],
    ...INTERVALS.map((interval) => openTimeOf(interval, startedAt)),
  )

/** The generated candles of an interval, up to the span in which the series began. */
function pastOf({ start, past }: Open, interval: Interval): Candle[] {
  const from = historyStart(interval, start.startedAt)
  const until = openTimeOf(interval, start.startedAt)
  return aggregate(
    past().filter(({ openTime }) => openTime >= from && openTime < until),
    interval,
  )
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
