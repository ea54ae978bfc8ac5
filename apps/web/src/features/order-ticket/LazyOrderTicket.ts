import { lazy } from 'react'

/** Fetched where it is rendered; apart from the index, whose chunk contains the ticket. */
export const LazyOrderTicket = lazy(async () => ({
  default: (await import('./SpotOrderTicket.tsx')).SpotOrderTicket,
}))
