import type { MachineTable } from '@x/kit'

/** Not initialised, success token, demoted token, error token, timeout (spec section 4). */
export type TokenStatus = 'uninitialised' | 'success' | 'demoted' | 'error' | 'timeout'

/** How a request ended, this tab's or another's; `forget` is an expiry or a reset. */
export type TokenEvent = Exclude<TokenStatus, 'uninitialised'> | 'forget'

const ended = {
  success: 'success',
  demoted: 'demoted',
  error: 'error',
  timeout: 'timeout',
} as const
const known = { ...ended, forget: 'uninitialised' } as const

/**
 * Every end of a request can follow every other. `error` and `timeout` keep an earlier token usable
 * (D5); a demotion inside the validity window of a good token is not sent at all (D4).
 */
export const tokenTable: MachineTable<TokenStatus, TokenEvent> = {
  uninitialised: ended,
  success: known,
  demoted: known,
  error: known,
  timeout: known,
}
