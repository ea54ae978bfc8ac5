import {
  type Coordinate,
  type OverlayCreateFiguresCallbackParams,
  type OverlayFigure,
  type OverlayTemplate,
  registerOverlay,
} from 'klinecharts'

type Params = OverlayCreateFiguresCallbackParams<unknown>

const polygon = (coordinates: readonly Coordinate[]): OverlayFigure => ({
  type: 'polygon',
  attrs: { coordinates: [...coordinates] },
  styles: { style: 'stroke_fill' },
})
const lines = (...each: readonly (readonly Coordinate[])[]): OverlayFigure => ({
  type: 'line',
  attrs: each.map((coordinates) => ({ coordinates: [...coordinates] })),
})

/** The four corners of the box between two points. */
export const boxOf = (a: Coordinate, b: Coordinate): readonly Coordinate[] => [
  a,
  { x: b.x, y: a.y },
  b,
  { x: a.x, y: b.y },
]

const ROUND = 48

/** An ellipse in the box between two points, as a polygon. */
export function ellipseOf(a: Coordinate, b: Coordinate): readonly Coordinate[] {
  const [centreX, centreY] = [(a.x + b.x) / 2, (a.y + b.y) / 2]
  return Array.from({ length: ROUND }, (_, index) => {
    const angle = (index / ROUND) * 2 * Math.PI
    return {
      x: centreX + ((b.x - a.x) / 2) * Math.cos(angle),
      y: centreY + ((b.y - a.y) / 2) * Math.sin(angle),
    }
  })
}

/** The head of an arrow from one point to another. */
export function arrowHead(from: Coordinate, to: Coordinate): readonly Coordinate[] {
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  const side = (turn: number) => ({
    x: to.x - 10 * Math.cos(angle + turn),
    y: to.y - 10 * Math.sin(angle + turn),
  })
  return [to, side(0.45), side(-0.45)]
}

/** From `from` through `through` to the edge of the pane that lies on the way. */
export function rayTo(
  from: Coordinate,
  through: Coordinate,
  { width }: { readonly width: number },
): Coordinate {
  if (through.x === from.x) return { x: from.x, y: through.y < from.y ? -1e4 : 1e4 }
  const x = through.x > from.x ? width : 0
  return { x, y: from.y + ((through.y - from.y) / (through.x - from.x)) * (x - from.x) }
}

/** Shares of the first move, laid on the third point. */
const EXTENSIONS = [0, 0.382, 0.618, 1, 1.272, 1.618, 2.618] as const

const priceText = ({ chart }: Pick<Params, 'chart'>, price: number): string =>
  chart
    .getDecimalFold()
    .format(
      chart.getThousandsSeparator().format(price.toFixed(chart.getSymbol()?.pricePrecision ?? 2)),
    )
const shareText = (share: number): string => `${share > 0 ? '+' : ''}${(share * 100).toFixed(2)}%`

/** A move between two points: by how much, by which share, over how many candles. */
export function moveText(params: Pick<Params, 'chart' | 'overlay'>): string {
  const [from, to] = params.overlay.points
  if (from?.value === undefined || to?.value === undefined) return ''
  const period = params.chart.getPeriod()
  const bars = (to.dataIndex ?? 0) - (from.dataIndex ?? 0)
  const change = to.value - from.value
  const unit = period
    ? ` × ${period.span}${period.type === 'month' ? 'M' : period.type.charAt(0)}`
    : ''
  const moved = `${change > 0 ? '+' : ''}${priceText(params, change)}`
  return `${moved} · ${shareText(change / from.value)} · ${bars}${unit}`
}

/** Where the levels of an extension stand: the third point and shares of the first move. */
export function extensionLevels(
  values: readonly (number | undefined)[],
): readonly { readonly share: number; readonly value: number }[] {
  const [start, end, base] = values
  if (start === undefined || end === undefined || base === undefined) return []
  return EXTENSIONS.map((share) => ({ share, value: base + (end - start) * share }))
}

/** Candles themselves may be see-through. */
const toneColour = ({ chart }: Pick<Params, 'chart'>, rises: boolean): string =>
  chart.getStyles().indicator.ohlc[rises ? 'upColor' : 'downColor']

const label = (at: Coordinate, text: string, above = true): OverlayFigure => ({
  type: 'text',
  attrs: { x: at.x, y: at.y, text, align: 'center', baseline: above ? 'bottom' : 'top' },
  ignoreEvent: true,
})

