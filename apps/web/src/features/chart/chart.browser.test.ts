import { createStore } from '@x/kit'
import type { MarketClient } from '@x/market'
import { type Chart, dispose, init, type KLineData, type Overlay } from 'klinecharts'
import { afterEach, describe, expect, it } from 'vitest'
import type { SpotOrder, SpotSymbol } from '../../data/spot/model.ts'
import { applyIndicators, colourLines } from './applyIndicators.ts'
import { registerFigures, STRONG } from './chartFigures.ts'
import { CANDLE_PANE, type Indicator } from './chartIndicators.ts'
import { chartStyles, type ChartColours } from './chartStyles.ts'
import { keepLines, lastPriceTag, layOutTags } from './chartTags.ts'
import { createLegend, LEGEND_ROW, type LegendTexts } from './createLegend.ts'
import { installAxes } from './installAxes.ts'
import { registerMoreIndicators } from './moreIndicators.ts'
import { registerDrawingTools } from './drawingTools.ts'
import { DRAWINGS } from './drawings.ts'
import { registerHeikinAshi } from './heikinAshi.ts'
import { CHART_TYPES, type ChartType, PRICE_SCALES } from './chartLook.ts'
import { applyType, typeStyles } from './typeStyles.ts'
import { createOrderLines } from './orderLines.ts'
import { textWidth } from './textWidth.ts'
import type { OrderLine } from './orderLine.ts'
import type { PriceScale } from './priceScale.ts'
import { createComparisonLine } from './comparison/comparisonLine.ts'
import { createFillMarks } from './fills/fillMarks.ts'
import { legendOf } from './createLegend.ts'
import { openLastTag } from './lastTag.ts'
import { shadeSilence, silencesOf } from './silence.ts'
import { nameCandlePrice } from './candlePrice.ts'
import { fitPanes } from './more/fitPanes.ts'

registerFigures()
registerMoreIndicators()
registerHeikinAshi()
registerDrawingTools()

const MINUTE = 60_000
const START = Date.UTC(2026, 10, 22, 3, 0)

const colours: ChartColours = {
  up: '#2dbd8a',
  down: '#ff6b7a',
  text: '#e9ecf1',
  quiet: '#8791a1',
  surface: '#12151c',
  raised: '#222733',
  line: '#e9ecf1',
  onFill: '#0b0d12',
  font: 'Inter',
  accent: '#8ea2ff',
  series: ['#f2b84b', '#6aa8ff', '#c78bff', '#4fd8d0', '#ff8fc8', '#b8d65a', '#ffa06b', '#a5b1c2'],
}
const spec = { symbol: 'BTCUSDT', tickSize: '0.01', pricePlace: 2 } as SpotSymbol
const texts: LegendTexts = {
  open: 'O',
  high: 'H',
  low: 'L',
  close: 'C',
  volume: 'Vol BTC',
  volumeText: (volume) => Number(volume).toFixed(2),
  numberText: (value, digits) => value.toFixed(digits),
  pricePlace: 2,
}

const bars: readonly KLineData[] = Array.from({ length: 200 }, (_, index) => {
  const close = 61_900 + Math.sin(index / 9) * 250 + Math.cos(index / 2) * 60
  const open = 61_900 + Math.sin((index - 1) / 9) * 250 + Math.cos((index - 1) / 2) * 60
  return {
    timestamp: START + index * 15 * MINUTE,
    open,
    high: Math.max(open, close) + 25,
    low: Math.min(open, close) - 30,
    close,
    volume: 40 + (index % 13) * 9,
  }
})

interface Made {
  readonly chart: Chart
  readonly legends: HTMLElement
  readonly legend: ReturnType<typeof createLegend>
  /** Draws the running candle. */
  readonly take: (bar: KLineData) => void
}

let ending: (() => void)[] = []
afterEach(() => {
  for (const end of ending) end()
  ending = []
})

