import {
  type CandleLoader,
  type CandleLoaderOptions,
  createCandleLoader,
} from './createCandleLoader.ts'
import type { CandlePrice, MarketClient } from '@x/market'
import { type ChartInterval, isServed } from './intervals.ts'

export interface OpenCandlesOptions extends Omit<CandleLoaderOptions, 'interval' | 'market'> {
  readonly interval: ChartInterval
  /** Of a contract; default: the price of its trades. */
  readonly price?: CandlePrice | undefined
  readonly market: Pick<MarketClient, 'candle' | 'trades'>
}

/** The one road of candles to a chart, whatever the interval and the price. */
export function openCandles({ interval, price, ...ports }: OpenCandlesOptions): CandleLoader {
  const openLoader = (
    source: CandleLoaderOptions['interval'],
    other?: Pick<CandleLoaderOptions, 'fetchPage' | 'market'>,
  ) => createCandleLoader({ ...ports, ...other, interval: source })
  if (!price && isServed(interval)) return openLoader(interval)
  let isOver = false
  let made: CandleLoader | undefined
  return {
    async getBars(params) {
      if (params.type === 'init') ports.onState({ kind: 'loading' })
      try {
        const { createOwnCandles } = await import('./ownCandles.ts')
        if (isOver) return
        made ??= createOwnCandles({ ...ports, interval, price, openLoader })
        await made.getBars(params)
      } catch {
        ports.onState({ kind: 'failed', traceId: undefined })
      }
    },
    subscribeBar: (params) => made?.subscribeBar?.(params),
    unsubscribeBar: (params) => made?.unsubscribeBar?.(params),
    dispose() {
      isOver = true
      made?.dispose()
    },
  }
}
