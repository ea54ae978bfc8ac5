import { lazy } from 'react'

/** What other features may import of `futures-panel`. */
export { FuturesPanel, type FuturesPanelProps } from './FuturesPanel.tsx'
export { FuturesTable } from './FuturesTable.tsx'
export { LazyMoveDialog } from './LazyMoveDialog.tsx'
export { MarginGauge } from './MarginGauge.tsx'
export { PositionsList } from './PositionsList.tsx'
export { sizeUnit } from './terms.ts'
export { useUnansweredOrders } from './useUnansweredOrders.ts'
/** Fetched where they are rendered. */
const live = () => import('./FuturesOrderLists.tsx')
export const LazyOpenOrders = /* @__PURE__ */ lazy(async () => ({
  default: (await live()).OpenFuturesOrders,
}))
export const LazyTriggers = /* @__PURE__ */ lazy(async () => ({
  default: (await live()).FuturesTriggers,
}))
export const LazyRecordList = /* @__PURE__ */ lazy(() => import('./RecordList.tsx'))
export const LazyMoveCard = /* @__PURE__ */ lazy(() => import('./MoveCard.tsx'))
