import { CANDLE_INTERVALS, type CandleInterval } from '@x/market'
import { type ChartInterval, isServed, lengthOf, parseInterval, partsOf } from './intervals.ts'

/** What every trader is offered, the shortest first. */
export const OFFERED: readonly ChartInterval[] = [
  ...(['1s', '5s', '15s', '30s', '1m', '3m', '5m', '15m', '30m', '45m', '1h', '2h'] as const),
  ...(['4h', '6h', '8h', '12h', '1d', '3d', '1w', '1M'] as const),
]

/** How many of a unit make one of the next. */
const NEXT = { s: [60, 'm'], m: [60, 'h'], h: [24, 'd'], d: [7, 'w'] } as const

/** `90m` stays, `120m` is `2h`, ` 24 H ` is `1d`; `undefined` of what is no interval. */
export function readOwnInterval(typed: string): ChartInterval | undefined {
  const [, digits, letter] = /^\s*(\d{1,6})\s*([a-z])\s*$/i.exec(typed) ?? []
  if (digits === undefined || letter === undefined) return undefined
  // Only of minutes and months the case says which.
  let unit = letter === 'M' ? letter : letter.toLowerCase()
  let count = Number(digits)
  for (;;) {
    const [size, larger] = NEXT[unit as keyof typeof NEXT] ?? []
    if (size === undefined || larger === undefined || count === 0 || count % size !== 0) break
    ;[count, unit] = [count / size, larger]
  }
  return parseInterval(`${count}${unit}`)
}

const MOST_OWN = 8

/** Intervals of the trader's own, the shortest first. */
export const readOwnIntervals = (stored: string | null | undefined): readonly ChartInterval[] =>
  sorted((stored ?? '').split(',').flatMap((each) => parseInterval(each) ?? [])).slice(0, MOST_OWN)

/** With one more; the list stays short, what was added first leaves it. */
export function addOwnInterval(stored: string | null | undefined, interval: ChartInterval): string {
  const kept = (stored ?? '').split(',').flatMap((each) => parseInterval(each) ?? [])
  return [...kept.filter((each) => each !== interval), interval].slice(-MOST_OWN).join(',')
}

const sorted = (intervals: readonly ChartInterval[]): readonly ChartInterval[] =>
  [...new Set(intervals)].sort((a, b) => lengthOf(a) - lengthOf(b))

/** All to choose from. */
export const intervalsWith = (own: readonly ChartInterval[]): readonly ChartInterval[] =>
  sorted([...OFFERED, ...own])

/**
 * The longest interval of the server that candles of another are made of; `undefined` below its
 * shortest: those are made of trades.
 */
export function sourceOf(interval: ChartInterval): CandleInterval | undefined {
  if (isServed(interval)) return interval
  const { unit } = partsOf(interval)
  if (unit === 'w') return '1w'
  if (unit === 'M') return '1d'
  return CANDLE_INTERVALS.filter((each) => each !== '1w').findLast(
    (each) => lengthOf(interval) % lengthOf(each) === 0,
  )
}

const DAY = 86_400_000
/** The first Monday. */
const FIRST_WEEK = 4 * DAY

/** When the candle that holds a moment opened, UTC; a week starts on Monday. */
export function openTimeOf(interval: ChartInterval, at: number): number {
  const { count, unit } = partsOf(interval)
  if (unit === 'M') {
    const date = new Date(at)
    const months = date.getUTCFullYear() * 12 + date.getUTCMonth()
    const first = months - (months % count)
    return Date.UTC(Math.floor(first / 12), first % 12)
  }
  const origin = unit === 'w' ? FIRST_WEEK : 0
  const length = lengthOf(interval)
  return Math.floor((at - origin) / length) * length + origin
}
