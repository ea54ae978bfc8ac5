import type { PriceScale } from './priceScale.ts'

export const CHART_TYPES = ['candles', 'hollow', 'heikinAshi', 'bars', 'line', 'area'] as const
export type ChartType = (typeof CHART_TYPES)[number]
export const PRICE_SCALES = [
  'normal',
  'logarithm',
  'percentage',
] as const satisfies readonly PriceScale[]

/** What storage holds may be from another version. */
export const readType = (stored: string | null | undefined): ChartType =>
  CHART_TYPES.find((type) => type === stored) ?? 'candles'
export const readScale = (stored: string | null | undefined): PriceScale =>
  PRICE_SCALES.find((scale) => scale === stored) ?? 'normal'
