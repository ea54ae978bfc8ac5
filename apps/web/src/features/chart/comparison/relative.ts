import type { KLineData } from 'klinecharts'

/** Closes of the other pair by when its candles opened. */
export type Closes = ReadonlyMap<number, number>

/** What the other pair is measured against: the first candle in view that both have. */
export interface ComparisonBase {
  readonly own: number
  readonly other: number
}

export function baseOf(
  bars: readonly KLineData[],
  { closes, from, to }: { readonly closes: Closes; readonly from: number; readonly to: number },
): ComparisonBase | undefined {
  for (let index = Math.max(0, from); index < Math.min(to, bars.length); index++) {
    const bar = bars[index]
    const other = bar && closes.get(bar.timestamp)
    if (bar && other) return { own: bar.close, other }
  }
  return undefined
}

/** The change of the other pair as a price of the chart's own; drawn, never reckoned with. */
export const asOwnPrice = (close: number, { own, other }: ComparisonBase): number =>
  (own * close) / other
