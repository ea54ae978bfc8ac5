import type { CandleType, Chart, DeepPartial, Styles } from 'klinecharts'
import { CANDLE_PANE } from './chartIndicators.ts'
import type { ChartType } from './chartLook.ts'
import { HEIKIN_ASHI } from './averagedCandles.ts'

const LIBRARY_TYPES: Readonly<Record<ChartType, CandleType>> = {
  candles: 'candle_solid',
  hollow: 'candle_up_stroke',
  // An indicator draws them; the candles below it are see-through.
  heikinAshi: 'candle_solid',
  bars: 'ohlc',
  line: 'area',
  area: 'area',
}

const CLEAR = 'transparent'
const CLEAR_BARS = {
  upColor: CLEAR,
  downColor: CLEAR,
  noChangeColor: CLEAR,
  upBorderColor: CLEAR,
  downBorderColor: CLEAR,
  noChangeBorderColor: CLEAR,
  upWickColor: CLEAR,
  downWickColor: CLEAR,
  noChangeWickColor: CLEAR,
}

/** What a chart type changes of the styles. */
export function typeStyles(type: ChartType): DeepPartial<Styles> {
  return {
    candle: {
      type: LIBRARY_TYPES[type],
      ...(type === 'heikinAshi' ? { bar: CLEAR_BARS } : {}),
      ...(type === 'line' ? { area: { backgroundColor: CLEAR } } : {}),
    },
  }
}

/** Adds or takes away the indicator that draws a type. */
export function applyType(chart: Chart, type: ChartType): void {
  const isDrawn = chart.getIndicators({ name: HEIKIN_ASHI }).length > 0
  if (isDrawn === (type === 'heikinAshi')) return
  if (isDrawn) chart.removeIndicator({ name: HEIKIN_ASHI })
  else chart.createIndicator({ name: HEIKIN_ASHI, paneId: CANDLE_PANE }, true)
}
