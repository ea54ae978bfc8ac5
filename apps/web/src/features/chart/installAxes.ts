import type {
  AxisCreateRangeParams,
  AxisCreateTicksParams,
  AxisRange,
  AxisTick,
  Chart,
} from 'klinecharts'
import { STRONG } from './chartFigures.ts'
import { CANDLE_PANE } from './chartIndicators.ts'
import { extraRange, layOutTags } from './chartTags.ts'
import { digitsOf, type PriceScale, type ValueMark, valueMarks } from './priceScale.ts'
import { createZoneOffset, timeMarks, type TimeMarkKind } from './timeMarks.ts'
import { wholeTicks } from './xTicks.ts'

/** Pixels below the lowest candle, for the mark of the lowest price. */
const GAP_BELOW = 20
/** Above the highest candle and below the legend, for the mark of the highest price. */
const GAP_ABOVE = 20
/** A mark this close to a tag would be half covered by it. */
const TAG_REACH = 6

export interface AxisOptions {
  readonly scale: PriceScale
  readonly timeZone: string | undefined
  /** Of the labels: an Intl tag. */
  readonly language: string
  /** Pixels that the legend of a pane takes. */
  readonly legendHeight: (paneId: string) => number
  /** A number with so many digits, as the rest of the page writes it. */
  readonly numberText: (value: number, digits: number) => string
  /** A large number in short. */
  readonly shortText: (value: number) => string
}

/** Own steps, times and distances for the axes of all panes. */
export function installAxes(chart: Chart, options: AxisOptions): void {
  installTimeAxis(chart, options)
  const panes = new Set([CANDLE_PANE, ...chart.getIndicators().map(({ paneId }) => paneId)])
  for (const paneId of panes) {
    const scale = paneId === CANDLE_PANE ? options.scale : 'normal'
    chart.overrideYAxis({
      paneId,
      name: scale,
      gap: { top: 0, bottom: 0 },
      createRange: (params) => rangeOf(params, { scale, legend: options.legendHeight(paneId) }),
      createTicks: (params) => valueTicks(chart, { ...options, ...params, scale, paneId }),
    })
  }
}

/** The values in view, with pixels for the legend above them and a mark below. */
function rangeOf(
  { chart, paneId, defaultRange }: AxisCreateRangeParams,
  { scale, legend }: { readonly scale: PriceScale; readonly legend: number },
): AxisRange {
  const candles = chart.getDataList()
  // Before there are candles the library's range begins at 0, which no logarithm has.
  const { from, to } = candles.length > 0 ? defaultRange : { from: 1, to: 10 }
  const base = candles[chart.getVisibleRange().from]?.close
  const real = (value: number): number => {
    if (scale === 'logarithm') return Math.log10(Math.max(value, Number.MIN_VALUE))
    return scale === 'percentage' && base ? ((value - base) / base) * 100 : value
  }
  const display = (value: number): number => (scale === 'logarithm' ? 10 ** value : value)
  const price = (value: number): number => {
    if (scale === 'logarithm') return 10 ** value
    return scale === 'percentage' && base ? (value / 100) * base + base : value
  }
  const height = chart.getSize(paneId, 'main')?.height ?? 0
  const isCandles = paneId === CANDLE_PANE
  const above = Math.min(legend + (isCandles ? GAP_ABOVE : 4), height * 0.5)
  // Bars of volume stand on the ground; what may be negative keeps off it.
  const below = isCandles ? GAP_BELOW : from < 0 ? 6 : 0
  const usable = Math.max(1, height - above - below)
  const extra = isCandles ? extraRange(chart) : undefined
  const low = real(Math.min(from, extra?.low ?? from))
  const high = real(Math.max(to, extra?.high ?? to))
  const spread = high - low || Math.abs(high) * 0.001 || 1
  const realFrom = low - (spread * below) / usable
  const realTo = high + (spread * above) / usable
  const range = {
    from: price(realFrom),
    to: price(realTo),
    range: price(realTo) - price(realFrom),
    realFrom,
    realTo,
    realRange: realTo - realFrom,
    displayFrom: display(realFrom),
    displayTo: display(realTo),
    displayRange: display(realTo) - display(realFrom),
  }
  const covered = isCandles ? coverNumber(chart, range, { height, scale }) : 0
  return {
    ...range,
    // The library writes the marks anew when the range changes alone: those in percent depend on
    // the base too, and all of them on what tags cover.
    from: range.from + (scale === 'percentage' ? (base ?? 0) * 1e-12 : 0),
    realFrom: realFrom + covered * 1e-13 * Math.max(Math.abs(realFrom), range.realRange),
  }
}

