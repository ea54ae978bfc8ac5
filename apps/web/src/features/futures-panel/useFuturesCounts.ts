import type { FuturesProduct } from '@x/api'
import { productOf } from '../../data/futures/api.ts'
import { isWaiting, useFuturesOrders } from '../../data/futures/ordersApi.ts'
import { useFuturesPositions } from '../../data/futures/positionsApi.ts'

/**
 * How many positions and orders of a product, or of one contract, are open; what is not known is
 * not none.
 */
export function useFuturesCounts({
  product,
  symbol,
}: {
  readonly product: FuturesProduct
  readonly symbol?: string | undefined
}) {
  const { data: positions } = useFuturesPositions()
  const { data: orders } = useFuturesOrders()
  const isOf = (each: { readonly marginCoin: string; readonly symbol: string }) =>
    productOf(each) === product && (symbol ?? each.symbol) === each.symbol
  const own = orders?.filter(isOf)
  return {
    positions: positions?.filter(isOf).length,
    open: own?.filter((order) => !isWaiting(order)).length,
    waiting: own?.filter(isWaiting).length,
  }
}
