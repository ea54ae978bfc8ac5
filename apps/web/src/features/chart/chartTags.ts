import type { AxisRange, Chart } from 'klinecharts'
import { stackTags, TAG_HEIGHT, type TagSpan } from './priceScale.ts'

/** Height of the countdown below the last price. */
const COUNTDOWN = 15

const lines = new WeakMap<Chart, readonly number[]>()

/** Prices of the lines that have a tag on the price axis of a chart. */
export const linesOf = (chart: Chart): readonly number[] => lines.get(chart) ?? []
export const keepLines = (chart: Chart, prices: readonly number[]): void =>
  void lines.set(chart, prices)

/** Prices beside those of the candles that the axis has to show. */
type ExtraRange = () => { readonly low: number; readonly high: number } | undefined

const extraRanges = new WeakMap<Chart, ExtraRange>()

export const extraRange = (chart: Chart): ReturnType<ExtraRange> => extraRanges.get(chart)?.()
export const keepExtraRange = (chart: Chart, range: ExtraRange | undefined): void =>
  void (range ? extraRanges.set(chart, range) : extraRanges.delete(chart))

/** Pixels from the upper edge of a pane so high. */
function placeOf(
  price: number,
  { realFrom, realTo, from, to, range }: AxisRange,
  height: number,
): number {
  const isLogarithmic = Math.abs(10 ** realTo - to) < range * 1e-6
  const share = isLogarithmic
    ? (Math.log10(price) - realFrom) / (realTo - realFrom)
    : (price - from) / range
  return (1 - share) * height
}

/** Where the tag of the last price and its countdown stand. */
export function lastPriceTag(chart: Chart, range: AxisRange, height: number): TagSpan | undefined {
  const close = chart.getDataList().at(-1)?.close
  if (close === undefined || range.realTo === range.realFrom) return undefined
  // The library keeps the tag in view.
  const y = Math.min(Math.max(placeOf(close, range, height), height * 0.05), height * 0.98)
  return { top: y - TAG_HEIGHT / 2, bottom: y + TAG_HEIGHT / 2 + COUNTDOWN }
}

/** The space at each edge beyond which a line lies: its notice is there. */
function edgeSpans(prices: readonly number[], { from, to }: AxisRange, height: number): TagSpan[] {
  return [
    ...(prices.some((price) => price > to) ? [{ top: 0, bottom: TAG_HEIGHT + 2 }] : []),
    ...(prices.some((price) => price < from)
      ? [{ top: height - TAG_HEIGHT - 2, bottom: height }]
      : []),
  ]
}

/** What stands on the price axis of a chart beside the marks of its prices. */
export interface TagLayout {
  /** The middle of the tag of each line, in the order of `linesOf`; `undefined`: off scale. */
  readonly places: readonly (number | undefined)[]
  /** What all tags cover: of the last price, of lines and of notices at the edges. */
  readonly spans: readonly TagSpan[]
}

/** Lays the tags of an axis out so that none covers another. */
export function layOutTags(chart: Chart, range: AxisRange, height: number): TagLayout {
  const prices = linesOf(chart)
  const inView = prices.flatMap((price, index) =>
    price >= range.from && price <= range.to ? [{ index, y: placeOf(price, range, height) }] : [],
  )
  const last = lastPriceTag(chart, range, height)
  const fixed = [...(last ? [last] : []), ...edgeSpans(prices, range, height)]
  const stacked = stackTags(
    inView.map(({ y }) => y),
    { height, fixed },
  )
  const places: (number | undefined)[] = prices.map(() => undefined)
  for (const [at, { index }] of inView.entries()) places[index] = stacked[at]
  return {
    places,
    spans: [
      ...fixed,
      ...stacked.map((y) => ({ top: y - TAG_HEIGHT / 2, bottom: y + TAG_HEIGHT / 2 })),
    ],
  }
}
