/**
 * What the form does for who can send an order: one file, fetched with the user (docs/adr/web.md).
 */
export { AverageLine } from './AverageLine.tsx'
export { createOrderDoor } from './createOrderDoor.ts'
export { checkDraft } from './draftOrder.ts'
export { missingText, problemText } from '../order-terms/problemText.ts'
export { unreadField } from '../../lib/amounts/unreadField.ts'
