/** What resolves and shows pending orders: fetched before the first order is sent. */
export { resolvePendingOrders } from '../../data/submissions/resolvePendingOrders.ts'
export { default as PendingOrderLines } from './PendingOrderLines.tsx'
export { pendingOrderText } from './pendingOrderText.ts'
