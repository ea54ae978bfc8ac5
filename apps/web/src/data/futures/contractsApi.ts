import type { FuturesSymbol, FuturesTicker } from '@x/api'
import type { Store } from '@x/kit'
import { useStore } from '@x/kit/react'
import type { MarketClient } from '@x/market'
import { useMemo } from 'react'
import { useMarket } from '../market/useMarket.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'
import { futuresApi } from './api.ts'
import { contractKey } from './contracts.ts'
import { useRefresh } from './useRefresh.ts'

export type { FuturesSymbol }

/** Marks change once a second (futures 5). */
const MARK_MS = 1_000

const contractsApi = futuresApi.injectEndpoints({
  endpoints: (build) => ({
    futuresContracts: build.query<readonly FuturesSymbol[], void>({
      query: () => ({ path: '/futures/public/symbols', ...PUBLIC_READ, silent: true }),
      keepUnusedDataFor: 3_600,
    }),
    futuresTickers: build.query<readonly FuturesTicker[], void>({
      query: () => ({ path: '/futures/public/tickers', ...PUBLIC_READ, silent: true }),
    }),
  }),
})

const NONE: readonly FuturesSymbol[] = []
const NO_TICKERS: readonly FuturesTicker[] = []

/** The rules of all contracts by symbol; empty while they are unknown. */
export function useContracts(): ReadonlyMap<string, FuturesSymbol> {
  const { data = NONE } = contractsApi.useFuturesContractsQuery()
  return useMemo(() => new Map(data.map((each) => [each.symbol, each])), [data])
}

/**
 * The mark price of each of some contracts, from the stream; read from the gateway as long as it
 * has sent none of one of them. `null` where the index is stale.
 */
export function useMarks(
  contracts: readonly Pick<FuturesSymbol, 'symbol' | 'product'>[],
): ReadonlyMap<string, string | null> {
  const market = useMarket()
  const keys = contracts.map(({ product, symbol }) => contractKey(product, symbol)).join(' ')
  const streamed = useStore(
    useMemo(() => marksStore(market, keys.split(' ').filter(Boolean)), [market, keys]),
  )
  const isWanted = streamed.size < contracts.length
  const query = contractsApi.useFuturesTickersQuery(undefined, { skip: !isWanted })
  const { data = NO_TICKERS } = useRefresh(query, { everyMs: MARK_MS, isWanted })
  return useMemo(
    () =>
      new Map([
        ...data.map(({ symbol, markPrice }) => [symbol, markPrice] as const),
        ...[...streamed].map(([key, mark]) => [key.slice(key.indexOf('/') + 1), mark] as const),
      ]),
    [data, streamed],
  )
}

type Marks = ReadonlyMap<string, string | null>
const NO_MARKS: Marks = new Map()

/** The marks that the stream has sent; it is subscribed to while somebody listens. */
function marksStore(market: MarketClient, keys: readonly string[]): Store<Marks> {
  let marks = NO_MARKS
  return {
    getInitialState: () => NO_MARKS,
    getState: () => marks,
    subscribe(listener) {
      const parts = keys.map((key) => ({ key, ...market.mark(key) }))
      const read = (): void => {
        marks = new Map(
          parts.flatMap(({ key, store }) => {
            const price = store.getState()
            return price ? [[key, price.mark] as const] : []
          }),
        )
        listener()
      }
      const stops = parts.map(({ store }) => store.subscribe(read))
      if (parts.some(({ store }) => store.getState())) read()
      return () => {
        for (const stop of stops) stop()
        for (const { release } of parts) release()
      }
    },
  }
}
