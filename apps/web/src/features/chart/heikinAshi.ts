import { type Indicator, registerIndicator } from 'klinecharts'
import { averageCandles, type AveragedCandle, HEIKIN_ASHI } from './averagedCandles.ts'

/** Makes averaged candles known to the chart library, in the colours of its own candles. */
export function registerHeikinAshi(): void {
  registerIndicator<AveragedCandle>({
    name: HEIKIN_ASHI,
    shortName: '',
    series: 'price',
    calcParams: [],
    figures: [],
    calc: (candles) => averageCandles(candles),
    draw({ ctx, chart, indicator, xAxis, yAxis }) {
      const { upColor, downColor } = chart.getStyles().indicator.ohlc
      drawCandles(ctx, {
        up: upColor,
        down: downColor,
        candles: indicator.result as Indicator<AveragedCandle>['result'],
        range: chart.getVisibleRange(),
        width: Math.max(1, Math.floor(chart.getBarSpace().gapBar)),
        x: (index) => xAxis.convertToPixel(index),
        y: (price) => yAxis.convertToPixel(price),
      })
      return true
    },
  })
}

interface CandlesToDraw {
  readonly candles: readonly AveragedCandle[]
  readonly range: { readonly from: number; readonly to: number }
  /** Pixels of a body. */
  readonly width: number
  readonly up: string
  readonly down: string
  readonly x: (index: number) => number
  readonly y: (price: number) => number
}

function drawCandles(
  ctx: CanvasRenderingContext2D,
  { candles, range, width, up, down, x, y }: CandlesToDraw,
): void {
  for (let index = range.from; index < range.to; index++) {
    const candle = candles[index]
    if (!candle) continue
    const [top, bottom] = [
      y(Math.max(candle.open, candle.close)),
      y(Math.min(candle.open, candle.close)),
    ]
    const middle = Math.round(x(index))
    ctx.fillStyle = candle.close >= candle.open ? up : down
    const [high, low] = [y(candle.high), y(candle.low)]
    ctx.fillRect(middle, high, 1, low - high)
    ctx.fillRect(middle - Math.floor(width / 2), top, width, Math.max(1, bottom - top))
  }
}
