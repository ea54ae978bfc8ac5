import type { QueryView } from '../store/queryView.ts'
import type { SpotOrder } from '../spot/model.ts'
import { ordersApi } from './api.ts'

/**
 * The user's live orders, the newest first. Fetches the query cache's code: guests read
 * `useCachedOpenOrders`.
 */
export const useOpenOrders = (): QueryView<readonly SpotOrder[]> => ordersApi.useOpenOrdersQuery()

/** Cancels one order: `[cancel, { isLoading }]`. */
export const useCancelOrder = () => ordersApi.useCancelOrderMutation()

/** Cancels the live orders of a pair, of one side, or all. */
export const useCancelAllOrders = () => ordersApi.useCancelAllMutation()

/** Changes a live order: `[amend, { isLoading }]`. */
export const useAmendOrder = () => ordersApi.useAmendOrderMutation()
