import { lazy } from 'react'

/** What other features may import of `realm`. */
export { RealmSwitch } from './RealmSwitch.tsx'
export { usePaperTerms } from './paperTerms.ts'
/** Fetched where it is rendered: a static export would put the query cache into the first load. */
export const LazyMarketSpeedControl = /* @__PURE__ */ lazy(() => import('./MarketSpeedControl.tsx'))
