/** What the chart library calls the pane of the candles. */
export const CANDLE_PANE = 'candle_pane'

/** The indicators offered: over the candles, or in a pane of their own; with their parameters. */
const OVER = {
  MA: [5, 10, 30, 60],
  EMA: [6, 12, 20],
  SMA: [12, 2],
  WMA: [20],
  HMA: [20],
  DEMA: [20],
  TEMA: [20],
  LSMA: [25],
  VWMA: [20],
  VWAP: [],
  BBI: [3, 6, 12, 24],
  BOLL: [20, 2],
  KC: [20, 2],
  DC: [20],
  ENV: [20, 2],
  ST: [10, 3],
  SAR: [2, 2, 20],
  ICHIMOKU: [9, 26, 52],
} as const satisfies Readonly<Record<string, readonly number[]>>
const OWN = {
  MACD: [12, 26, 9],
  RSI: [6, 12, 24],
  STOCHRSI: [14, 14, 3, 3],
  KDJ: [9, 3, 3],
  WR: [6, 10, 14],
  CCI: [20],
  OBV: [30],
  ATR: [14],
  STDDEV: [20],
  MFI: [14],
  CMF: [20],
  AD: [],
  CHO: [3, 10],
  AROON: [14],
  CHOP: [14],
  TSI: [25, 13],
  PPO: [12, 26, 9],
  UO: [7, 14, 28],
  EFI: [13],
  VOLMA: [5, 20],
  DPO: [20],
  DMI: [14, 6],
  TRIX: [12, 9],
  ROC: [12, 6],
  MTM: [12, 6],
  AO: [5, 34],
  BIAS: [6, 12, 24],
  PSY: [12, 6],
  CR: [26, 10, 20, 40, 60],
  VR: [26, 6],
  BRAR: [26],
  DMA: [10, 50, 10],
  EMV: [14, 9],
  PVT: [],
} as const satisfies Readonly<Record<string, readonly number[]>>

export type Indicator = keyof typeof OVER | keyof typeof OWN
const namesOf = <T extends object>(table: T) => Object.keys(table) as (keyof T)[]
export const INDICATORS = { over: namesOf(OVER), own: namesOf(OWN) } as const

/** The usual parameters of an indicator; none for a name that is none. */
export const getIndicatorDefaults = (name: string): readonly number[] =>
  ({ ...OVER, ...OWN } as Readonly<Record<string, readonly number[]>>)[name] ?? []

/** Which parameters are no number of candles, by their places: widths of bands, and steps. */
const FACTORS: Readonly<Partial<Record<Indicator, readonly number[]>>> = {
  BOLL: [1],
  KC: [1],
  ENV: [1],
  ST: [1],
  SAR: [0, 1, 2],
}

/** Whether a parameter of an indicator, by its place, counts candles. */
export const isWholeParameter = (name: Indicator, index: number): boolean =>
  !FACTORS[name]?.includes(index)

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
