/** Fetches what resolves and shows orders without a response. */
export const loadPendingOrders = () => import('./pendingOrderModule.ts')
