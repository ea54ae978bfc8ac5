import type { Chart } from 'klinecharts'
import { INDICATORS, type Indicator, isOverCandles } from './chartIndicators.ts'

/** Height of an indicator's own pane, px. */
const PANE = 80

/** Brings the chart in step with the list; what is drawn already stays. */
export function applyIndicators(chart: Chart, wanted: readonly Indicator[]): void {
  const drawn = new Set(chart.getIndicators().map(({ name }) => name))
  for (const indicator of [...INDICATORS.over, ...INDICATORS.own]) {
    const isWanted = wanted.includes(indicator)
    if (isWanted === drawn.has(indicator)) continue
    if (!isWanted) chart.removeIndicator({ name: indicator })
    else if (isOverCandles(indicator))
      chart.createIndicator({ name: indicator, paneId: 'candle_pane' }, true)
    else {
      chart.createIndicator({ name: indicator, paneId: indicator })
      chart.setPaneOptions({ id: indicator, height: PANE, minHeight: 48 })
    }
  }
}
