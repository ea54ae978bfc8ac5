import type { Chart } from 'klinecharts'
import { CANDLE_PANE } from '../chartIndicators.ts'
import { legendOf } from '../createLegend.ts'

/** Of a pane: a lower one shows nothing, px. */
const LEAST = 24
/** Of candles: where they have less, the legend of their indicators would cover them, px. */
const LOW = 120

/**
 * Keeps half of a small chart to its candles: the panes below them share the rest. Answers what
 * gives the panes their heights back.
 */
export function fitPanes(chart: Chart): () => void {
  const before = new Map<string, { readonly height: number; readonly minHeight: number }>()

  let isLow = false

  function collapse(isCollapsed: boolean): void {
    if (isCollapsed === isLow) return
    isLow = isCollapsed
    legendOf(chart)?.setCollapsed(isLow)
    chart.resize()
  }

  function fit(): void {
    const panes = new Set(chart.getIndicators().map(({ paneId }) => paneId))
    panes.delete(CANDLE_PANE)
    const half = (chart.getSize()?.height ?? 0) / 2
    if (half === 0) return
    collapse(half < LOW)
    let isChanged = false
    for (const id of panes) {
      const options = chart.getPaneOptions(id)
      if (!options || Array.isArray(options)) continue
      const { height, minHeight } = before.get(id) ?? options
      before.set(id, { height, minHeight })
      const least = Math.min(minHeight, LEAST)
      const shared = Math.max(least, Math.min(height, Math.floor(half / panes.size)))
      if (shared === options.height) continue
      chart.setPaneOptions({ id, height: shared, minHeight: least })
      isChanged = true
    }
    // Its lines stand where the panes begin.
    if (isChanged) legendOf(chart)?.rebuild()
  }

  // It changes with the chart, and when a pane comes or goes.
  const candles = chart.getDom(CANDLE_PANE, 'main')
  let frame = 0
  const observer = new ResizeObserver(() => {
    // Heights that change while they are observed would be observed once more.
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(fit)
  })
  if (candles) observer.observe(candles)
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
    // A chart that was taken away has no panes.
    if (!candles?.isConnected) return
    collapse(false)
    for (const [id, options] of before) chart.setPaneOptions({ id, ...options })
    legendOf(chart)?.rebuild()
  }
}
