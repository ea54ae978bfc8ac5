import type { balancesApi } from '../balances/api.ts'
import type { ordersApi } from '../orders/api.ts'
import { useAppSelector } from '../store/hooks.ts'
import { API_PATH } from '../store/injectApiSlice.ts'

type Endpoints = (typeof ordersApi)['endpoints'] & (typeof balancesApi)['endpoints']
/** The queries that are read without the code of the cache. */
type QueryName = Extract<keyof Endpoints, 'assets' | 'openOrders'>
type ResultOf<Name extends QueryName> = Endpoints[Name]['Types']['ResultType']

/**
 * What is read of the cache's state. A cache entry has the query's name and argument as its key.
 */
interface CacheState {
  readonly [API_PATH]?: {
    readonly queries: {
      readonly [Name in QueryName as `${Name}(undefined)`]?: { readonly data?: ResultOf<Name> }
    }
  }
}

/**
 * The data of a query, read without the code of the query cache, which a guest does not load
 * (docs/adr/web.md). Name and type are those of the endpoint; a test compares it with the cache's
 * own selector.
 */
export const selectData =
  <Name extends QueryName>(name: Name) =>
  (state: object): ResultOf<Name> | undefined =>
    (state as CacheState)[API_PATH]?.queries[`${name}(undefined)`]?.data

const selectOpenOrders = selectData('openOrders')
const selectBalances = selectData('assets')

/** The user's live orders; `undefined` for guests and until they are known. */
export const useCachedOpenOrders = () => useAppSelector(selectOpenOrders)

/** The user's balances; `undefined` for guests and until they are known. */
export const useCachedBalances = () => useAppSelector(selectBalances)
