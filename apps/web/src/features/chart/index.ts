import { lazy } from 'react'

/** What other features may import of `chart`. */
export { ChartPanel } from './ChartPanel.tsx'
/** The user's positions and futures orders on a chart; fetched where they are drawn. */
export const FuturesLines = /* @__PURE__ */ lazy(() => import('./ContractLines.tsx'))
