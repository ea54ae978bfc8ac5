import type { Indicator } from './chartIndicators.ts'
import type { DrawingName } from './drawings.ts'

/** What the trader has chosen for the chart, beside its interval. */
export interface ChartChoice {
  readonly indicators: readonly Indicator[]
  /** `undefined`: the device's own. */
  readonly timeZone: string | undefined
  /** The tool that was taken up last, or the wish to clear; the number rises with each wish. */
  readonly drawing: { readonly tool: DrawingName | 'clear'; readonly count: number } | undefined
}
