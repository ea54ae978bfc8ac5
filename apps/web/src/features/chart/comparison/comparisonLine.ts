import { type Chart, registerIndicator } from 'klinecharts'
import { CANDLE_PANE } from '../chartIndicators.ts'
import { keepExtraRange } from '../chartTags.ts'
import type { LegendEntry } from '../createLegend.ts'
import { asOwnPrice, baseOf, type Closes } from './relative.ts'

export const COMPARISON = 'COMPARISON'

interface ComparisonData {
  /** By a function: the library takes objects apart. */
  readonly closes: () => Closes
  readonly colour: string
  /** What the legend says of a candle. */
  readonly legend: (at: number) => readonly LegendEntry[]
}

/** `undefined` where there is no candle of the other pair. */
function pricesInView(chart: Chart, closes: Closes): readonly (number | undefined)[] {
  const bars = chart.getDataList()
  const { from, to } = chart.getVisibleRange()
  const base = baseOf(bars, { closes, from, to })
  if (!base) return []
  return bars.slice(Math.max(0, from), to).map(({ timestamp }) => {
    const close = closes.get(timestamp)
    return close === undefined ? undefined : asOwnPrice(close, base)
  })
}

registerIndicator<unknown, unknown, ComparisonData>({
  name: COMPARISON,
  series: 'price',
  figures: [],
  calcParams: [],
  calc: (bars) => bars.map(() => ({})),
  draw({ ctx, chart, indicator: { extendData }, xAxis, yAxis }) {
    const first = Math.max(0, chart.getVisibleRange().from)
    ctx.save()
    ctx.strokeStyle = extendData.colour
    ctx.lineWidth = 1.5
    ctx.setLineDash([])
    ctx.beginPath()
    let isDrawing = false
    for (const [index, price] of pricesInView(chart, extendData.closes()).entries()) {
      if (price === undefined) isDrawing = false
      else {
        const [x, y] = [xAxis.convertToPixel(first + index), yAxis.convertToPixel(price)]
        if (isDrawing) ctx.lineTo(x, y)
        else ctx.moveTo(x, y)
        isDrawing = true
      }
    }
    ctx.stroke()
    ctx.restore()
    return true
  },
})

export interface ComparisonLine {
  /** Draws anew: closes or colours have changed. */
  draw(options: { readonly closes: Closes; readonly colour: string }): void
  clear(): void
}

/** Another pair on the candles of a chart, as the percentage by which it has moved in view. */
export function createComparisonLine(
  chart: Chart,
  {
    name,
    percentText,
    onPanes,
  }: {
    readonly name: string
    readonly percentText: (percent: number) => string
    /** Lines of the legend have come or gone. */
    readonly onPanes: () => void
  },
): ComparisonLine {
  let isThere = false
  let shown: Closes = new Map()
  const legendAt =
    (colour: string) =>
    (at: number): readonly LegendEntry[] => {
      const bar = chart.getDataList()[at]
      const base = baseOf(chart.getDataList(), { closes: shown, ...chart.getVisibleRange() })
      const close = bar && shown.get(bar.timestamp)
      if (!base || close === undefined) return []
      const value = percentText((close / base.other - 1) * 100)
      return [{ title: '', value, tone: colour }]
    }
  return {
    draw({ closes, colour }) {
      shown = closes
      const extendData: ComparisonData = {
        closes: () => shown,
        colour,
        legend: legendAt(colour),
      }
      if (isThere) return void chart.overrideIndicator({ name: COMPARISON, extendData })
      isThere = true
      keepExtraRange(chart, () => {
        const prices = pricesInView(chart, shown).filter((price) => price !== undefined)
        return prices.length === 0
          ? undefined
          : { low: Math.min(...prices), high: Math.max(...prices) }
      })
      chart.createIndicator(
        { name: COMPARISON, shortName: name, paneId: CANDLE_PANE, extendData },
        true,
      )
      onPanes()
    },
    clear() {
      if (!isThere) return
      isThere = false
      keepExtraRange(chart, undefined)
      chart.removeIndicator({ name: COMPARISON })
      onPanes()
    },
  }
}
