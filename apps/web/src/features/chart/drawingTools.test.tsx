import { getOverlayClass, type Overlay, type OverlayFigure, type Period } from 'klinecharts'
import { describe, expect, it } from 'vitest'
import {
  arrowHead,
  boxOf,
  ellipseOf,
  moveText,
  rayTo,
  registerDrawingTools,
} from './drawingTools.ts'

registerDrawingTools()

interface Place {
  readonly x: number
  readonly y: number
  /** The price at the place, by default what lies that far below 1,000. */
  readonly value?: number
  readonly dataIndex?: number
}

/** A chart 400 px wide whose price is 1,000 at its upper edge and falls by 1 with each pixel. */
const chart = {
  getPeriod: (): Period | null => ({ type: 'minute', span: 15 }),
  getSymbol: () => ({ ticker: 'BTCUSDT', pricePrecision: 1, volumePrecision: 0 }),
  getThousandsSeparator: () => ({ format: (text: string) => text.replace('1000', '1,000') }),
  getDecimalFold: () => ({ format: (text: string) => text }),
  getStyles: () => ({ indicator: { ohlc: { upColor: '#00ff00', downColor: '#ff0000' } } }),
}

/** What a tool draws of its points. */
function drawn(
  name: string,
  places: readonly Place[],
  { text, on = chart }: { readonly text?: unknown; readonly on?: object } = {},
): readonly OverlayFigure[] {
  const Made = getOverlayClass(name)
  if (!Made) throw new Error(`The chart knows no ${name}`)
  const tool = new Made()
  const figures = tool.createPointFigures?.({
    chart: on,
    overlay: {
      points: places.map(({ y, value = 1_000 - y, dataIndex = 0 }) => ({ value, dataIndex })),
      extendData: text,
    },
    coordinates: places.map(({ x, y }) => ({ x, y })),
    bounding: { width: 400, height: 300 },
    yAxis: { convertToPixel: (value: number) => 1_000 - value },
  } as never)
  return [figures ?? []].flat()
}

const textsOf = (figures: readonly OverlayFigure[]) =>
  figures.flatMap(({ type, attrs }) => (type === 'text' ? [(attrs as { text: string }).text] : []))
const typesOf = (figures: readonly OverlayFigure[]) => figures.map(({ type }) => type)
/** The ways of a figure of lines. */
const waysOf = (figure: OverlayFigure | undefined) =>
  [figure?.attrs as readonly { readonly coordinates: readonly Place[] }[]]
    .flat()
    .map(({ coordinates }) => coordinates)
const cornersOf = (figure: OverlayFigure | undefined): readonly Place[] =>
  (figure?.attrs as { readonly coordinates: readonly Place[] } | undefined)?.coordinates ?? []

describe('a tool whose points are not all set', () => {
  it.each(['arrow', 'rectangle', 'ellipse', 'triangle', 'pitchfork', 'measure', 'longPosition'])(
    'draws nothing of one point: %s',
    (name) => expect(drawn(name, [{ x: 1, y: 1 }])).toEqual([]),
  )

  it('shows the side that a triangle has so far', () => {
    const side = [
      { x: 10, y: 10 },
      { x: 20, y: 30 },
    ]
    expect(cornersOf(drawn('triangle', side)[0])).toEqual(side)
  })

  it('shows the handle of a pitchfork first', () => {
    const handle = [
      { x: 10, y: 100 },
      { x: 100, y: 50 },
    ]
    expect(waysOf(drawn('pitchfork', handle)[0])).toEqual([handle])
  })
})

