import type { MarketClient } from '@x/market'
import type { Chart } from 'klinecharts'
import { lastTick } from '../../data/market/lastTick.ts'

export interface LastTag {
  /**
   * Colours the tag before the chart draws a candle. Between two candles its price stays, and with
   * it its colour: new styles would have all of the chart laid out with each trade.
   */
  tint(): void
  stop(): void
}

/**
 * Colours the tag of the last price by the last tick, as everything on the page that shows it does,
 * and not by its candle.
 */
export function openLastTag(
  chart: Pick<Chart, 'getStyles'>,
  { market, symbol }: { readonly market: Pick<MarketClient, 'trades'>; readonly symbol: string },
): LastTag {
  const { store, release } = market.trades(symbol)
  return {
    tint() {
      const { direction } = lastTick(store.getState(), undefined)
      const { candle, indicator } = chart.getStyles()
      const color = indicator.ohlc[`${direction ?? 'noChange'}Color`]
      // The chart draws at once: its own styles are written, and nothing is laid out for them.
      Object.assign(candle.priceMark.last, {
        upColor: color,
        downColor: color,
        noChangeColor: color,
      })
    },
    stop: release,
  }
}
