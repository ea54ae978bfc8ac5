/** What judges and sends orders: one lazy chunk for signed-in users (docs/adr/web.md). */
export { AverageLine } from './AverageLine.tsx'
export { checkDraft } from './checkDraft.ts'
export { createOrderSubmitter } from './submitOrder.ts'
export { missingText, problemText } from '../order-terms/index.ts'