/** A chart of the library in a box of its own, with candles, volume and the axes of the app. */
async function makeChart({
  indicators = [],
  scale = 'normal',
  type = 'candles',
  width = 700,
  height = 420,
}: {
  readonly indicators?: readonly Indicator[]
  readonly scale?: PriceScale
  readonly type?: ChartType
  readonly width?: number
  readonly height?: number
} = {}): Promise<Made> {
  const [box, legends] = [document.createElement('div'), document.createElement('div')]
  box.style.cssText = `width:${width}px;height:${height}px`
  document.body.append(box, legends)
  const chart = init(box, { styles: chartStyles(colours) })
  if (!chart) throw new Error('There is no chart')
  const legend = createLegend(chart, { box: legends, textsOf: () => texts })
  ending.push(() => {
    legend.dispose()
    dispose(box)
    box.remove()
    legends.remove()
  })
  chart.createIndicator({ name: 'VOL', calcParams: [], paneId: 'volume' })
  chart.setPaneOptions({ id: 'volume', height: 72, minHeight: 48 })
  chart.setStyles(typeStyles(type))
  applyType(chart, type)
  applyIndicators(chart, indicators)
  colourLines(chart, colours.series)
  installAxes(chart, {
    scale,
    timeZone: 'UTC',
    language: 'en',
    legendHeight: (paneId) => legend.heightOf(paneId),
    numberText: texts.numberText,
    shortText: (value) => `${Math.round(value / 1_000)}K`,
  })
  chart.setSymbol({ ticker: 'BTCUSDT', pricePrecision: 2, volumePrecision: 5 })
  chart.setPeriod({ type: 'minute', span: 15 })
  let take: Made['take'] | undefined
  // Candles come later than the axes, as they do in the app.
  chart.setDataLoader({
    getBars: ({ callback }) => void setTimeout(callback, 20, [...bars], false),
    subscribeBar: ({ callback }) => void (take = callback),
  })
  await expect.poll(() => chart.getDataList().length).toBe(bars.length)
  chart.resize()
  // Indicators are calculated in a task of their own.
  await expect
    .poll(() => chart.getIndicators().every(({ result }) => result.length === bars.length))
    .toBe(true)
  await expect.poll(() => axisOf(chart).getTicks().length).toBeGreaterThan(0)
  legend.rebuild()
  return { chart, legends, legend, take: (bar) => take?.(bar) }
}

function axisOf(chart: Chart, paneId = CANDLE_PANE) {
  const [axis] = chart.getYAxes({ paneId })
  if (!axis) throw new Error(`The pane ${paneId} has no axis`)
  return axis
}

/** Pixels of the highest and lowest candle in view. */
function candleSpan(chart: Chart) {
  const { from, to } = chart.getVisibleRange()
  const seen = chart.getDataList().slice(from, to)
  const axis = axisOf(chart)
  return {
    top: axis.convertToPixel(Math.max(...seen.map(({ high }) => high))),
    bottom: axis.convertToPixel(Math.min(...seen.map(({ low }) => low))),
  }
}

