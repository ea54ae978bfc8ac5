import { lazy } from 'react'

/** What other features may import of `assets`. */
export const LazyAccountSummary = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./AccountSummary.tsx')).AccountSummary,
}))
/** Fetched where it is rendered, inside PageTexts. */
export const LazyAssets = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./AssetsPage.tsx')).AssetsPage,
}))
