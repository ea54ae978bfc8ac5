import type { FuturesSymbol, FuturesTicker } from '@x/api'
import { useMemo } from 'react'
import { PUBLIC_READ } from '../store/publicRead.ts'
import { futuresApi } from './api.ts'
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

/** The mark price of each contract; `null` where the index is stale. */
export function useMarks({
  isWanted,
}: {
  readonly isWanted: boolean
}): ReadonlyMap<string, string | null> {
  const query = contractsApi.useFuturesTickersQuery(undefined, { skip: !isWanted })
  const { data = NO_TICKERS } = useRefresh(query, { everyMs: MARK_MS, isWanted })
  return useMemo(() => new Map(data.map(({ symbol, markPrice }) => [symbol, markPrice])), [data])
}
