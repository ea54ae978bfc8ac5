import type { Candle, CandleInterval } from '@x/market'
import { call } from '../services/call.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'

/** Candles of one page of the chart. */
export const CANDLE_PAGE_SIZE = 500

export interface CandlePage {
  readonly symbol: string
  readonly interval: CandleInterval
  /** Opening time in ms that all candles are older than; `null`: the latest ones. */
  readonly before: number | null
}

/** The closed candles before a moment, the oldest first. */
export const fetchCandles = (
  { symbol, interval, before }: CandlePage,
  { signal }: { readonly signal: AbortSignal },
): ReturnType<typeof call<'GET /v1/spot/public/candles'>> =>
  call(
    'GET /v1/spot/public/candles',
    {
      symbol,
      interval,
      limit: String(CANDLE_PAGE_SIZE),
      ...(before === null ? {} : { endTime: String(before) }),
    },
    { ...PUBLIC_READ, silent: true, signal },
  )
export type { Candle }
