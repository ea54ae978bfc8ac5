import { CANDLE_INTERVALS, type CandleInterval } from '@x/market'
import type { Period } from 'klinecharts'

export const DEFAULT_INTERVAL: CandleInterval = '15m'

const MINUTE = 60_000

/** What the chart library calls a unit, how long it is, and the most of them in one interval. */
const UNITS = {
  s: { type: 'second', length: 1_000, most: 59 },
  m: { type: 'minute', length: MINUTE, most: 239 },
  h: { type: 'hour', length: 60 * MINUTE, most: 167 },
  d: { type: 'day', length: 1_440 * MINUTE, most: 30 },
  w: { type: 'week', length: 10_080 * MINUTE, most: 12 },
  // As long as most months are at least: where one ends says `endOf`.
  M: { type: 'month', length: 43_200 * MINUTE, most: 12 },
} as const
export type IntervalUnit = keyof typeof UNITS

/** An interval of candles: one of the server's, or one of the trader's such as `7m`, `2h`, `1M`. */
export type ChartInterval = `${number}${IntervalUnit}`

export const partsOf = (
  interval: ChartInterval,
): { readonly count: number; readonly unit: IntervalUnit } => ({
  count: Number.parseInt(interval, 10),
  unit: interval.slice(-1) as IntervalUnit,
})

/** Whether the server has candles of it. */
export const isServed = (interval: ChartInterval): interval is CandleInterval =>
  CANDLE_INTERVALS.some((each) => each === interval)

export function periodOf(interval: ChartInterval): Period {
  const { count, unit } = partsOf(interval)
  return { type: UNITS[unit].type, span: count }
}

/** Milliseconds; of months about. */
export function lengthOf(interval: ChartInterval): number {
  const { count, unit } = partsOf(interval)
  return count * UNITS[unit].length
}

/** When the candle that opened at `openTime` ends. */
export function endOf(interval: ChartInterval, openTime: number): number {
  const { count, unit } = partsOf(interval)
  if (unit !== 'M') return openTime + lengthOf(interval)
  const opened = new Date(openTime)
  return Date.UTC(opened.getUTCFullYear(), opened.getUTCMonth() + count)
}

export function parseInterval(text: string | null | undefined): ChartInterval | undefined {
  const [, count, unit] = /^([1-9]\d{0,2})([smhdwM])$/.exec(text ?? '') ?? []
  return unit && Number(count) <= UNITS[unit as IntervalUnit].most
    ? (text as ChartInterval)
    : undefined
}

/** What storage holds may be from another version. */
export const readInterval = (stored: string | null | undefined): ChartInterval =>
  parseInterval(stored) ?? DEFAULT_INTERVAL
