import { lazy } from 'react'

/** What other features may import of `order-ticket`. */
export { CONFIRM_LEVELS, readConfirmLevel } from './confirmLevel.ts'
export { newDraft, type SavedDraft } from './orderDraft.ts'
export { OrderTicket } from './OrderTicket.tsx'
export { createPickedPriceStore, type PickedPriceStore } from './pickedPrice.ts'
export { PREVENTIONS, readPrevention } from './prevention.ts'
export type { TicketTerminal } from './TicketTerminal.ts'
export { useReadOnly } from './useReadOnly.ts'
export { useSubmitText } from './useSubmitText.ts'
/** Fetched where it is rendered. */
export const LazyOrderTicket = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./OrderTicket.tsx')).OrderTicket,
}))
