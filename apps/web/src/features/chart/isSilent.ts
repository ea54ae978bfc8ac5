import type { KLineData } from 'klinecharts'

/** Fewer silent candles are the way of a quiet pair. */
export const LEAST_SILENT = 3

/** Whether nothing traded in a candle. */
export const isSilent = ({ high, low, volume }: KLineData): boolean => volume === 0 && high === low

/** Whether nothing traded for some candles in a row. */
export function hasSilence(bars: readonly KLineData[]): boolean {
  let count = 0
  for (const bar of bars) {
    count = isSilent(bar) ? count + 1 : 0
    if (count === LEAST_SILENT) return true
  }
  return false
}
