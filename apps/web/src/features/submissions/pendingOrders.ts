/** What resolves and shows orders without an answer; fetched before the first order is sent. */
export { settleOrders } from '../../data/submissions/settleOrders.ts'
export { default as UnansweredLines } from './UnansweredLines.tsx'
export { unansweredText } from './unansweredText.ts'