describe('legends of the chart', () => {
  const choices: readonly (readonly Indicator[])[] = [
    [],
    ['MA'],
    ['MA', 'BOLL', 'KC', 'ICHIMOKU'],
    ['EMA', 'MACD', 'RSI'],
  ]
  it('lie on no candle, whatever indicators are shown', async () => {
    for (const [index, indicators] of choices.entries())
      for (const scale of PRICE_SCALES) {
        const type = CHART_TYPES[index] ?? 'candles'
        const { chart, legend } = await makeChart({ indicators, scale, type })
        const { top, bottom } = candleSpan(chart)
        const height = chart.getSize(CANDLE_PANE, 'main')?.height ?? 0
        const what = `${indicators.join()} and ${type} on a ${scale} axis`
        expect(bottom - top, what).toBeGreaterThan(60)
        expect(top, what).toBeGreaterThanOrEqual(legend.heightOf(CANDLE_PANE))
        expect(bottom, what).toBeLessThanOrEqual(height)
      }
  })

  it('name each indicator and its figures in the colours of its lines', async () => {
    const { legends } = await makeChart({ indicators: ['MA', 'MACD'] })
    const [candles, volume, macd] = [...legends.children].map((pane) => pane.textContent)
    expect(candles).toMatch(/^O [\d.]+H [\d.]+L [\d.]+C [\d.]+[+-]?[\d.]+%MAMA5 [\d.]+MA10/)
    expect(volume).toMatch(/^Vol BTC[\d.]+$/)
    expect(macd).toMatch(/^MACD 12 26 9DIF -?[\d.]+DEA -?[\d.]+MACD -?[\d.]+$/)
    const tones = [...legends.querySelectorAll<HTMLElement>('[style*="color"]')].map(
      ({ style }) => style.color,
    )
    expect(new Set(tones.slice(0, 4)).size, 'the lines of MA').toBe(4)
  })

  it('stand at the top of the pane that they describe', async () => {
    const { chart, legends } = await makeChart({ indicators: ['RSI'] })
    for (const pane of legends.children) {
      const { pane: id = '' } = (pane as HTMLElement).dataset
      const top = chart.getSize(id, 'root')?.top ?? Number.NaN
      expect(Number.parseFloat((pane as HTMLElement).style.insetBlockStart)).toBeCloseTo(top + 2, 0)
    }
  })

  it('are written once, after all charts of a frame have measured themselves', async () => {
    const made = [await makeChart(), await makeChart({ indicators: ['MA'] })]
    const last = bars.at(-1)
    if (!last) throw new Error('There is no candle')
    const texts = () => made.map(({ legends }) => legends.textContent)
    const before = texts()
    const seen: string[][] = []
    const observer = new MutationObserver(() => seen.push(texts()))
    for (const { legends } of made)
      observer.observe(legends, { subtree: true, childList: true, characterData: true })
    for (const { take, legend } of made) {
      take({ ...last, close: last.close + 7 })
      legend.update()
      expect(texts()).toEqual(before)
    }
    await expect.poll(() => seen.length).toBeGreaterThan(0)
    expect(seen).toEqual([texts()])
    for (const [index, text] of texts().entries()) expect(text).not.toBe(before[index])
    observer.disconnect()
  })

  it('have two lines for the figures of a candle on a phone', async () => {
    const { legend } = await makeChart({ width: 390 })
    const wide = await makeChart()
    expect(legend.heightOf(CANDLE_PANE)).toBe(wide.legend.heightOf(CANDLE_PANE) + LEGEND_ROW)
  })

  it('leave the height of hidden lines to the candles', async () => {
    const { legend } = await makeChart({ indicators: ['MA', 'BOLL'] })
    const whole = legend.heightOf(CANDLE_PANE)
    legend.setCollapsed(true)
    expect(legend.heightOf(CANDLE_PANE)).toBeLessThan(whole)
  })
})

describe('axes of the chart', () => {
  it('steps by round prices and hides marks below the last price', async () => {
    for (const height of [300, 420, 700]) {
      const { chart } = await makeChart({ height })
      const axis = axisOf(chart)
      const ticks = axis.getTicks()
      const values = ticks.map(({ value }) => Number(value))
      const step = (values[1] ?? 0) - (values[0] ?? 0)
      expect([10, 20, 50, 100, 200, 500]).toContain(Math.round(step))
      const size = chart.getSize(CANDLE_PANE, 'main')?.height ?? 0
      const tag = lastPriceTag(chart, axis.getRange(), size)
      if (!tag) throw new Error('There is no last price')
      const covered = ticks.filter(({ coord }) => coord > tag.top - 6 && coord < tag.bottom + 6)
      expect(covered.every(({ text }) => text === '')).toBe(true)
      const written = ticks.filter((tick) => !covered.includes(tick))
      expect(written.every(({ text }) => /^\d+\.00$/.test(text))).toBe(true)
    }
  })

  it('places each mark at its price on every scale', async () => {
    for (const scale of ['normal', 'logarithm'] as const) {
      const { chart } = await makeChart({ scale })
      const axis = axisOf(chart)
      for (const { value, coord } of axis.getTicks())
        expect(Math.abs(axis.convertToPixel(Number(value)) - coord)).toBeLessThanOrEqual(1)
    }
  })

  it('writes a percentage axis in percent of the first close in view', async () => {
    const { chart } = await makeChart({ scale: 'percentage' })
    const axis = axisOf(chart)
    const written = () => axis.getTicks().filter(({ text }) => text !== '')
    // How far a mark is from its price, in pixels; candles that arrive move the first in view.
    const farthest = () => {
      const base = chart.getDataList()[chart.getVisibleRange().from]?.close ?? 0
      const distances = written().map(({ value, coord }) =>
        Math.abs(axis.convertToPixel(base * (1 + Number(value) / 100)) - coord),
      )
      return distances.length > 1 ? Math.max(...distances) : Infinity
    }
    await expect.poll(farthest).toBeLessThanOrEqual(1)
    for (const { text } of written()) expect(text).toMatch(/^-?[\d.]+%$/)
  })

  it('draws in the typeface of the page with distinct line colours', async () => {
    const { chart } = await makeChart({ indicators: ['MA', 'BOLL', 'RSI'] })
    const { xAxis, yAxis, overlay, crosshair, candle } = chart.getStyles()
    const families = [
      xAxis.tickText,
      yAxis.tickText,
      overlay.text,
      crosshair.horizontal.text,
      crosshair.vertical.text,
      candle.priceMark.last.text,
    ].map(({ family }) => family)
    expect(new Set(families)).toEqual(new Set(['Inter']))
    expect([overlay.line.color, overlay.point.borderColor]).toEqual([
      colours.accent,
      colours.accent,
    ])
    const lines = chart
      .getIndicators({ paneId: CANDLE_PANE })
      .flatMap(({ styles }) => styles?.lines?.map((line) => line?.color) ?? [])
    expect(lines).toHaveLength(7)
    expect(new Set(lines).size).toBe(7)
    expect(lines).not.toContain(colours.up)
    expect(lines).not.toContain(colours.down)
  })

  it('marks days in bold among times of the clock', async () => {
    const { chart } = await makeChart({ width: 1_200 })
    const drawn = await collectTexts(chart)
    // Isolated each: names of months may run from the right.
    expect(drawn.every((text) => text.includes('\u2068'))).toBe(true)
    const marks = drawn.map((text) => text.replace('\u2068', ''))
    const strong = marks.filter((text) => text.startsWith(STRONG)).map((text) => text.slice(1))
    expect(strong.length).toBeGreaterThan(0)
    expect(strong.every((text) => /^(Nov 2\d|2\d Nov)$/.test(text))).toBe(true)
    const times = marks.filter((text) => !text.startsWith(STRONG))
    expect(times.every((text) => /^(00|03|06|09|12|15|18|21):00$/.test(text))).toBe(true)
  })
})

