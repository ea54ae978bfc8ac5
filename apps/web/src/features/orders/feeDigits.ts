import type { SpotSymbol } from './model.ts'

/** A fee is a thousandth or less: of one step it has three digits more. */
const BELOW_STEP = 3
const OF_QUOTE = 4
const OF_UNKNOWN = 8

/** Decimals that a fee is shown with, rounded up, in the order form and in every list (decision 246). */
export function feeDigits(asset: string, spec: Pick<SpotSymbol, 'base' | 'quantityPlace'> | undefined): number {
  if (!spec) return OF_UNKNOWN
  return asset === spec.base ? spec.quantityPlace + BELOW_STEP : OF_QUOTE
}
