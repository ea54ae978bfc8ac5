import type { Candle, CandleInterval, CandlePrice } from '@x/market'
import { call } from '../services/call.ts'
import { wireSymbol } from '../spot/model.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'

/** Candles of one page of the chart. */
export const CANDLE_PAGE_SIZE = 500

export interface CandlePage {
  readonly symbol: string
  /** The server has seconds of the last hour, those that have closed. */
  readonly interval: CandleInterval | '1s'
  /** Opening time in ms that all candles are older than; `null`: the latest ones. */
  readonly before: number | null
  /** Of a contract, below a minute of trades alone; default: the price of its trades. */
  readonly kind?: CandlePrice
}

/** The closed candles of a pair, or of a contract by its key, the oldest first. */
export function fetchCandles(
  { symbol, before, ...which }: CandlePage,
  { signal }: { readonly signal: AbortSignal },
): ReturnType<typeof call<'GET /v1/spot/public/candles'>> {
  const page = {
    symbol: wireSymbol({ symbol }),
    ...which,
    limit: String(CANDLE_PAGE_SIZE),
    ...(before === null ? {} : { endTime: String(before) }),
  }
  const options = { ...PUBLIC_READ, silent: true, signal }
  return symbol.includes('/')
    ? call('GET /v1/futures/public/candles' as 'GET /v1/spot/public/candles', page, options)
    : call('GET /v1/spot/public/candles', page, options)
}
export type { Candle }
