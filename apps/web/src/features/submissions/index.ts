/** What other features may import of `submitter`. */
export { confirmDuplicate } from './askSame.ts'
export { QuestionCheckbox } from './QuestionTick.tsx'
export { usePendingOrders } from './useUnansweredOrders.ts'