/** Entry, target and stop: what may be won and lost, and how they compare. */
function positionFigures(params: Params, isLong: boolean): OverlayFigure[] {
  const { coordinates, overlay } = params
  const [entry, target, stop] = coordinates
  const [at, goal, loss] = overlay.points.map(({ value }) => value)
  if (!entry || !target) return []
  const end = Math.max(entry.x, target.x)
  const zone = (to: Coordinate, tone: 'up' | 'down'): OverlayFigure => {
    const colour = toneColour(params, tone === 'up')
    return {
      ...polygon(boxOf(entry, { x: end, y: to.y })),
      styles: { style: 'stroke_fill', color: `${colour}26`, borderColor: colour },
    }
  }
  const middle = (entry.x + end) / 2
  const text = (value: number | undefined) =>
    at === undefined || value === undefined
      ? ''
      : `${priceText(params, value)} (${shareText(((value - at) / at) * (isLong ? 1 : -1))})`
  const figures = [zone(target, 'up'), label({ x: middle, y: target.y }, text(goal), isLong)]
  if (!stop) return figures
  const ratio =
    at === undefined || loss === at ? 0 : Math.abs(((goal ?? 0) - at) / (at - (loss ?? 0)))
  return [
    ...figures,
    zone(stop, 'down'),
    label({ x: middle, y: stop.y }, text(loss), !isLong),
    label({ x: middle, y: entry.y }, `1 : ${ratio.toFixed(2)}`),
  ]
}

const TOOLS: readonly (Pick<OverlayTemplate, 'name' | 'createPointFigures'> & {
  readonly points: number
})[] = [
  {
    name: 'arrow',
    points: 2,
    createPointFigures: ({ coordinates: [from, to] }) =>
      from && to
        ? [lines([from, to]), { ...polygon(arrowHead(from, to)), styles: { style: 'fill' } }]
        : [],
  },
  {
    name: 'rectangle',
    points: 2,
    createPointFigures: ({ coordinates: [a, b] }) => (a && b ? [polygon(boxOf(a, b))] : []),
  },
  {
    name: 'ellipse',
    points: 2,
    createPointFigures: ({ coordinates: [a, b] }) => (a && b ? [polygon(ellipseOf(a, b))] : []),
  },
  {
    name: 'triangle',
    points: 3,
    createPointFigures: ({ coordinates }) => (coordinates.length < 2 ? [] : [polygon(coordinates)]),
  },
  {
    name: 'pitchfork',
    points: 3,
    createPointFigures({ coordinates: [handle, upper, lower], bounding }) {
      if (!handle || !upper) return []
      if (!lower) return [lines([handle, upper])]
      const middle = { x: (upper.x + lower.x) / 2, y: (upper.y + lower.y) / 2 }
      const way = { x: middle.x - handle.x, y: middle.y - handle.y }
      const tine = (from: Coordinate) => [
        from,
        rayTo(from, { x: from.x + way.x, y: from.y + way.y }, bounding),
      ]
      return [
        lines([handle, rayTo(handle, middle, bounding)], [upper, lower], tine(upper), tine(lower)),
      ]
    },
  },
  {
    name: 'fibonacciExtension',
    points: 3,
    createPointFigures(params) {
      const { coordinates, overlay, bounding, yAxis } = params
      const levels = extensionLevels(overlay.points.map(({ value }) => value))
      const placed = levels.map((level) => ({
        ...level,
        y: yAxis?.convertToPixel(level.value) ?? 0,
      }))
      const start = coordinates[2]?.x ?? 0
      return [
        lines(
          coordinates,
          ...placed.map(({ y }) => [
            { x: start, y },
            { x: bounding.width, y },
          ]),
        ),
        ...placed.map(({ share, value, y }): OverlayFigure => ({
          type: 'text',
          attrs: {
            x: start,
            y,
            text: `${priceText(params, value)} (${share})`,
            baseline: 'bottom',
          },
          ignoreEvent: true,
        })),
      ]
    },
  },
  {
    name: 'measure',
    points: 2,
    createPointFigures(params) {
      const [from, to] = params.coordinates
      if (!from || !to) return []
      const rises = to.y <= from.y
      const colour = toneColour(params, rises)
      return [
        {
          ...polygon(boxOf(from, to)),
          styles: { style: 'stroke_fill', color: `${colour}26`, borderColor: colour },
        },
        label({ x: (from.x + to.x) / 2, y: to.y }, moveText(params), rises),
      ]
    },
  },
  { name: 'longPosition', points: 3, createPointFigures: (of) => positionFigures(of, true) },
  { name: 'shortPosition', points: 3, createPointFigures: (of) => positionFigures(of, false) },
  {
    name: 'note',
    points: 1,
    createPointFigures: ({ coordinates: [at], overlay: { extendData } }) =>
      at && typeof extendData === 'string'
        ? [{ type: 'text', attrs: { x: at.x + 8, y: at.y, text: extendData, baseline: 'middle' } }]
        : [],
  },
]

/** Makes the tools known that the chart library does not have. */
export function registerDrawingTools(): void {
  for (const { points, ...tool } of TOOLS)
    registerOverlay({
      ...tool,
      totalStep: points + 1,
      needDefaultPointFigure: true,
      needDefaultXAxisFigure: true,
      needDefaultYAxisFigure: true,
    })
}
