import { lazy } from 'react'

/** A pair that is not there costs those who look at one that is nothing. */
export const LazyUnknownPair = /* @__PURE__ */ lazy(() => import('./UnknownPair.tsx'))
