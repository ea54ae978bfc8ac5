/** What shows pending orders: fetched before the first order is sent. */
export { default as PendingOrderLines } from './PendingOrderLines.tsx'
export { pendingOrderText } from './pendingOrderText.ts'