describe('shapes', () => {
  it('lead an arrow to its end, with a filled head there', () => {
    const [from, to] = [
      { x: 10, y: 10 },
      { x: 110, y: 10 },
    ]
    const figures = drawn('arrow', [from, to])
    expect(waysOf(figures[0])).toEqual([[from, to]])
    expect(cornersOf(figures[1])[0]).toEqual(to)
    expect(figures[1]?.styles).toMatchObject({ style: 'fill' })
  })

  it('span a rectangle from corner to corner, whichever comes first', () => {
    const [a, b] = [
      { x: 30, y: 20 },
      { x: 10, y: 40 },
    ]
    expect(cornersOf(drawn('rectangle', [a, b])[0])).toEqual([
      { x: 30, y: 20 },
      { x: 10, y: 20 },
      { x: 10, y: 40 },
      { x: 30, y: 40 },
    ])
  })

  it('fit an ellipse into its box with its four ends', () => {
    const corners = ellipseOf({ x: 0, y: 0 }, { x: 40, y: 20 })
    const [right, bottom, left, top] = [0, 12, 24, 36].map((index) => corners[index])
    expect([right?.x, bottom?.y, left?.x, top?.y].map((at) => Math.round(at ?? -1))).toEqual([
      40, 20, 0, 0,
    ])
  })

  it('have no size where both points are one', () => {
    const point = { x: 7, y: 9 }
    expect(boxOf(point, point)).toEqual([point, point, point, point])
    expect(new Set(ellipseOf(point, point).map(({ x, y }) => `${x} ${y}`))).toEqual(
      new Set(['7 9']),
    )
  })

  it.each([
    ['right', { x: 100, y: 0 }, [-9, -9], [-4.3, 4.3]],
    ['down', { x: 0, y: 100 }, [4.3, -4.3], [-9, -9]],
  ] as const)('points the head of an arrow %s', (_, to, xs, ys) => {
    const [tip, left, right] = arrowHead({ x: 0, y: 0 }, to)
    expect(tip).toEqual(to)
    for (const [index, side] of [left, right].entries()) {
      expect((side?.x ?? 0) - to.x).toBeCloseTo(xs[index] ?? 0, 0)
      expect((side?.y ?? 0) - to.y).toBeCloseTo(ys[index] ?? 0, 0)
    }
  })
})

describe('a pitchfork', () => {
  const figures = drawn('pitchfork', [
    { x: 0, y: 100 },
    { x: 100, y: 50 },
    { x: 100, y: 150 },
  ])
  it('leads its middle from the handle between both ends to the edge', () => {
    expect(waysOf(figures[0])[0]).toEqual([
      { x: 0, y: 100 },
      { x: 400, y: 100 },
    ])
  })
  it('has tines from both ends that run beside the middle', () => {
    expect(waysOf(figures[0]).slice(1)).toEqual([
      [
        { x: 100, y: 50 },
        { x: 100, y: 150 },
      ],
      [
        { x: 100, y: 50 },
        { x: 400, y: 50 },
      ],
      [
        { x: 100, y: 150 },
        { x: 400, y: 150 },
      ],
    ])
  })
  it('leads straight up where it has no width', () => {
    expect(rayTo({ x: 5, y: 9 }, { x: 5, y: 8 }, { width: 400 })).toEqual({ x: 5, y: -10_000 })
  })
})

describe('an extension', () => {
  const figures = drawn('fibonacciExtension', [
    { x: 10, y: 900 },
    { x: 50, y: 800 },
    { x: 90, y: 850 },
  ])
  it('begins its levels at the third point and runs to the edge', () => {
    const [own, first, ...levels] = waysOf(figures[0])
    expect(own).toHaveLength(3)
    // From 100 to 200 is 100; the third point stands at 150.
    expect(first).toEqual([
      { x: 90, y: 850 },
      { x: 400, y: 850 },
    ])
    expect(levels.map(([start]) => start?.y)).toEqual([811.8, 788.2, 750, 722.8, 688.2, 588.2])
  })
  it('names price and share of each level', () => {
    expect(textsOf(figures)).toEqual([
      '150.0 (0)',
      '188.2 (0.382)',
      '211.8 (0.618)',
      '250.0 (1)',
      '277.2 (1.272)',
      '311.8 (1.618)',
      '411.8 (2.618)',
    ])
  })
  it('shows its first move while the third point is missing', () => {
    const begun = drawn('fibonacciExtension', [
      { x: 10, y: 900 },
      { x: 50, y: 800 },
    ])
    expect(waysOf(begun[0])).toHaveLength(1)
    expect(textsOf(begun)).toEqual([])
  })
})

