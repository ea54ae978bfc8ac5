import type { FuturesAccount, FuturesOrder, FuturesPosition } from '@x/api'
import { useAppSelector } from '../store/hooks.ts'
import { API_PATH } from '../store/injectApiSlice.ts'

/** The queries that are read without the code of the cache, which a guest does not load. */
interface Results {
  readonly futuresAccount: FuturesAccount
  readonly futuresPositions: readonly FuturesPosition[]
  readonly futuresOrders: readonly FuturesOrder[]
}

interface CacheState {
  readonly [API_PATH]?: {
    readonly queries: Readonly<Record<string, { readonly data?: unknown } | undefined>>
  }
}

/** As `selectData` of the spot account: the name is that of the endpoint. */
export const selectFutures =
  <Name extends keyof Results>(name: Name) =>
  (state: object): Results[Name] | undefined =>
    (state as CacheState)[API_PATH]?.queries[`${name}(undefined)`]?.data as
      | Results[Name]
      | undefined

const selectAccount = selectFutures('futuresAccount')
const selectPositions = selectFutures('futuresPositions')
const selectOrders = selectFutures('futuresOrders')

/** The futures account; `undefined` for guests and until it is known. */
export const useCachedFuturesAccount = () => useAppSelector(selectAccount)

/** The open positions; `undefined` for guests and until they are known. */
export const useCachedPositions = () => useAppSelector(selectPositions)

/** The live futures orders; `undefined` for guests and until they are known. */
export const useCachedFuturesOrders = () => useAppSelector(selectOrders)
