import { lazy } from 'react'

/** What other features may import of `assets`. */
export { AccountSummary } from './AccountSummary.tsx'
/** Fetched where it is rendered, inside PageTexts. */
export const LazyAssets = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./AssetsPage.tsx')).AssetsPage,
}))
