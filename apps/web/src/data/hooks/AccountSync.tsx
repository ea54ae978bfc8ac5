import { balancesApi } from '../balances/api.ts'
import { ordersApi } from '../orders/api.ts'

/**
 * Keeps open orders and balances in the query cache while it is mounted. Components read them with
 * `useCachedOpenOrders` and `useCachedBalances`, which need none of the cache's code.
 */
export function AccountSync() {
  ordersApi.useOpenOrdersQuery(undefined, NO_RESULT)
  balancesApi.useAssetsQuery(undefined, NO_RESULT)
  return null
}

/** A change of the data does not render this component. */
const NO_RESULT = { selectFromResult: () => ({}) }
