import type { MarketClient } from '@x/market'
import type { Chart } from 'klinecharts'
import { lastTick } from '../../data/market/lastTick.ts'

export interface LastTag {
  /** Colours the tag before the chart draws itself. */
  tint(): void
  stop(): void
}

/**
 * Colours the tag of the last price by the last tick, as everything on the page that shows it does,
 * and not by its candle.
 */
export function syncLastTag(
  chart: Pick<Chart, 'getStyles' | 'setStyles'>,
  { market, symbol }: { readonly market: Pick<MarketClient, 'trades'>; readonly symbol: string },
): LastTag {
  const { store, release } = market.trades(symbol)
  const wanted = () => {
    const { direction } = lastTick(store.getState(), undefined)
    const { candle, indicator } = chart.getStyles()
    const color = indicator.ohlc[`${direction ?? 'noChange'}Color`]
    const { last } = candle.priceMark
    return color === last.upColor && color === last.downColor
      ? undefined
      : { last, colours: { upColor: color, downColor: color, noChangeColor: color } }
  }
  const stop = store.subscribe(() => {
    const change = wanted()
    if (change) chart.setStyles({ candle: { priceMark: { last: change.colours } } })
  })
  return {
    // The chart draws at once: its own styles are written, and nothing is laid out for them.
    tint() {
      const change = wanted()
      if (change) Object.assign(change.last, change.colours)
    },
    stop() {
      stop()
      release()
    },
  }
}
