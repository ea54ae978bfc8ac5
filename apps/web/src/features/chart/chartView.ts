/** How the panel of a chart is shown. */
export interface ChartView {
  /** It fills the window. */
  readonly isFull: boolean
  /** The depth of the book instead of candles. */
  readonly showsDepth: boolean
  /** `undefined`: as the width of the screen allows. */
  readonly hasRail: boolean | undefined
  /** Rises with each wish to see the chart as it was at first. */
  readonly resets: number
  /** Charts beside each other; phones have one. */
  readonly count: ChartCount
}

export const CHART_COUNTS = [1, 2, 4] as const
export type ChartCount = (typeof CHART_COUNTS)[number]

/** What storage holds may be from another version. */
export const readCount = (stored: string | null | undefined): ChartCount =>
  CHART_COUNTS.find((count) => String(count) === stored) ?? 1
