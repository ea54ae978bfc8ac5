import { CANDLE_INTERVALS, type CandleInterval } from '@x/market'
import type { Period } from 'klinecharts'

export const DEFAULT_INTERVAL: CandleInterval = '15m'

const MINUTE = 60_000

/** What the chart library calls a period, and how long one is. */
const TABLE: Readonly<
  Record<CandleInterval, { readonly period: Period; readonly length: number }>
> = {
  '1m': { period: { type: 'minute', span: 1 }, length: MINUTE },
  '5m': { period: { type: 'minute', span: 5 }, length: 5 * MINUTE },
  '15m': { period: { type: 'minute', span: 15 }, length: 15 * MINUTE },
  '30m': { period: { type: 'minute', span: 30 }, length: 30 * MINUTE },
  '1h': { period: { type: 'hour', span: 1 }, length: 60 * MINUTE },
  '4h': { period: { type: 'hour', span: 4 }, length: 240 * MINUTE },
  '1d': { period: { type: 'day', span: 1 }, length: 1_440 * MINUTE },
  '1w': { period: { type: 'week', span: 1 }, length: 10_080 * MINUTE },
}

export const periodOf = (interval: CandleInterval): Period => TABLE[interval].period

/** Milliseconds. */
export const lengthOf = (interval: CandleInterval): number => TABLE[interval].length

/** What storage holds may be from another version. */
export function readInterval(stored: string | null | undefined): CandleInterval {
  return CANDLE_INTERVALS.find((interval) => interval === stored) ?? DEFAULT_INTERVAL
}
