/** What sends orders and tells what became of them: one file, fetched with the first order. */
export { placeOrder } from '../../data/spot/placeOrder.ts'
export { createSubmissions } from '../../data/submissions/createSubmissions.ts'
export { createUnanswered } from '../../data/submissions/createUnanswered.ts'
export { askSameOrder } from './askSameOrder.ts'
export { readPrevention } from './prevention.ts'
export { createSubmitter, DECIDED } from './submitDraft.ts'
export { tellOutcome } from './tellOutcome.ts'
// Here before the first order leaves: without a network they could not be fetched when an answer
// does not come.
export * from '../submissions/pendingOrders.ts'
