import { type Chart, registerOverlay } from 'klinecharts'
import type { SpotOrder, SpotSymbol } from '../../data/spot/model.ts'
import { onTickFrom, type OrderLine } from './orderLine.ts'

const NAME = 'orderLine'
const AVERAGE = 'averageLine'
const GROUP = 'orders'
const CLOSE = 'close'
/** AvailableWidth for the close handle after the label, pixels. */
const CLOSE_WIDTH = 24

interface LineData {
  readonly line: OrderLine
  readonly colour: string
  readonly surface: string
  readonly text: string
  readonly font: string
}

/** A line across the chart at one price, named on the axis of prices alone. */
const PRICE_LINE = {
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: true,
} as const

registerOverlay<LineData>({
  name: NAME,
  ...PRICE_LINE,
  createPointFigures({ overlay, coordinates, bounding }) {
    const [at] = coordinates
    if (!at) return []
    const { colour, surface, text, font } = overlay.extendData
    return [
      {
        type: 'line',
        attrs: {
          coordinates: [
            { x: 0, y: at.y },
            { x: bounding.width, y: at.y },
          ],
        },
        styles: { style: 'dashed', color: colour, dashedValue: [4, 4], size: 1 },
      },
      {
        type: 'text',
        attrs: {
          x: bounding.width - 8 - CLOSE_WIDTH,
          y: at.y,
          text,
          align: 'right',
          baseline: 'middle',
        },
        styles: label({ colour, surface, font }),
      },
      {
        key: CLOSE,
        type: 'text',
        attrs: { x: bounding.width - 8, y: at.y, text: '✕', align: 'right', baseline: 'middle' },
        styles: label({ colour, surface, font }),
      },
    ]
  },
})

/**
 * What the position cost on average: spot's position line. It is where it is and cannot be moved.
 */
registerOverlay<Omit<LineData, 'line'>>({
  name: AVERAGE,
  ...PRICE_LINE,
  createPointFigures({ overlay, coordinates, bounding }) {
    const [at] = coordinates
    if (!at) return []
    const { colour, surface, text, font } = overlay.extendData
    return [
      {
        type: 'line',
        ignoreEvent: true,
        attrs: {
          coordinates: [
            { x: 0, y: at.y },
            { x: bounding.width, y: at.y },
          ],
        },
        styles: { style: 'dashed', color: colour, dashedValue: [1, 3], size: 1 },
      },
      {
        type: 'text',
        ignoreEvent: true,
        attrs: { x: 8, y: at.y, text, align: 'left', baseline: 'middle' },
        styles: label({ colour, surface, font }),
      },
    ]
  },
})

function label({ colour, surface, font }: Pick<LineData, 'colour' | 'surface' | 'font'>) {
  return {
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
  }
}

export interface OrderLinesOptions {
  readonly lines: readonly OrderLine[]
  readonly spec: SpotSymbol
  readonly colours: {
    readonly up: string
    readonly down: string
    readonly text: string
    readonly surface: string
    readonly font: string
  }
  /** The average buy price and how it is called; absent while there is none. */
  readonly average?: { readonly price: string; readonly name: string } | undefined
  readonly textOf: (line: OrderLine) => string
  /** The close handle of a line was pressed. */
  readonly onClose: (order: SpotOrder) => void
  /**
   * A line was let go at another price: asks, and the line stands where the order does until it has
   * moved.
   */
  readonly onMove: (
    order: SpotOrder,
    moved: { readonly field: OrderLine['field']; readonly price: string },
  ) => void
}

export interface OrderLines {
  /** Draws the user's orders anew; while a line is being dragged, once it is let go. */
  draw(options: OrderLinesOptions): void
  /**
   * Removes all lines, a dragged one too: the chart now belongs to somebody
   * else.
   */
  clear(): void
}

interface OrderLinesPorts {
  /**
   * Reports every button and finger that is lifted anywhere: the chart gets no event of
   * those beside it.
   */
  readonly onLift: (listener: () => void) => () => void
}

type DraggedLine = Pick<OrderLine, 'field'> & { readonly orderId: string }

/** The user's orders on a chart. A dragged line springs back, what moves it is the order. */
export function createOrderLines(chart: Chart, { onLift }: OrderLinesPorts): OrderLines {
  let shown: OrderLinesOptions | undefined
  let held: DraggedLine | undefined
  let stopListening = () => {}

  const hold = ({ order: { orderId }, field }: OrderLine): void => {
    held = { orderId, field }
    stopListening()
    stopListening = onLift(() => {
      if (held) letGo()
    })
  }
  const letGo = (): void => {
    held = undefined
    stopListening()
    paint()
  }

  function paint(): void {
    if (!shown || held) return
    const { lines, colours, average, textOf, onClose } = shown
    chart.removeOverlay({ groupId: GROUP })
    const { surface, font } = colours
    if (average)
      chart.createOverlay({
        name: AVERAGE,
        groupId: GROUP,
        lock: true,
        points: [{ value: Number(average.price) }],
        extendData: { colour: colours.text, surface, font, text: average.name } satisfies Omit<
          LineData,
          'line'
        >,
        styles: { point: { radius: 0, activeRadius: 0 } },
      })
    for (const line of lines) {
      chart.createOverlay({
        name: NAME,
        groupId: GROUP,
        lock: !line.canMove,
        points: [{ value: Number(line.price) }],
        extendData: {
          line,
          colour: line.order.side === 'buy' ? colours.up : colours.down,
          surface,
          font,
          text: textOf(line),
        } satisfies LineData,
        styles: { point: { radius: 0, activeRadius: 0 } },
        // A press with the second button would remove the line from the screen, not the order from
        // the book.
        onRightClick: (event) => event.preventDefault?.(),
        onClick({ figure }) {
          if (figure?.key === CLOSE) onClose(line.order)
        },
        onPressedMoveStart: () => hold(line),
        onPressedMoveEnd({ overlay: { points } }) {
          // Released outside the chart, the end may arrive with the next press, when nobody
          // holds it any more.
          if (held) drop(held, points[0]?.value)
        },
      })
    }
  }

  /**
   * The order as it is by now: while its line was under way it may have been filled, or moved by
   * another tab.
   */
  function drop({ orderId, field }: DraggedLine, value: number | undefined): void {
    letGo()
    const line = shown?.lines.find(
      ({ order, field: at }) => order.orderId === orderId && at === field,
    )
    const price = value === undefined || !shown ? undefined : onTickFrom(value, shown.spec)
    if (line?.canMove && price !== undefined && Number(price) !== Number(line.price))
      shown?.onMove(line.order, { field, price })
  }

  return {
    draw(options) {
      shown = options
      paint()
    },
    clear() {
      held = undefined
      stopListening()
      shown = undefined
      chart.removeOverlay({ groupId: GROUP })
    },
  }
}
