import type { Chart } from 'klinecharts'
import { type IndicatorParameters, parametersOf } from './indicatorParameters.ts'
import { CANDLE_PANE, INDICATORS, type Indicator, isOverCandles } from './chartIndicators.ts'

/** Height of an indicator's own pane, px. */
const PANE = 80

/** Brings the chart in step with the list; what is drawn already stays. */
export function applyIndicators(
  chart: Chart,
  wanted: readonly Indicator[],
  parameters: IndicatorParameters = {},
): void {
  const drawn = new Set(chart.getIndicators().map(({ name }) => name))
  for (const indicator of [...INDICATORS.over, ...INDICATORS.own]) {
    const isWanted = wanted.includes(indicator)
    const calcParams = [...parametersOf(parameters, indicator)]
    if (isWanted && drawn.has(indicator)) chart.overrideIndicator({ name: indicator, calcParams })
    if (isWanted === drawn.has(indicator)) continue
    if (!isWanted) chart.removeIndicator({ name: indicator })
    else if (isOverCandles(indicator))
      chart.createIndicator({ name: indicator, paneId: CANDLE_PANE, calcParams }, true)
    else {
      chart.createIndicator({ name: indicator, paneId: indicator, calcParams })
      chart.setPaneOptions({ id: indicator, height: PANE, minHeight: 48 })
    }
  }
}

/**
 * Gives each line of the indicators a colour that no other line of its pane has; what comes after
 * the last colour begins anew with dashes.
 */
export function colourLines(chart: Chart, series: readonly string[]): void {
  const used = new Map<string, number>()
  for (const { id, name, paneId, figures } of chart.getIndicators()) {
    const lines = figures.filter(({ type }) => type === 'line' || type === 'circle').length
    const first = used.get(paneId) ?? 0
    used.set(paneId, first + lines)
    if (lines === 0) continue
    chart.overrideIndicator({
      id,
      name,
      paneId,
      styles: {
        lines: Array.from({ length: lines }, (_, index) => ({
          color: series[(first + index) % series.length] ?? '',
          style: first + index < series.length ? ('solid' as const) : ('dashed' as const),
          dashedValue: [4, 2],
          smooth: false,
          size: 1,
        })),
      },
    })
  }
}
