import { lazy } from 'react'

/** What other features may import of `realm`. */
export { default as MarketSpeedControl } from './MarketSpeedControl.tsx'
export { RealmSwitch } from './RealmSwitch.tsx'
export { usePaperTerms } from './paperTerms.ts'
/** Fetched where it is rendered. */
export const LazyMarketSpeedControl = /* @__PURE__ */ lazy(() => import('./MarketSpeedControl.tsx'))
