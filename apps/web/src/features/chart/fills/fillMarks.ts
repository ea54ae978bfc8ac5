import { type Chart, type KLineData, type OverlayFigure, registerOverlay } from 'klinecharts'
import type { Side } from '../../../data/spot/model.ts'
import type { FillMark } from './ownFills.ts'

const NAME = 'ownFill'
const GROUP = 'ownFills'
/** Pixels: from the wick to the mark, and how wide and high it is. */
const [DISTANCE, HALF, HEIGHT] = [4, 5, 8]

interface MarkData {
  readonly side: Side
  readonly colour: string
  readonly surface: string
  readonly font: string
  readonly text: string
  readonly isOpen: boolean
}

registerOverlay<MarkData>({
  name: NAME,
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures({ chart, overlay, coordinates, yAxis, bounding }) {
    const [at] = coordinates
    const [point] = overlay.points
    // The library puts what lies before the candles on the first of them.
    const bar = barAt(chart.getDataList(), point?.timestamp ?? 0)
    if (!at || !yAxis || !bar) return []
    const { side, colour } = overlay.extendData
    const isBuy = side === 'buy'
    const tip = yAxis.convertToPixel(isBuy ? bar.low : bar.high) + (isBuy ? DISTANCE : -DISTANCE)
    const base = tip + (isBuy ? HEIGHT : -HEIGHT)
    return [
      {
        type: 'polygon',
        attrs: {
          coordinates: [
            { x: at.x, y: tip },
            { x: at.x - HALF, y: base },
            { x: at.x + HALF, y: base },
          ],
        },
        styles: { style: 'fill', color: colour },
      },
      ...labelOf(overlay.extendData, { x: at.x, y: base, width: bounding.width }),
    ]
  },
})

/** The candle that opened at a time, of many in their order. */
function barAt(bars: readonly KLineData[], timestamp: number): KLineData | undefined {
  let [from, to] = [0, bars.length - 1]
  while (from <= to) {
    const middle = (from + to) >> 1
    const bar = bars[middle]
    if (!bar || bar.timestamp === timestamp) return bar
    if (bar.timestamp < timestamp) from = middle + 1
    else to = middle - 1
  }
  return undefined
}

/** What was traded, beside the mark under the pointer. */
function labelOf(
  { side, colour, surface, font, text, isOpen }: MarkData,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): OverlayFigure[] {
  if (!isOpen) return []
  const isLate = x > width / 2
  return [
    {
      type: 'text',
      ignoreEvent: true,
      attrs: {
        x: isLate ? x - HALF : x + HALF,
        y,
        text,
        align: isLate ? 'right' : 'left',
        baseline: side === 'buy' ? 'top' : 'bottom',
      },
      styles: {
        style: 'stroke_fill',
        color: colour,
        backgroundColor: surface,
        borderColor: colour,
        borderSize: 1,
        borderRadius: 3,
        size: 11,
        family: font,
        paddingLeft: 6,
        paddingRight: 6,
        paddingTop: 3,
        paddingBottom: 3,
      },
    },
  ]
}

export interface FillMarksOptions {
  readonly colours: Readonly<Record<'up' | 'down' | 'surface' | 'font', string>>
  readonly textOf: (mark: FillMark) => string
}

export interface FillMarks {
  draw(marks: readonly FillMark[], options: FillMarksOptions): void
  clear(): void
}

/** The user's own trades on a chart: arrows below and above the candles, never on them. */
export function createFillMarks(
  chart: Pick<Chart, 'createOverlay' | 'removeOverlay' | 'overrideOverlay'>,
): FillMarks {
  const clear = () => void chart.removeOverlay({ groupId: GROUP })
  return {
    clear,
    draw(marks, { colours, textOf }) {
      clear()
      for (const mark of marks) {
        const { openTime, side, lowest } = mark
        const data: MarkData = {
          side,
          colour: side === 'buy' ? colours.up : colours.down,
          surface: colours.surface,
          font: colours.font,
          text: textOf(mark),
          isOpen: false,
        }
        const show = (id: string, isOpen: boolean) =>
          void chart.overrideOverlay({ id, extendData: { ...data, isOpen } })
        chart.createOverlay({
          name: NAME,
          groupId: GROUP,
          lock: true,
          points: [{ timestamp: openTime, value: Number(lowest) }],
          extendData: data,
          onMouseEnter: ({ overlay: { id } }) => show(id, true),
          onMouseLeave: ({ overlay: { id } }) => show(id, false),
          // A press with the second button would remove the mark from the screen.
          onRightClick: (event) => event.preventDefault?.(),
        })
      }
    },
  }
}
