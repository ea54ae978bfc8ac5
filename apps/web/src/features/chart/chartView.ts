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
}