describe('a measure', () => {
  const rise = [
    { x: 10, y: 800, dataIndex: 3 },
    { x: 50, y: 750, dataIndex: 11 },
  ]
  it('says the move in the colour of its direction', () => {
    const [box, label] = drawn('measure', rise)
    expect(box?.styles).toMatchObject({ borderColor: '#00ff00', color: '#00ff0026' })
    expect(label?.attrs).toMatchObject({
      x: 30,
      y: 750,
      text: '+50.0 · +25.00% · 8 × 15m',
      baseline: 'bottom',
    })
  })
  it('has its words below a fall', () => {
    const [box, label] = drawn('measure', rise.toReversed())
    expect(box?.styles).toMatchObject({ borderColor: '#ff0000' })
    expect(label?.attrs).toMatchObject({ text: '-50.0 · -20.00% · -8 × 15m', baseline: 'top' })
  })
  it('has no sign where nothing moved', () => {
    expect(
      textsOf(
        drawn(
          'measure',
          [rise[0], rise[0]].flatMap((place) => place ?? []),
        ),
      ),
    ).toEqual(['0.0 · 0.00% · 0 × 15m'])
  })
  it.each([
    [{ type: 'month', span: 1 }, ' × 1M'],
    [{ type: 'hour', span: 4 }, ' × 4h'],
    [{ type: 'week', span: 2 }, ' × 2w'],
    [null, ''],
  ] as const)('counts candles of %j', (period, unit) => {
    const on = { ...chart, getPeriod: () => period }
    expect(textsOf(drawn('measure', rise, { on }))).toEqual([`+50.0 · +25.00% · 8${unit}`])
  })
  it('says nothing of a point that has no price', () => {
    const overlay = { points: [{ value: 1 }, {}] } as unknown as Overlay
    expect(moveText({ chart: chart as never, overlay })).toBe('')
  })
})

describe('a planned position', () => {
  /** Entry at 100, target 130, stop 90. */
  const LONG = [
    { x: 10, y: 900 },
    { x: 110, y: 870 },
    { x: 60, y: 910 },
  ]
  it('compares what a long one may win and lose', () => {
    expect(textsOf(drawn('longPosition', LONG))).toEqual([
      '130.0 (+30.00%)',
      '90.0 (-10.00%)',
      '1 : 3.00',
    ])
  })
  it('turns the shares of a short one', () => {
    const short = [LONG[0], { x: 110, y: 910 }, { x: 60, y: 905 }].flatMap((place) => place ?? [])
    expect(textsOf(drawn('shortPosition', short))).toEqual([
      '90.0 (+10.00%)',
      '95.0 (+5.00%)',
      '1 : 2.00',
    ])
  })
  it('draws the zones of gain and loss over the same width', () => {
    const zones = drawn('longPosition', LONG).filter(({ type }) => type === 'polygon')
    expect(zones.map(({ styles }) => (styles as { borderColor: string }).borderColor)).toEqual([
      '#00ff00',
      '#ff0000',
    ])
    expect(zones.map((zone) => cornersOf(zone).map(({ x }) => x))).toEqual([
      [10, 110, 110, 10],
      [10, 110, 110, 10],
    ])
  })
  it('keeps its zones at the entry where the target lies before it', () => {
    const back = [
      { x: 110, y: 900 },
      { x: 10, y: 870 },
      { x: 60, y: 910 },
    ]
    const zones = drawn('longPosition', back).filter(({ type }) => type === 'polygon')
    expect(zones.map((zone) => new Set(cornersOf(zone).map(({ x }) => x)))).toEqual([
      new Set([110]),
      new Set([110]),
    ])
  })
  it('shows the gain while there is no stop', () => {
    const figures = drawn('longPosition', LONG.slice(0, 2))
    expect(typesOf(figures)).toEqual(['polygon', 'text'])
    expect(textsOf(figures)).toEqual(['130.0 (+30.00%)'])
  })
  it('compares with nothing where the stop is the entry', () => {
    const figures = drawn('longPosition', [...LONG.slice(0, 2), { x: 60, y: 900 }])
    expect(textsOf(figures).at(-1)).toBe('1 : 0.00')
  })
  it('names a long gain above its zone, a short one below', () => {
    const baselines = (name: string) =>
      drawn(name, LONG).flatMap(({ type, attrs }) =>
        type === 'text' ? [(attrs as { baseline: string }).baseline] : [],
      )
    expect(baselines('longPosition').slice(0, 2)).toEqual(['bottom', 'top'])
    expect(baselines('shortPosition').slice(0, 2)).toEqual(['top', 'bottom'])
  })
})

describe('a note', () => {
  it('stands next to its point', () => {
    expect(drawn('note', [{ x: 10, y: 20 }], { text: 'Breakout' })).toEqual([
      { type: 'text', attrs: { x: 18, y: 20, text: 'Breakout', baseline: 'middle' } },
    ])
  })
  it.each([undefined, 7, null])('is none without a text: %j', (text) => {
    expect(drawn('note', [{ x: 10, y: 20 }], { text })).toEqual([])
  })
})
