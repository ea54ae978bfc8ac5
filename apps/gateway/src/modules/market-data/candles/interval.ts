/**
 * Candle intervals and the half-open spans they cut time into (trading 6). Weeks start on
 * Monday, UTC.
 */
export const INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const
export type Interval = (typeof INTERVALS)[number]
/** What history is kept of; seconds of the last hour alone, and not streamed. */
export type HistoryInterval = Interval | '1s'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

export const INTERVAL_MS: Readonly<Record<HistoryInterval, number>> = {
  '1s': 1_000,
  '1m': MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '30m': 30 * MINUTE,
  '1h': 60 * MINUTE,
  '4h': 240 * MINUTE,
  '1d': DAY,
  '1w': 7 * DAY,
}

/** The epoch was a Thursday; the first Monday after it came four days later. */
const FIRST_MONDAY = 4 * DAY

export function openTimeOf(interval: HistoryInterval, at: number): number {
  const length = INTERVAL_MS[interval]
  const origin = interval === '1w' ? FIRST_MONDAY : 0
  return origin + Math.floor((at - origin) / length) * length
}

export function isInterval(text: string): text is Interval {
  return (INTERVALS as readonly string[]).includes(text)
}

export const isHistoryInterval = (text: string): text is HistoryInterval =>
  text === '1s' || isInterval(text)
