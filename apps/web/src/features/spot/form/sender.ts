/** What sends orders and tells what became of them: one file, fetched with the first order. */
export { placeOrder } from '../../orders/placeOrder.ts'
export { createSubmissions } from '../../submissions/createSubmissions.ts'
export { createUnanswered } from '../../submissions/createUnanswered.ts'
export { askSameOrder } from './askSameOrder.ts'
export { readPrevention } from './prevention.ts'
export { createSubmitter, DECIDED } from './submitDraft.ts'
export { tellOutcome } from './tellOutcome.ts'
// Here before the first order leaves: without a network they could not be fetched when an answer
// does not come.
export { settleOrders } from '../../submissions/settleOrders.ts'
export { default as UnansweredLines } from '../../submissions/UnansweredLines.tsx'
export { unansweredText } from '../../submissions/unansweredText.ts'