/** The texts that the time axis draws when the chart is moved. */
async function collectTexts(chart: Chart): Promise<readonly string[]> {
  const original = CanvasRenderingContext2D.prototype.fillText
  const seen = new Set<string>()
  CanvasRenderingContext2D.prototype.fillText = function record(text, ...rest) {
    // The canvas of that axis alone is as low as one line.
    if (this.canvas.height <= 60 * devicePixelRatio) seen.add(text)
    return original.call(this, text, ...rest)
  }
  ending.push(() => void (CanvasRenderingContext2D.prototype.fillText = original))
  chart.scrollByDistance(1)
  await expect.poll(() => seen.size).toBeGreaterThan(0)
  return [...seen]
}

/** How many opaque pixels of a colour the pane of the candles, or its axis, has. */
function countPixels(chart: Chart, colour: string, part: 'main' | 'yAxis' = 'main'): number {
  const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  let count = 0
  for (const canvas of chart.getDom(CANDLE_PANE, part)?.querySelectorAll('canvas') ?? []) {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 3] === 255 && wanted.every((value, index) => data[at + index] === value))
        count++
  }
  return count
}

describe('the tag of the last price', () => {
  it.each(['up', 'down'] as const)('has the colour of a tick that went %s', async (direction) => {
    const before = direction === 'up' ? '1' : '99999'
    const trades = createStore<readonly { readonly price: string }[]>([])
    const { chart, take } = await makeChart()
    const market = { trades: () => ({ store: trades, release() {} }) } as unknown as MarketClient
    const tag = openLastTag(chart, { market, symbol: 'BTCUSDT' })
    ending.push(tag.stop)
    const shows = (shown: 'up' | 'down') =>
      expect
        .poll(() => {
          const other = shown === 'up' ? 'down' : 'up'
          const [own, wrong] = ([shown, other] as const).map((each) => {
            return countPixels(chart, colours[each], 'yAxis')
          })
          return [(own ?? 0) > 300, wrong]
        })
        .toEqual([true, 0])
    const last = bars.at(-1)!
    trades.setState([{ price: String(last.close) }, { price: before }])
    tag.tint()
    // A candle of the other direction.
    take({ ...last, open: last.close + (direction === 'up' ? 20 : -20) })
    await shows(direction)
    // The next tick, as soon as a candle has its price.
    trades.setState([{ price: before }, { price: String(last.close) }])
    tag.tint()
    take({ ...last, close: Number(before) })
    await shows(direction === 'up' ? 'down' : 'up')
  })
})

