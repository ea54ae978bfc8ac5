import type { MachineTable } from '@x/kit'

/** Token states (spec section 4): not initialised, success token, demoted token, error, timeout. */
export type TokenStatus = 'uninitialised' | 'success' | 'demoted' | 'error' | 'timeout'

/** How a request ended, in this tab or another; `forget` is an expiry or a reset. */
export type TokenEvent = Exclude<TokenStatus, 'uninitialised'> | 'forget'

const ended = {
  success: 'success',
  demoted: 'demoted',
  error: 'error',
  timeout: 'timeout',
} as const
const known = { ...ended, forget: 'uninitialised' } as const

/**
 * State table of the token. Any outcome can follow any other. `error` and `timeout` keep an earlier
 * token usable (D5). A demotion within the validity window of a good token is not sent as an event
 * (D4).
 */
export const tokenTable: MachineTable<TokenStatus, TokenEvent> = {
  uninitialised: ended,
  success: known,
  demoted: known,
  error: known,
  timeout: known,
}
