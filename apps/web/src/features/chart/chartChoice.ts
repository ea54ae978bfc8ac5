import type { CandlePrice } from '@x/market'
import type { Indicator } from './chartIndicators.ts'
import type { ChartType } from './chartLook.ts'
import type { IndicatorParameters } from './indicatorParameters.ts'
import type { DrawingName } from './drawings.ts'
import type { PriceScale } from './priceScale.ts'

/** What the trader asks of the drawings once. */
export type DrawingAction =
  | { readonly kind: 'draw'; readonly tool: DrawingName; readonly text?: string }
  | { readonly kind: 'clear' | 'undo' | 'redo' }
  /** As they are stored, of a template. */
  | { readonly kind: 'restore'; readonly stored: string }

/** Another pair whose course is drawn beside the candles. */
export interface Comparison {
  readonly symbol: string
  readonly name: string
}

/** How drawings behave under the pointer. */
export interface DrawingModes {
  /** Points snap to the prices of candles. */
  readonly magnet: boolean
  readonly locked: boolean
  readonly hidden: boolean
  /** A press on a drawing removes it. */
  readonly erases: boolean
}

/** What the trader has chosen for the chart, beside its interval. */
export interface ChartChoice {
  readonly type: ChartType
  readonly scale: PriceScale
  readonly indicators: readonly Indicator[]
  readonly parameters: IndicatorParameters
  /** `undefined`: the device's own. */
  readonly timeZone: string | undefined
  readonly comparison: Comparison | undefined
  /** Of a contract's candles; default: that of its trades. */
  readonly price?: CandlePrice | undefined
  /** Whether the user's own trades are marked. */
  readonly showsFills: boolean
  /** The latest action; the number rises with each. */
  readonly drawing: (DrawingAction & { readonly count: number }) | undefined
  readonly modes: DrawingModes
}

export const NO_MODES: DrawingModes = {
  magnet: false,
  locked: false,
  hidden: false,
  erases: false,
}
