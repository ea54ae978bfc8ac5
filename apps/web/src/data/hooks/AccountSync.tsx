import { useAssetsQuery, useOpenOrdersQuery } from '../spot/api.ts'

/**
 * Keeps open orders and balances in the query cache while it is mounted. Components read them with
 * `useOpenOrders` and `useBalances`, which need none of the cache's code.
 */
export function AccountSync() {
  useOpenOrdersQuery(undefined, NO_RESULT)
  useAssetsQuery(undefined, NO_RESULT)
  return null
}

/** A change of the data does not render this component. */
const NO_RESULT = { selectFromResult: () => ({}) }
