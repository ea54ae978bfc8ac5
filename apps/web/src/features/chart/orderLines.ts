import { type Chart, registerOverlay } from 'klinecharts'
import type { SpotOrder, SpotSymbol } from '../orders/model.ts'
import { onTickFrom, type OrderLine } from './orderLine.ts'

const NAME = 'orderLine'
const GROUP = 'orders'

interface LineData {
  readonly line: OrderLine
  readonly colour: string
  readonly surface: string
  readonly text: string
  readonly font: string
}

registerOverlay<LineData>({
  name: NAME,
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: true,
  createPointFigures({ overlay, coordinates, bounding }) {
    const [at] = coordinates
    if (!at) return []
    const { colour, surface, text, font } = overlay.extendData
    return [
      { type: 'line', attrs: { coordinates: [{ x: 0, y: at.y }, { x: bounding.width, y: at.y }] }, styles: { style: 'dashed', color: colour, dashedValue: [4, 4], size: 1 } },
      { type: 'text', attrs: { x: bounding.width - 8, y: at.y, text, align: 'right', baseline: 'middle' }, styles: { color: colour, backgroundColor: surface, borderColor: colour, borderSize: 1, borderRadius: 3, size: 11, family: font, paddingLeft: 6, paddingRight: 6, paddingTop: 3, paddingBottom: 3 } },
    ]
  },
})

export interface OrderLinesOptions {
  readonly lines: readonly OrderLine[]
  readonly spec: SpotSymbol
  readonly colours: { readonly up: string; readonly down: string; readonly surface: string; readonly font: string }
  readonly textOf: (line: OrderLine) => string
  /** A line was let go at another price: asks, and the line stands where the order does until it has moved. */
  readonly onMove: (order: SpotOrder, moved: { readonly field: OrderLine['field']; readonly price: string }) => void
}

/** Draws the user's orders anew; a dragged line springs back, what moves it is the order. */
export function drawOrderLines(chart: Chart, { lines, spec, colours, textOf, onMove }: OrderLinesOptions): void {
  chart.removeOverlay({ groupId: GROUP })
  for (const line of lines) {
    chart.createOverlay({
      name: NAME,
      groupId: GROUP,
      lock: false,
      points: [{ value: Number(line.price) }],
      extendData: { line, colour: line.order.side === 'buy' ? colours.up : colours.down, surface: colours.surface, font: colours.font, text: textOf(line) } satisfies LineData,
      styles: { point: { radius: 0, activeRadius: 0 } },
      // A press with the second button would remove the line from the screen, not the order from the book.
      onRightClick: (event) => event.preventDefault?.(),
      onPressedMoveEnd({ overlay, chart: owner }) {
        const [point] = overlay.points
        owner.overrideOverlay({ id: overlay.id, points: [{ value: Number(line.price) }] })
        const price = point?.value === undefined ? undefined : onTickFrom(point.value, spec)
        if (price !== undefined && Number(price) !== Number(line.price)) onMove(line.order, { field: line.field, price })
      },
    })
  }
}
