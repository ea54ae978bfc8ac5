/** What other features may import of `order-ticket`. */
export { CONFIRM_LEVELS, readConfirmLevel } from './confirmLevel.ts'
export { newDraft, type WrittenOrder } from './orderDraft.ts'
export { OrderForm } from './OrderForm.tsx'
export { createPriceDesk, type PriceDesk } from './pickedPrice.ts'
export { PREVENTIONS, readPrevention } from './prevention.ts'
export { useReadOnly } from './useReadOnly.ts'
export { useSubmitText } from './useSubmitText.ts'
