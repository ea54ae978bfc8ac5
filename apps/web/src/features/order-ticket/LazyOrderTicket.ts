import { lazy } from 'react'

/** Fetched where it is rendered; apart from the index, whose chunk contains the ticket. */
export const LazyOrderTicket = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./SpotOrderTicket.tsx')).SpotOrderTicket,
}))

/** The order ticket of a contract, fetched where it is rendered. */
export const LazyFuturesOrderTicket = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./futures/FuturesOrderTicket.tsx')).FuturesOrderTicket,
}))

/** Sells a holding at the market; only who is logged in has one. */
export const LazyCloseHolding = /* @__PURE__ */ lazy(() => import('./CloseHolding.tsx'))