describe('types of the chart', () => {
  it('draw candles, averaged candles and lines in their colours', async () => {
    // The line of the last price is of its colour in every type.
    const candles = { least: 800, colour: colours.up, other: colours.accent }
    const line = { least: 100, colour: colours.accent, other: undefined }
    for (const type of CHART_TYPES) {
      const { chart } = await makeChart({ type })
      const { least, colour, other } = type === 'line' || type === 'area' ? line : candles
      await expect.poll(() => countPixels(chart, colour)).toBeGreaterThan(least)
      if (other) expect(countPixels(chart, other), type).toBe(0)
      else await expect.poll(() => countPixels(chart, colours.up)).toBeLessThan(candles.least)
    }
  })

  it('give the indicator of averaged candles back', async () => {
    const { chart } = await makeChart()
    const names = () => chart.getIndicators({ paneId: CANDLE_PANE }).map(({ name }) => name)
    applyType(chart, 'heikinAshi')
    applyType(chart, 'heikinAshi')
    expect(names()).toEqual(['HEIKIN'])
    applyType(chart, 'bars')
    expect(names()).toEqual([])
  })
})

describe('drawing tools', () => {
  it('draw every tool from its points', async () => {
    const { chart } = await makeChart()
    expect(DRAWINGS).toHaveLength(20)
    for (const name of DRAWINGS) {
      const id = chart.createOverlay({
        name,
        points: [60, 90, 120].map((index) => ({
          timestamp: bars[index]!.timestamp,
          value: bars[index]!.close,
        })),
        extendData: 'Breakout',
      })
      expect(typeof id, name).toBe('string')
      const [overlay] = chart.getOverlays({ id: String(id) })
      if (!overlay) throw new Error(`${name} is not drawn`)
      const axis = axisOf(chart)
      const figures = [
        overlay.createPointFigures?.({
          chart,
          overlay: overlay as Overlay,
          // A freehand line has as many points as the hand makes.
          coordinates: overlay.points
            .slice(0, name === 'brush' ? 3 : overlay.totalStep - 1)
            .map(({ value = 0 }, index) => ({
              x: 100 + 60 * index,
              y: axis.convertToPixel(value),
            })),
          bounding: chart.getSize(CANDLE_PANE, 'main')!,
          xAxis: null,
          yAxis: axis,
        }) ?? [],
      ].flat()
      expect(figures.length, name).toBeGreaterThan(0)
      chart.removeOverlay({ id: String(id) })
    }
  })
})

