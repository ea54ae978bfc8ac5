import { lazy } from 'react'

/** What other features may import of `assets`. */
export const loadAccountSummary = async () => ({
  default: (await import('./AccountSummary.tsx')).AccountSummary,
})
/** Inside PageTexts. */
export const LazyAccountSummary = /* @__PURE__ */ lazy(loadAccountSummary)
/** Fetched where it is rendered, inside PageTexts. */
export const LazyAssets = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./AssetsPage.tsx')).AssetsPage,
}))
