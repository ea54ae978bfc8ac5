import { useAppServices } from '../services/appServices.ts'
import type { PendingOrders } from '../submissions/createPendingOrders.ts'

/** The orders of this tab without an answer. */
export const usePendingOrdersStore = (): PendingOrders => useAppServices().pendingOrders
