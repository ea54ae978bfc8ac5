import type { KLineData } from 'klinecharts'

/** Name of the indicator that draws averaged candles. */
export const HEIKIN_ASHI = 'HEIKIN'

/** Prices of one averaged candle. */
export interface AveragedCandle {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/**
 * Heikin-Ashi: each close is the mean of the candle's four prices, each open the middle of the
 * averaged candle before it.
 */
export function averageCandles(
  candles: readonly Pick<KLineData, 'open' | 'high' | 'low' | 'close'>[],
): AveragedCandle[] {
  let before: AveragedCandle | undefined
  return candles.map(({ open: opened, high, low, close: closed }) => {
    const close = (opened + high + low + closed) / 4
    const open = before ? (before.open + before.close) / 2 : (opened + closed) / 2
    before = { open, close, high: Math.max(high, open, close), low: Math.min(low, open, close) }
    return before
  })
}
