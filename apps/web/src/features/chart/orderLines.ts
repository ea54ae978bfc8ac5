import {
  type Chart,
  type OverlayCreateFiguresCallbackParams,
  type OverlayFigure,
  registerOverlay,
} from 'klinecharts'
import type { SpotOrder, SpotSymbol } from '../../data/spot/model.ts'
import { keepLines, layOutTags } from './chartTags.ts'
import { onTickFrom } from './onTickFrom.ts'
import type { LineOrder, OrderLine } from './orderLine.ts'
import { edgeNotice, TAG_HEIGHT } from './priceScale.ts'

const NAME = 'orderLine'
const AVERAGE = 'averageLine'
const GROUP = 'orders'
/** Pixels after the last candle: with labels of orders, and without. */
const LABEL_SPACE = 150
const PLAIN_SPACE = 48
const CLOSE = 'close'
/** AvailableWidth for the close handle after the label, pixels. */
const CLOSE_WIDTH = 24

interface LineData {
  readonly line: OrderLine<LineOrder>
  readonly colour: string
  readonly surface: string
  readonly text: string
  readonly font: string
  /** Pixels of the text of its label. */
  readonly labelWidth?: number
  /** Whether the name stands in the middle of the line: another line is often near. */
  readonly isMiddle?: boolean
  /** Prices of all lines on the chart, in the order of `index`. */
  readonly prices?: readonly number[]
  readonly index?: number
}

/** A line across the chart at one price, named on the axis of prices alone. */
const PRICE_LINE = {
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
} as const

/** Pixels beside the text of a label. */
const LABEL_PADDING = 6

/** Below the labels of lines: candles stay visible through it. */
const GLASS = 'b3'

/** The tag of a line on the axis of prices, or its notice at the edge while it is off scale. */
function axisTag<E extends Omit<LineData, 'line'>>({
  overlay,
  coordinates,
  bounding,
  chart,
  yAxis,
}: OverlayCreateFiguresCallbackParams<E>): OverlayFigure[] {
  const { colour, surface, font, prices = [], index = 0 } = overlay.extendData
  const [at] = coordinates
  const price = prices[index]
  if (!at || !yAxis || price === undefined) return []
  const { height, width } = bounding
  const range = yAxis.getRange()
  const { from, to } = range
  const digits = chart.getSymbol()?.pricePrecision ?? 2
  const written = chart
    .getDecimalFold()
    .format(chart.getThousandsSeparator().format(price.toFixed(digits)))
  const edge = edgeNotice(price, { prices, from, to })
  if (!edge && (price < from || price > to)) return []
  const edgeY = edge?.edge === 'above' ? TAG_HEIGHT / 2 + 1 : height - TAG_HEIGHT / 2 - 1
  const y = edge ? edgeY : (layOutTags(chart, range, height).places[index] ?? at.y)
  const arrow = edge ? (edge.edge === 'above' ? '↑ ' : '↓ ') : ''
  const more = edge && edge.more > 0 ? ` +${edge.more}` : ''
  return [
    {
      type: 'text',
      ignoreEvent: true,
      attrs: {
        x: 0,
        y,
        width,
        height: TAG_HEIGHT,
        text: `${arrow}${written}${more}`,
        baseline: 'middle',
      },
      styles: {
        ...label({ colour, surface, font }),
        backgroundColor: surface,
        paddingLeft: 4,
        paddingRight: 2,
        paddingTop: 3,
        paddingBottom: 3,
      },
    },
  ]
}

/** Where the label of a line stands: whole, whatever the edge; none of a line off scale. */
function labelPlace(y: number, height: number | undefined): number | undefined {
  if (height === undefined) return y
  if (y < 0 || y > height) return undefined
  return Math.min(Math.max(y, TAG_HEIGHT / 2 + 1), height - TAG_HEIGHT / 2 - 1)
}

/** A line across the chart, but not through the words of its label and its handle. */
function dashes({
  y,
  place,
  width,
  labelWidth,
}: {
  readonly y: number
  readonly place: number
  readonly width: number
  readonly labelWidth: number
}) {
  const part = (from: number, to: number) => ({
    coordinates: [
      { x: from, y },
      { x: to, y },
    ],
  })
  if (labelWidth === 0 || Math.abs(place - y) > TAG_HEIGHT / 2) return [part(0, width)]
  const end = width - 8
  return [
    part(0, Math.max(0, end - CLOSE_WIDTH - labelWidth - 2 * LABEL_PADDING)),
    part(end, width),
  ]
}

