/** What resolves and shows orders without an answer; fetched before the first order is sent. */
export { resolvePendingOrders } from '../../data/submissions/settleOrders.ts'
export { default as PendingOrderLines } from './UnansweredLines.tsx'
export { pendingOrderText } from './unansweredText.ts'
