/** What other features may import of `submissions`. */
export { askSame } from './askSame.ts'
export { QuestionTick } from './QuestionTick.tsx'
export { useUnansweredOrders } from './useUnansweredOrders.ts'
