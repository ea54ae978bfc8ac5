import type { AxisRange, Chart } from 'klinecharts'
import { TAG_HEIGHT, type TagSpan } from './priceScale.ts'

/** Height of the countdown below the last price. */
const COUNTDOWN = 15

const tags = new WeakMap<Chart, readonly TagSpan[]>()

/** Where tags of lines stand on the price axis of a chart. */
export const tagsOf = (chart: Chart): readonly TagSpan[] => tags.get(chart) ?? []
export const keepTags = (chart: Chart, spans: readonly TagSpan[]): void =>
  void tags.set(chart, spans)

/** Prices beside those of the candles that the axis has to show. */
type ExtraRange = () => { readonly low: number; readonly high: number } | undefined

const extraRanges = new WeakMap<Chart, ExtraRange>()

export const extraRange = (chart: Chart): ReturnType<ExtraRange> => extraRanges.get(chart)?.()
export const keepExtraRange = (chart: Chart, range: ExtraRange | undefined): void =>
  void (range ? extraRanges.set(chart, range) : extraRanges.delete(chart))

/** Where the tag of the last price and its countdown stand. */
export function lastPriceTag(
  chart: Chart,
  { realFrom, realTo, from, to, range }: AxisRange,
  height: number,
): TagSpan | undefined {
  const close = chart.getDataList().at(-1)?.close
  if (close === undefined || realTo === realFrom) return undefined
  const isLogarithmic = Math.abs(10 ** realTo - to) < range * 1e-6
  const share = isLogarithmic
    ? (Math.log10(close) - realFrom) / (realTo - realFrom)
    : (close - from) / range
  // The library keeps the tag in view.
  const y = Math.min(Math.max((1 - share) * height, height * 0.05), height * 0.98)
  return { top: y - TAG_HEIGHT / 2, bottom: y + TAG_HEIGHT / 2 + COUNTDOWN }
}
