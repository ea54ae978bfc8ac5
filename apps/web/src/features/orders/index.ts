import { lazy } from 'react'

/** What other features may import of `orders`. */
export { amendableFields, triggerField } from './amendment.ts'
export { TypeCell } from './cells.tsx'
export { GuestPlaceholder } from './GuestPlaceholder.tsx'
export { FillCards } from './FillCards.tsx'
export { OrderCards } from './OrderCards.tsx'
export { playTrigger, playUnfilled } from './playFill.ts'
export { orderEventsOf } from './orderEvents.ts'
export { OrdersPanel } from './OrdersPanel.tsx'
export { useCancel } from './useCancel.ts'
export { useFillColumns } from './useFillColumns.tsx'
export { type OrderKind, useOrderColumns } from './useOrderColumns.tsx'
export { useOrderDetail } from './useOrderDetail.tsx'
export { useOrderEdit } from './useOrderEdit.tsx'
/** Fetched where it is rendered. */
export const LazyEditOrder = /* @__PURE__ */ lazy(() => import('./EditOrder.tsx'))
