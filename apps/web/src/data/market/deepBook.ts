import type { BookDepth } from '@x/api'
import type { BookLevel } from '@x/market'
import { wireSymbol } from '../spot/model.ts'
import { api } from '../store/api.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'

/** How often the levels behind the streamed book are fetched, in milliseconds. */
const REFRESH_MS = 2_000
const MOST_LEVELS = '1000'

const depthApi = api.injectEndpoints({
  endpoints: (build) => ({
    deepBook: build.query<BookDepth, string>({
      query: (symbol) => ({
        path: symbol.includes('/') ? '/futures/public/depth' : '/spot/public/depth',
        data: { symbol: wireSymbol({ symbol }), limit: MOST_LEVELS },
        ...PUBLIC_READ,
        silent: true,
      }),
      keepUnusedDataFor: REFRESH_MS / 1_000,
    }),
  }),
})

/** Up to a thousand levels a side, of a pair or of a contract by its key, while the page shows. */
export const useDeepBook = (symbol: string): BookDepth | undefined =>
  depthApi.useDeepBookQuery(symbol, {
    pollingInterval: REFRESH_MS,
    skipPollingIfUnfocused: true,
  }).currentData

export interface BookSides {
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
}

/**
 * The streamed levels, and behind them those of the deep book. Totals of the latter are drawn,
 * never reckoned with.
 */
export function withDeepLevels(
  { bids, asks }: BookSides,
  deep: Pick<BookDepth, 'bids' | 'asks'> | undefined,
): BookSides {
  return {
    bids: extended(bids, deep?.bids ?? [], (price, last) => price < last),
    asks: extended(asks, deep?.asks ?? [], (price, last) => price > last),
  }
}

function extended(
  levels: readonly BookLevel[],
  deep: BookDepth['bids'],
  isBehind: (price: number, last: number) => boolean,
): readonly BookLevel[] {
  const last = levels.at(-1)
  if (!last) return levels
  let total = Number(last.total)
  const behind = deep
    .filter(([price]) => isBehind(Number(price), Number(last.price)))
    .map(([price, size]) => ({ price, size, total: String((total += Number(size))) }))
  return [...levels, ...behind]
}
