/** What the form does for who can send an order: one file, fetched with the user (decision 168). */
export { createOrderDoor } from './createOrderDoor.ts'
export { checkDraft } from './draftOrder.ts'
export { missingText, problemText } from './problemText.ts'