const NONE: ReadonlySet<ValueMark> = new Set()

/** The marks that tags would cover, whole or half. */
function coveredMarks(
  chart: Chart,
  range: AxisRange,
  { marks, height }: { readonly marks: readonly ValueMark[]; readonly height: number },
): ReadonlySet<ValueMark> {
  const { spans } = layOutTags(chart, range, height)
  return new Set(
    marks.filter(({ at }) =>
      spans.some(({ top, bottom }) => at > top - TAG_REACH && at < bottom + TAG_REACH),
    ),
  )
}

/** Another number for other covered marks. */
function coverNumber(
  chart: Chart,
  range: AxisRange,
  { height, scale }: { readonly height: number; readonly scale: PriceScale },
): number {
  const { marks } = valueMarks(range, { height, isLogarithmic: scale === 'logarithm' })
  const covered = coveredMarks(chart, range, { marks, height })
  return marks.reduce((sum, mark, index) => sum + (covered.has(mark) ? 2 ** index : 0), 0)
}

interface ValueTickOptions extends AxisOptions, AxisCreateTicksParams {
  readonly paneId: string
}

function valueTicks(
  chart: Chart,
  { range, bounding, scale, paneId, legendHeight, numberText, shortText }: ValueTickOptions,
): AxisTick[] {
  const isCandles = paneId === CANDLE_PANE
  const { step, marks } = valueMarks(range, {
    height: bounding.height,
    isLogarithmic: scale === 'logarithm',
  })
  const digits = isCandles ? (chart.getSymbol()?.pricePrecision ?? 2) : digitsOf(step)
  const covered = isCandles ? coveredMarks(chart, range, { marks, height: bounding.height }) : NONE
  const legend = isCandles ? 0 : legendHeight(paneId)
  return marks
    .filter(({ at }) => at > legend + 6 || isCandles)
    .map((mark) => {
      const { value, at } = mark
      const text =
        scale === 'percentage'
          ? `${numberText(value, digitsOf(step))}%`
          : isCandles || Math.abs(value) < 10_000
            ? numberText(value, digits)
            : shortText(value)
      return { value, coord: at, text: covered.has(mark) ? '' : text }
    })
}

function installTimeAxis(
  chart: Chart,
  { timeZone, language }: Pick<AxisOptions, 'timeZone' | 'language'>,
): void {
  const offsetAt = createZoneOffset(timeZone)
  const format = (parts: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat(language, {
      timeZone,
      numberingSystem: 'latn',
      calendar: 'gregory',
      hourCycle: 'h23',
      ...parts,
    })
    // Isolated: the canvas writes from the left, Arabic names of months have their day before them.
    return (timestamp: number) => `\u2068${made.format(timestamp)}`
  }
  const clock = { hour: '2-digit', minute: '2-digit' } as const
  const texts: Readonly<Record<TimeMarkKind, (timestamp: number) => string>> = {
    year: format({ year: 'numeric' }),
    month: format({ month: 'short' }),
    day: format({ day: 'numeric', month: 'short' }),
    time: format(clock),
    second: format({ ...clock, second: '2-digit' }),
  }
  chart.overrideXAxis({
    createTicks({ range, bounding }) {
      const bars = chart.getDataList()
      const [last, beforeLast] = [bars.at(-1), bars.at(-2)]
      if (!last || !beforeLast) return []
      const length = last.timestamp - beforeLast.timestamp
      const from = Math.max(0, Math.floor(range.realFrom) - 1)
      const origin = xOf(chart, from)
      const bar = chart.getBarSpace().bar
      const visible = Array.from({ length: Math.ceil(range.realTo) - from + 1 }, (_, index) => ({
        x: origin + index * bar,
        timestamp:
          bars[from + index]?.timestamp ??
          last.timestamp + (from + index - bars.length + 1) * length,
      }))
      const ticks = timeMarks(visible, { offsetAt }).map(({ x, timestamp, kind }) => ({
        coord: x,
        value: timestamp,
        text: `${kind === 'time' || kind === 'second' ? '' : STRONG}${texts[kind](timestamp)}`,
      }))
      return wholeTicks(ticks, { width: bounding.width })
    },
  })
}

const xOf = (chart: Chart, dataIndex: number): number => {
  const point = chart.convertToPixel({ dataIndex })
  return (Array.isArray(point) ? point[0]?.x : point.x) ?? 0
}
