import { useFuturesAccount } from './accountApi.ts'
import { useFuturesOrders } from './ordersApi.ts'
import { useFuturesPositions } from './positionsApi.ts'
import { useRetry } from './useRefresh.ts'

/**
 * Keeps account, positions and orders of futures in the query cache while it is mounted. Components
 * read them by the hooks of `accountData.ts`, which need none of the cache's code.
 */
export default function FuturesAccountSync() {
  useRetry(useFuturesAccount())
  useRetry(useFuturesPositions())
  useRetry(useFuturesOrders())
  return null
}
