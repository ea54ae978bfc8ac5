import { type HistoryInterval, INTERVAL_MS, type Interval, openTimeOf } from './interval.ts'

/** Prices in ticks, volume in lots, turnover in ticks times lots: all integers. */
export interface Candle {
  readonly openTime: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly lots: number
  readonly turnover: bigint
}

export interface Tick {
  readonly ticks: number
  readonly lots: number
  readonly at: number
}

/** A candle in which nothing traded repeats the close before it. */
export function emptyCandle(openTime: number, close: number): Candle {
  return { openTime, open: close, high: close, low: close, close, lots: 0, turnover: 0n }
}

export function withTrade(candle: Candle, { ticks, lots }: Tick): Candle {
  // The first trade of an interval opens it.
  const open = candle.lots === 0 ? ticks : candle.open
  const isFirst = candle.lots === 0
  return {
    openTime: candle.openTime,
    open,
    high: isFirst ? ticks : Math.max(candle.high, ticks),
    low: isFirst ? ticks : Math.min(candle.low, ticks),
    close: ticks,
    lots: candle.lots + lots,
    turnover: candle.turnover + BigInt(ticks) * BigInt(lots),
  }
}

/**
 * A running span of which we missed a part and which the exchange has whole: theirs, with what we
 * received meanwhile. `close`: whose is the younger.
 */
export function mended(
  own: Candle,
  fetched: Candle,
  { close }: { readonly close: 'own' | 'fetched' },
): Candle {
  if (own.lots === 0) return fetched
  const { lots, turnover } = fetched.lots >= own.lots ? fetched : own
  return {
    openTime: own.openTime,
    open: fetched.open,
    high: Math.max(own.high, fetched.high),
    low: Math.min(own.low, fetched.low),
    close: close === 'own' ? own.close : fetched.close,
    lots,
    turnover,
  }
}

/**
 * Joins candles of one span, in order, into one. Silent ones carry nothing: a span opens with its
 * first trade.
 */
export function mergeCandles(openTime: number, parts: readonly Candle[]): Candle {
  const traded = parts.filter(({ lots }) => lots > 0)
  const first = traded[0] ?? parts[0]
  const last = traded.at(-1) ?? parts.at(-1)
  if (!first || !last) throw new RangeError('No candles to merge')
  return {
    openTime,
    open: first.open,
    close: last.close,
    high: traded.reduce((high, part) => Math.max(high, part.high), first.high),
    low: traded.reduce((low, part) => Math.min(low, part.low), first.low),
    lots: traded.reduce((lots, part) => lots + part.lots, 0),
    turnover: traded.reduce((turnover, part) => turnover + part.turnover, 0n),
  }
}

/**
 * Candles of an interval out of finer ones, which must be in order and none longer than the
 * interval.
 */
export function aggregate(candles: readonly Candle[], interval: Interval): Candle[] {
  const merged: Candle[] = []
  let parts: Candle[] = []
  let openTime = Number.NaN
  for (const candle of candles) {
    const span = openTimeOf(interval, candle.openTime)
    if (span !== openTime && parts.length > 0) {
      merged.push(mergeCandles(openTime, parts))
      parts = []
    }
    openTime = span
    parts.push(candle)
  }
  if (parts.length > 0) merged.push(mergeCandles(openTime, parts))
  return merged
}

/**
 * Fills the spans in which nothing was recorded, up to and including the one that holds `until`. At
 * most `limit` at the end.
 */
export function continuous(
  candles: readonly Candle[],
  { interval, until, limit }: { interval: HistoryInterval; until: number; limit: number },
): Candle[] {
  const length = INTERVAL_MS[interval]
  const filled: Candle[] = []
  for (const candle of candles) {
    fill(filled, { to: candle.openTime, length, limit })
    filled.push(candle)
  }
  fill(filled, { to: openTimeOf(interval, until) + length, length, limit })
  return filled.slice(-limit)
}

function fill(
  candles: Candle[],
  { to, length, limit }: { to: number; length: number; limit: number },
): void {
  const last = candles.at(-1)
  if (!last) return
  // A year's pause is not worth half a million empty minutes that nobody will be shown.
  const from = Math.max(last.openTime + length, to - limit * length)
  for (let openTime = from; openTime < to; openTime += length)
    candles.push(emptyCandle(openTime, last.close))
}
