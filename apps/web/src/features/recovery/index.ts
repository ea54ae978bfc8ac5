import { lazy } from 'react'

/** The way to a new password, fetched where it is rendered. */
export const LazyForgotLink = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./ForgotLink.tsx')).ForgotLink,
}))
