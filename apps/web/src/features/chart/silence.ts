import { type Chart, type KLineData, type OverlayFigure, registerOverlay } from 'klinecharts'
import { isSilent, LEAST_SILENT } from './isSilent.ts'

/** Candles in which nothing traded, by their first and last index. */
export interface Silence {
  readonly from: number
  readonly to: number
}

/** Where nothing traded for some candles, of those from an index to another. */
export function silencesOf(
  bars: readonly KLineData[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly Silence[] {
  const found: Silence[] = []
  let first: number | undefined
  for (let index = Math.max(0, from); index <= Math.min(to, bars.length); index++) {
    const bar = index < Math.min(to, bars.length) ? bars[index] : undefined
    if (bar && isSilent(bar)) first ??= index
    else if (first !== undefined) {
      if (index - first >= LEAST_SILENT) found.push({ from: first, to: index - 1 })
      first = undefined
    }
  }
  return found
}

/** Opacity of the ground: candles and grid stay in sight. */
const SHADE = '14'
const SILENCE = 'silence'

registerOverlay({
  name: SILENCE,
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures({ chart, bounding }): OverlayFigure[] {
    // Within most seconds of any market nothing trades.
    if (chart.getPeriod()?.type === 'second') return []
    const half = chart.getBarSpace().bar / 2
    const colour = String(chart.getStyles().yAxis.tickText.color)
    const xOf = (dataIndex: number): number =>
      [chart.convertToPixel({ dataIndex })].flat()[0]?.x ?? 0
    return silencesOf(chart.getDataList(), chart.getVisibleRange()).map(({ from, to }) => {
      const [start, end] = [xOf(from) - half, xOf(to) + half]
      return {
        type: 'rect',
        ignoreEvent: true,
        attrs: { x: start, y: 0, width: end - start, height: bounding.height },
        styles: { style: 'fill', color: `${colour}${SHADE}` },
      }
    })
  },
})

/** Shades the time in which the market stood still: a flat line there is no price that held. */
export function shadeSilence(chart: Pick<Chart, 'getOverlays' | 'createOverlay'>): void {
  if (chart.getOverlays({ groupId: SILENCE }).length > 0) return
  chart.createOverlay({
    name: SILENCE,
    groupId: SILENCE,
    lock: true,
    points: [{ value: 0 }],
    // A press with the second button would remove it.
    onRightClick: (event) => event.preventDefault?.(),
  })
}