registerOverlay<LineData>({
  name: NAME,
  ...PRICE_LINE,
  createYAxisFigures: axisTag,
  createPointFigures({ overlay, coordinates, bounding }) {
    const [at] = coordinates
    const place = at && labelPlace(at.y, bounding.height)
    if (!at || place === undefined) return []
    const { colour, surface, text, font, labelWidth = 0 } = overlay.extendData
    return [
      {
        type: 'line',
        attrs: dashes({ y: at.y, place, width: bounding.width, labelWidth }),
        styles: { style: 'dashed', color: colour, dashedValue: [4, 4], size: 1 },
      },
      {
        type: 'text',
        attrs: {
          x: bounding.width - 8 - CLOSE_WIDTH,
          y: place,
          text,
          align: 'right',
          baseline: 'middle',
        },
        styles: label({ colour, surface, font }),
      },
      {
        key: CLOSE,
        type: 'text',
        attrs: { x: bounding.width - 8, y: place, text: '✕', align: 'right', baseline: 'middle' },
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
  createYAxisFigures: axisTag,
  createPointFigures({ overlay, coordinates, bounding }) {
    const [at] = coordinates
    const place = at && labelPlace(at.y, bounding.height)
    if (!at || place === undefined) return []
    const { colour, surface, text, font, isMiddle } = overlay.extendData
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
        attrs: isMiddle
          ? { x: bounding.width / 2, y: place, text, align: 'center', baseline: 'bottom' }
          : { x: 8, y: place, text, align: 'left', baseline: 'bottom' },
        // Above its line, without a ground: candles stay in sight.
        styles: {
          ...label({ colour, surface, font }),
          backgroundColor: 'transparent',
          borderSize: 0,
        },
      },
    ]
  },
})

function label({ colour, surface, font }: Pick<LineData, 'colour' | 'surface' | 'font'>) {
  return {
    style: 'stroke_fill' as const,
    color: colour,
    backgroundColor: `${surface}${GLASS}`,
    borderColor: colour,
    borderSize: 1,
    borderRadius: 3,
    size: 11,
    family: font,
    paddingLeft: LABEL_PADDING,
    paddingRight: LABEL_PADDING,
    paddingTop: 3,
    paddingBottom: 3,
  }
}

/** A price that is where it is. */
export interface FixedLine {
  readonly price: string
  readonly name: string
  /** Default: that of text. */
  readonly tone?: 'text' | 'accent'
  /** Whether its name stands in the middle; default: at the start. */
  readonly isMiddle?: boolean
}

export interface OrderLinesOptions<Order extends LineOrder = SpotOrder> {
  readonly lines: readonly OrderLine<Order>[]
  readonly spec: Pick<SpotSymbol, 'tickSize' | 'pricePlace'>
  readonly colours: {
    readonly up: string
    readonly down: string
    readonly text: string
    readonly accent: string
    readonly surface: string
    readonly font: string
  }
  /** Prices that cannot be moved: the average buy price, entry and liquidation of positions. */
  readonly fixed?: readonly FixedLine[] | undefined
  readonly textOf: (line: OrderLine<Order>) => string
  /** The close handle of a line was pressed. */
  readonly onClose: (order: Order, field: OrderLine['field']) => void
  /**
   * A line was let go at another price: asks, and the line stands where the order does until it has
   * moved.
   */
  readonly onMove: (
    order: Order,
    moved: { readonly field: OrderLine['field']; readonly price: string },
  ) => void
}

export interface OrderLines<Order extends LineOrder = SpotOrder> {
  /** Draws the user's orders anew; while a line is being dragged, once it is let go. */
  draw(options: OrderLinesOptions<Order>): void
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
  /** Pixels that a text takes in a font. */
  readonly textWidth: (text: string, font: string) => number
}

/** The library draws the cross above all lines: it would run through the label of a dragged one. */
const showCross = (chart: Chart, show: boolean): void =>
  chart.setStyles({ crosshair: { horizontal: { show } } })

type DraggedLine = Pick<OrderLine, 'field'> & { readonly orderId: string }

/** The user's orders on a chart. A dragged line springs back, what moves it is the order. */
export function createOrderLines<Order extends LineOrder = SpotOrder>(
  chart: Chart,
  { onLift, textWidth }: OrderLinesPorts,
): OrderLines<Order> {
  let shown: OrderLinesOptions<Order> | undefined
  let held: DraggedLine | undefined
  let stopListening = () => {}

  const hold = ({ order: { orderId }, field }: OrderLine<Order>): void => {
    held = { orderId, field }
    showCross(chart, false)
    stopListening()
    stopListening = onLift(() => {
      if (held) letGo()
    })
  }
  const letGo = (): void => {
    held = undefined
    showCross(chart, true)
    stopListening()
    paint()
  }

  function paint(): void {
    if (!shown || held) return
    const { lines, colours, fixed = [], textOf, onClose } = shown
    chart.removeOverlay({ groupId: GROUP })
    const { surface, font } = colours
    const prices = [
      ...lines.map(({ price }) => Number(price)),
      ...fixed.map(({ price }) => Number(price)),
    ]
    keepLines(chart, prices)
    for (const [at, { price, name, tone = 'text', isMiddle = false }] of fixed.entries())
      chart.createOverlay({
        name: AVERAGE,
        groupId: GROUP,
        lock: true,
        points: [{ value: Number(price) }],
        extendData: {
          colour: colours[tone],
          surface,
          font,
          text: name,
          isMiddle,
          prices,
          index: lines.length + at,
        } satisfies Omit<LineData, 'line'>,
        styles: { point: { radius: 0, activeRadius: 0 } },
      })
    // Space at the end of the chart, so that labels do not cover candles.
    chart.setOffsetRightDistance(lines.length > 0 ? LABEL_SPACE : PLAIN_SPACE)
    for (const [index, line] of lines.entries()) {
      const text = textOf(line)
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
          text,
          labelWidth: textWidth(text, font),
          prices,
          index,
        } satisfies LineData,
        styles: { point: { radius: 0, activeRadius: 0 } },
        // A press with the second button would remove the line from the screen, not the order from
        // the book.
        onRightClick: (event) => event.preventDefault?.(),
        onClick({ figure }) {
          if (figure?.key === CLOSE) onClose(line.order, line.field)
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
      if (held) showCross(chart, true)
      held = undefined
      stopListening()
      shown = undefined
      keepLines(chart, [])
      chart.removeOverlay({ groupId: GROUP })
    },
  }
}
