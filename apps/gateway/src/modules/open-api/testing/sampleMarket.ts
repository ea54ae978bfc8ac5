import { createManualClock } from '@x/kit/testing'
import { CONTRACTS } from '../../../exchange/instruments/contracts.ts'
import { SPOT_SYMBOLS } from '../../../exchange/instruments/symbols.ts'
import { createDisplayedMarket } from '../../market-data/book/createDisplayedMarket.ts'
import type { Candle, CandleStore } from '../../market-data/module.ts'
import { createMarketLog } from '../tradeLog.ts'

/** Ten past noon and 30 seconds, in milliseconds. */
export const NOON = Date.UTC(2026, 0, 5, 12, 10, 30)
export const MINUTE_MS = 60_000

/** A candle in which 0.00010 BTC was traded at each of its prices. */
export function sampleCandle(openTime: number, prices: readonly number[]): Candle {
  const [open = 0] = prices
  return {
    openTime,
    open,
    high: Math.max(...prices),
    low: Math.min(...prices),
    close: prices.at(-1) ?? open,
    lots: 10 * prices.length,
    turnover: prices.reduce((sum, ticks) => sum + BigInt(ticks) * 10n, 0n),
  }
}

/** A market, its log and a clock at `NOON`; candles are what a test puts into the lists. */
export function sampleMarket() {
  const clock = createManualClock(NOON)
  const symbols = [...SPOT_SYMBOLS, ...CONTRACTS].map(({ id }) => id)
  const market = createDisplayedMarket({ symbols, liveTrading: true })
  const marketLog = createMarketLog({ market, now: () => 1 })
  const series = new Map<string, Candle[]>()
  const own = (symbol: string) => series.get(symbol) ?? []
  /** What was asked of `read`. */
  const queries: object[] = []
  const candles: CandleStore = {
    open: async () => {},
    trade() {},
    mend() {},
    running: (symbol) => own(symbol).at(-1),
    since: (symbol, { openTime }) => own(symbol).filter((each) => each.openTime >= openTime),
    lastTicks: (symbol) => own(symbol).at(-1)?.close,
    async read(symbol, query) {
      queries.push(query)
      return own(symbol)
        .filter(({ openTime }) => openTime < query.before)
        .slice(-query.limit)
    },
    day: own,
    flush: async () => {},
  }
  return { clock, market, marketLog, candles, series, queries }
}

export type SampleMarket = ReturnType<typeof sampleMarket>