describe('lines of orders', () => {
  const lineAt = (price: number, index: number): OrderLine => ({
    order: {
      orderId: String(index),
      symbol: 'BTCUSDT',
      side: 'buy',
      price: String(price),
    } as SpotOrder,
    leg: 'limit',
    field: 'price',
    price: String(price),
    canMove: false,
  })

  async function drawLines(prices: readonly number[]) {
    const { chart } = await makeChart()
    const board = createOrderLines(chart, { onLift: () => () => undefined, textWidth })
    board.draw({
      lines: prices.map(lineAt),
      spec,
      colours,
      textOf: () => 'Buy 1',
      onClose: () => undefined,
      onMove: () => undefined,
    })
    const axis = axisOf(chart)
    const height = chart.getSize(CANDLE_PANE, 'main')?.height ?? 0
    const texts = chart.getOverlays({ groupId: 'orders' }).map((overlay) => {
      const [point] = overlay.points
      const figures = overlay.createYAxisFigures?.({
        chart,
        overlay: overlay as Overlay,
        coordinates: [{ x: 0, y: axis.convertToPixel(point?.value ?? 0) }],
        bounding: { ...chart.getSize(CANDLE_PANE, 'yAxis')!, height },
        xAxis: null,
        yAxis: axis,
      })
      const [figure] = [figures ?? []].flat()
      return (figure?.attrs as { text: string; y: number } | undefined) ?? undefined
    })
    return { chart, texts, height, range: axis.getRange() }
  }

  it('tags prices clear of each other and of the last price', async () => {
    const close = bars.at(-1)?.close ?? 0
    const { chart, texts, height, range } = await drawLines([
      close - 1,
      close,
      close + 1,
      close + 2,
    ])
    const last = lastPriceTag(chart, range, height)
    if (!last) throw new Error('There is no last price')
    const places = texts.map((text) => text?.y ?? Number.NaN).toSorted((a, b) => a - b)
    expect(places).toHaveLength(4)
    for (const [index, y] of places.entries()) {
      expect(y + 9 <= last.top + 0.01 || y - 9 >= last.bottom - 0.01).toBe(true)
      if (index > 0) expect(y - (places[index - 1] ?? 0)).toBeGreaterThanOrEqual(18)
    }
    expect(layOutTags(chart, range, height).spans).toHaveLength(5)
  })

  it('hide the marks that they would cover, and those alone', async () => {
    const { chart, take } = await makeChart()
    const axis = axisOf(chart)
    const height = chart.getSize(CANDLE_PANE, 'main')?.height ?? 0
    /** Marks that are written below a tag, and those that are hidden without one. */
    const faults = () => {
      const { spans } = layOutTags(chart, axis.getRange(), height)
      return axis.getTicks().filter(({ coord, text }) => {
        const isBelow = spans.some((tag) => coord > tag.top - 6 && coord < tag.bottom + 6)
        return isBelow === (text !== '')
      })
    }
    // On each mark one after the other, and off scale at both edges.
    for (const { value } of axis.getTicks()) {
      keepLines(chart, [Number(value), 50_000, 70_000])
      chart.setOffsetRightDistance(48)
      // oxlint-disable-next-line no-await-in-loop
      await expect.poll(faults, { timeout: 10_000 }).toEqual([])
    }
    keepLines(chart, [])
    // The last price moves within the range that is shown.
    const last = bars.at(-1)!
    for (const close of [last.low + 1, last.high - 1, last.low + 30]) {
      take({ ...last, close })
      // oxlint-disable-next-line no-await-in-loop
      await expect.poll(() => [chart.getDataList().at(-1)?.close, faults()]).toEqual([close, []])
    }
  })

  it('names orders off scale at the edge, the nearest for all', async () => {
    const { texts, height } = await drawLines([50_000, 50_500, 70_000])
    expect(texts.map((text) => text?.text)).toEqual([undefined, '↓ 50,500.00 +1', '↑ 70,000.00'])
    expect(texts[1]?.y).toBe(height - 10)
    expect(texts[2]?.y).toBe(10)
  })

  it('lets candles be seen through the labels', async () => {
    const { chart } = await drawLines([61_900])
    const [overlay] = chart.getOverlays({ groupId: 'orders' })
    const figures = [
      overlay?.createPointFigures?.({
        chart,
        overlay: overlay as Overlay,
        coordinates: [{ x: 0, y: 200 }],
        bounding: { ...chart.getSize(CANDLE_PANE, 'main')! },
        xAxis: null,
        yAxis: axisOf(chart),
      }) ?? [],
    ].flat()
    const plates = figures
      .filter(({ type }) => type === 'text')
      .map(({ styles }) => (styles as { backgroundColor: string }).backgroundColor)
    expect(plates).toHaveLength(2)
    for (const plate of plates) expect(plate).toMatch(/^#[\da-f]{6}b3$/)
  })
})

/** What an overlay draws on the candles. */
function figuresOf(chart: Chart, overlay: Overlay, x = 0) {
  const figures = overlay.createPointFigures?.({
    chart,
    overlay,
    coordinates: [{ x, y: 0 }],
    bounding: chart.getSize(CANDLE_PANE, 'main')!,
    xAxis: null,
    yAxis: axisOf(chart),
  })
  return [figures ?? []].flat()
}

describe('the user’s own trades', () => {
  const mark = (index: number, side: 'buy' | 'sell') => ({
    openTime: bars[index]?.timestamp ?? 0,
    side,
    size: '1',
    lowest: '61900',
    highest: '61900',
  })
  const tipsOf = (chart: Chart) =>
    chart.getOverlays({ groupId: 'ownFills' }).map((overlay) => {
      const [arrow] = figuresOf(chart, overlay as Overlay)
      const { coordinates = [] } = (arrow?.attrs ?? {}) as { coordinates?: { y: number }[] }
      return coordinates[0]?.y
    })

  it('stand below and above their candles, never on them', async () => {
    const { chart } = await makeChart()
    const marks = createFillMarks(chart)
    marks.draw([mark(180, 'buy'), mark(181, 'sell')], { colours, textOf: () => 'Buy 1' })
    const axis = axisOf(chart)
    const [bought, sold] = tipsOf(chart)
    expect(bought).toBeGreaterThan(axis.convertToPixel(bars[180]?.low ?? 0))
    expect(sold).toBeLessThan(axis.convertToPixel(bars[181]?.high ?? 0))
    marks.clear()
    expect(chart.getOverlays({ groupId: 'ownFills' })).toEqual([])
  })

  it('are not drawn before the candles are there', async () => {
    const { chart } = await makeChart()
    const early = { ...mark(0, 'buy'), openTime: START - 15 * MINUTE }
    createFillMarks(chart).draw([early], { colours, textOf: () => 'Buy 1' })
    expect(tipsOf(chart)).toEqual([undefined])
  })

  it('name what was traded inside the pane', async () => {
    const { chart } = await makeChart()
    createFillMarks(chart).draw([mark(180, 'buy')], { colours, textOf: () => 'Buy 1' })
    const [overlay] = chart.getOverlays({ groupId: 'ownFills' })
    const opened = { ...overlay, extendData: { ...(overlay?.extendData as object), isOpen: true } }
    const { width } = chart.getSize(CANDLE_PANE, 'main')!
    const alignAt = (x: number) => {
      const label = figuresOf(chart, opened as Overlay, x)[1]
      return (label?.attrs as { text: string; align: string } | undefined) ?? undefined
    }
    expect([alignAt(10), alignAt(width - 10)]).toMatchObject([
      { text: 'Buy 1', align: 'left' },
      { text: 'Buy 1', align: 'right' },
    ])
  })
})

describe('another pair beside the candles', () => {
  const lineOf = (chart: Chart) =>
    createComparisonLine(chart, {
      name: 'ETH/USDT',
      percentText: (percent) => `${percent.toFixed(2)}%`,
      onPanes: () => legendOf(chart)?.rebuild(),
    })
  /** A pair that doubles from the first candle to the last. */
  const closes = new Map(bars.map(({ timestamp }, index) => [timestamp, 100 + (index * 100) / 199]))

  it('widens the axis to what it has moved and says so', async () => {
    const { chart, legends } = await makeChart({ scale: 'percentage' })
    const before = axisOf(chart).getRange()
    const line = lineOf(chart)
    line.draw({ closes, colour: colours.accent })
    await expect.poll(() => axisOf(chart).getRange().to).toBeGreaterThan(before.to * 1.1)
    await expect.poll(() => legends.textContent).toMatch(/ETH\/USDT[\d.]+%/)
    line.clear()
    await expect.poll(() => axisOf(chart).getRange().to).toBeCloseTo(before.to, 0)
    expect(legends.textContent).not.toContain('ETH/USDT')
    line.clear()
  })

  it('draws its line in its colour', async () => {
    const { chart } = await makeChart()
    lineOf(chart).draw({ closes, colour: '#ff00ff' })
    const canvas = () => [...(chart.getDom(CANDLE_PANE, 'main')?.querySelectorAll('canvas') ?? [])]
    const isDrawn = () =>
      canvas().some((each) => {
        const { data } = each.getContext('2d')!.getImageData(0, 0, each.width, each.height)
        for (let at = 0; at < data.length; at += 4)
          if (data[at]! > 200 && data[at + 1]! < 60 && data[at + 2]! > 200) return true
        return false
      })
    await expect.poll(isDrawn).toBe(true)
  })
})

describe('time in which nothing traded', () => {
  const flat = (index: number): KLineData => {
    const timestamp = START + index * MINUTE
    return { timestamp, open: 5, high: 5, low: 5, close: 5, volume: 0 }
  }
  const busy = (index: number): KLineData => ({ ...flat(index), high: 6, volume: 1 })
  const row = (pattern: string) =>
    [...pattern].map((letter, index) => (letter === '.' ? flat(index) : busy(index)))

  it('is found where it lasts three candles or more', () => {
    const all = { from: 0, to: 99 }
    expect(silencesOf(row('x...x..x....'), all)).toEqual([
      { from: 1, to: 3 },
      { from: 8, to: 11 },
    ])
    expect(silencesOf(row('......'), { from: 2, to: 5 })).toEqual([{ from: 2, to: 4 }])
    expect([silencesOf([], all), silencesOf(row('xxxx'), all)]).toEqual([[], []])
  })

  it('is shaded over the height of the candles', async () => {
    const { chart } = await makeChart()
    shadeSilence(chart)
    shadeSilence(chart)
    const [overlay, ...others] = chart.getOverlays({ groupId: 'silence' })
    expect(others).toEqual([])
    expect(figuresOf(chart, overlay as Overlay)).toEqual([])
    const still = chart.getDataList().map((bar, index) => (index < 190 ? bar : flat(index)))
    const shaded = figuresOf(
      Object.assign(Object.create(chart) as Chart, { getDataList: () => still }),
      overlay as Overlay,
    )
    expect(shaded).toHaveLength(1)
    const height = chart.getSize(CANDLE_PANE, 'main')?.height
    expect(shaded[0]?.attrs).toMatchObject({ y: 0, height })
  })
})

describe('candles of another price than that of trades', () => {
  it('have its name in the legend and no volume', async () => {
    const { chart, legends, legend } = await makeChart()
    const before = chart.getSize('volume', 'main')?.height
    const height = legend.heightOf(CANDLE_PANE)
    const leave = nameCandlePrice(chart, 'Mark price')
    expect(legends.textContent).toContain('Mark price')
    expect(legend.heightOf(CANDLE_PANE)).toBe(height + LEGEND_ROW)
    await expect.poll(() => chart.getSize('volume', 'main')?.height).toBe(0)
    expect(legends.textContent).not.toContain(texts.volume)
    leave()
    await expect.poll(() => chart.getSize('volume', 'main')?.height).toBe(before)
    expect(legends.textContent).toContain(texts.volume)
    expect(legends.textContent).not.toContain('Mark price')
  })
})

describe('one of several charts', () => {
  const heightsOf = (chart: Chart) => ({
    candles: chart.getSize(CANDLE_PANE, 'main')?.height ?? 0,
    own: ['volume', 'MACD', 'RSI'].map((id) => chart.getSize(id, 'main')?.height ?? 0),
  })

  it('keeps half of its height to the candles', async () => {
    const { chart, legends } = await makeChart({ indicators: ['MACD', 'RSI'], height: 280 })
    const topOf = (pane: string) =>
      Number.parseFloat(
        legends.querySelector<HTMLElement>(`[data-pane="${pane}"]`)?.style.insetBlockStart ?? '',
      )
    const before = heightsOf(chart)
    expect(before.candles).toBeLessThan(60)
    const release = fitPanes(chart)
    await expect.poll(() => heightsOf(chart).candles).toBeGreaterThan(115)
    expect(Math.max(...heightsOf(chart).own)).toBeLessThanOrEqual(47)
    // The legend of each pane is on it.
    for (const pane of ['volume', 'MACD', 'RSI'])
      await expect
        .poll(() => Math.abs(topOf(pane) - (chart.getSize(pane, 'root')?.top ?? 0)))
        .toBeLessThan(8)
    release()
    await expect.poll(() => heightsOf(chart)).toEqual(before)
  })

  it('has one line of legend over low candles', async () => {
    const { chart, legends, legend } = await makeChart({ indicators: ['MA', 'RSI'], height: 215 })
    const rows = () => legends.querySelector(`[data-pane="${CANDLE_PANE}"]`)?.children.length
    expect(rows()).toBe(2)
    const release = fitPanes(chart)
    await expect.poll(rows).toBe(1)
    expect(candleSpan(chart).top).toBeGreaterThanOrEqual(legend.heightOf(CANDLE_PANE))
    release()
    expect(rows()).toBe(2)
  })

  it('leaves the panes of a large chart as they are', async () => {
    const { chart } = await makeChart({ indicators: ['MACD', 'RSI'], height: 600 })
    const before = heightsOf(chart)
    const release = fitPanes(chart)
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    expect(heightsOf(chart)).toEqual(before)
    release()
  })

  it('may be taken away before its panes are released', async () => {
    const { chart } = await makeChart({ indicators: ['MACD', 'RSI'], height: 280 })
    const release = fitPanes(chart)
    await expect.poll(() => heightsOf(chart).candles).toBeGreaterThan(115)
    dispose(chart)
    expect(release).not.toThrow()
  })
})
