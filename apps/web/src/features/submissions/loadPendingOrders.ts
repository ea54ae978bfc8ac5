/** Fetches what shows orders without a response. */
export const loadPendingOrders = () => import('./pendingOrderModule.ts')
