/** What the chart library calls the pane of the candles. */
export const CANDLE_PANE = 'candle_pane'

/** The indicators offered: over the candles, or in a pane of their own. */
export const INDICATORS = {
  over: ['MA', 'EMA', 'BOLL', 'SAR'],
  own: ['MACD', 'RSI', 'KDJ', 'WR', 'CCI', 'OBV'],
} as const
export type Indicator = (typeof INDICATORS)[keyof typeof INDICATORS][number]

const ALL: readonly Indicator[] = [...INDICATORS.over, ...INDICATORS.own]

export const isOverCandles = (indicator: Indicator): boolean =>
  INDICATORS.over.some((known) => known === indicator)

/** What storage holds may be from another version; each once, in the order of the table. */
export const readIndicators = (stored: string | null | undefined): readonly Indicator[] => {
  const names = new Set((stored ?? '').split(','))
  return ALL.filter((indicator) => names.has(indicator))
}

export const toggleIndicator = (
  list: readonly Indicator[],
  indicator: Indicator,
): readonly Indicator[] => ALL.filter((known) => (known === indicator) !== list.includes(known))
