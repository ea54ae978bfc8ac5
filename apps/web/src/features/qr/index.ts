import { lazy } from 'react'

/** What other features may import of `qr`. */
export { QrPicture } from './QrPicture.tsx'
export { DECIDE_PATH, serialFrom } from './serialFrom.ts'
/** Fetched where it is rendered. */
export const LazyQrLogin = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./QrLogin.tsx')).QrLogin,
}))
