/** What sends orders and tells what became of them: one file, fetched with the first order. */
export { placeOrder } from '../../orders/placeOrder.ts'
export { askSame } from './askSame.ts'
export { createUnansweredOrders } from './createUnansweredOrders.ts'
export { readPrevention } from './prevention.ts'
export { createSubmitter } from './submitDraft.ts'
export { tellOutcome } from './tellOutcome.ts'
