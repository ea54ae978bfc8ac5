import {
  aggregate,
  type Candle,
  continuous,
  emptyCandle,
  mended,
  type Tick,
  withTrade,
} from './candle.ts'
import { INTERVAL_MS, INTERVALS, type Interval, openTimeOf } from './interval.ts'

/** Candles of one interval kept in memory; older ones are in the database. */
const KEPT = 2_000

export interface SeriesChange {
  readonly interval: Interval
  readonly candle: Candle
}

/** The candles of one pair since its series began, for every interval. */
export interface Series {
  /** Takes a trade in. */
  trade(tick: Tick): void
  /**
   * Puts what somebody else saw into the spans that were open at `since` or later; what is fetched
   * beyond the running spans is left out.
   */
  mend(fetched: Readonly<Partial<Record<Interval, readonly Candle[]>>>, since: number): void
  /** Lets time pass: spans in which nothing traded get their empty candle. */
  passTo(at: number): void
  /** Ascending; the last one is still growing. */
  recent(interval: Interval): readonly Candle[]
  running(interval: Interval): Candle | undefined
  /** The candle that opened at `openTime`, as it is now, and all after it. */
  since(interval: Interval, openTime: number): readonly Candle[]
  lastTicks(): number | undefined
  /** Candles changed since the last call, for the database. */
  takeChanges(): SeriesChange[]
  /** Changes that could not be written; later ones of the same candles win. */
  putBack(changes: readonly SeriesChange[]): void
}

/**
 * `restored`: what the database has. `past`: generated candles that the first running candles begin
 * with.
 */
export function createSeries({
  restored = {},
  past = [],
  startTicks,
  startedAt,
}: {
  restored?: Partial<Record<Interval, readonly Candle[]>>
  past?: readonly Candle[]
  startTicks: number
  startedAt: number
}): Series {
  const lists = new Map<Interval, Candle[]>(
    INTERVALS.map((interval) => [interval, [...(restored[interval] ?? [])]]),
  )
  const changed = new Map<string, SeriesChange>()
  let tradedAt = 0
  const listOf = (interval: Interval): Candle[] => lists.get(interval) ?? []

  const put = (interval: Interval, candle: Candle): void => {
    const list = listOf(interval)
    if (list.at(-1)?.openTime === candle.openTime) list[list.length - 1] = candle
    else list.push(candle)
    if (list.length > KEPT) list.splice(0, list.length - KEPT)
    changed.set(`${interval} ${candle.openTime}`, { interval, candle })
  }

  /** The candle of the span that holds `at`, with the silent spans before it filled in. */
  const open = (interval: Interval, at: number): Candle => {
    const last = listOf(interval).at(-1)
    const openTime = openTimeOf(interval, at)
    if (last && last.openTime >= openTime) return last
    const missing = last
      ? continuous([last], { interval, until: at, limit: KEPT }).slice(1)
      : [emptyCandle(openTime, startTicks)]
    for (const candle of missing.length > 0 ? missing : [emptyCandle(openTime, startTicks)])
      put(interval, candle)
    return listOf(interval).at(-1) ?? emptyCandle(openTime, startTicks)
  }

  // The span that was open when the series began carries what the past had traded in it.
  for (const interval of INTERVALS) {
    if (listOf(interval).length > 0) continue
    const openTime = openTimeOf(interval, startedAt)
    const begun = aggregate(
      past.filter((candle) => candle.openTime >= openTime && candle.openTime < startedAt),
      interval,
    )[0]
    put(
      interval,
      begun && INTERVAL_MS[interval] > INTERVAL_MS['1m']
        ? begun
        : emptyCandle(openTime, startTicks),
    )
  }

  return {
    trade(tick) {
      tradedAt = tick.at
      for (const interval of INTERVALS) put(interval, withTrade(open(interval, tick.at), tick))
    },
    mend(fetched, since) {
      for (const interval of INTERVALS) {
        const list = listOf(interval)
        const first = openTimeOf(interval, since)
        for (const [index, own] of list.entries()) {
          const candle =
            own.openTime < first
              ? undefined
              : fetched[interval]?.find(({ openTime }) => openTime === own.openTime)
          if (!candle) continue
          const whole =
            index === list.length - 1
              ? mended(own, candle, { close: tradedAt > since ? 'own' : 'fetched' })
              : candle
          list[index] = whole
          changed.set(`${interval} ${whole.openTime}`, { interval, candle: whole })
        }
      }
    },
    passTo(at) {
      for (const interval of INTERVALS) open(interval, at)
    },
    recent: listOf,
    running: (interval) => listOf(interval).at(-1),
    since: (interval, openTime) =>
      listOf(interval).slice(
        Math.max(
          0,
          listOf(interval).findLastIndex((candle) => candle.openTime <= openTime),
        ),
      ),
    lastTicks: () => listOf('1m').at(-1)?.close,
    takeChanges() {
      const changes = [...changed.values()]
      changed.clear()
      return changes
    },
    putBack(changes) {
      for (const change of changes) {
        const key = `${change.interval} ${change.candle.openTime}`
        if (!changed.has(key)) changed.set(key, change)
      }
    },
  }
}
