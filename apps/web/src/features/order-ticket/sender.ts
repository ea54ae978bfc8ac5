/** What sends orders and tells what became of them: one file, fetched with the first order. */
export { placeOrder } from '../../data/spot/placeOrder.ts'
export { createSubmitter } from '../../data/submissions/createSubmissions.ts'
export { createPendingSubmissions } from '../../data/submissions/createUnanswered.ts'
export { askSameOrder } from './askSameOrder.ts'
export { readPrevention } from './prevention.ts'
export { createDraftSubmitter, DECIDED } from './submitDraft.ts'
export { tellOutcome } from './tellOutcome.ts'
// Here before the first order leaves: without a network they could not be fetched when an answer
// does not come.
export * from '../submissions/pendingOrderModule.ts'
