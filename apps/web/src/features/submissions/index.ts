/** What other features may import of `submissions`. */
export { confirmDuplicate } from './confirmDuplicate.ts'
export { loadPendingOrders } from './loadPendingOrders.ts'
export { QuestionCheckbox } from './QuestionCheckbox.tsx'
export { usePendingOrders } from './usePendingOrders.ts'
