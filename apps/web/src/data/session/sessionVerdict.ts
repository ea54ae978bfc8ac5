import { isRequestError } from '@x/request'

/**
 * The signer's refusal to go on without a key, and the gateway's verdict on a signature: only a new
 * log-in helps (spec section 8).
 */
const NEEDS_LOGIN: ReadonlySet<string | undefined> = new Set(['NO_BOUND_KEY', '00023'])
const UNAUTHENTICATED = '401'

/**
 * Whether a failure says that there is no session: 401, 20906, 20205, or a key that nobody accepts.
 * Anything else, a network that is down or a gateway that is busy, says nothing about it
 * (docs/adr/sessions.md).
 */
export function isSessionOver(error: unknown): boolean {
  if (!isRequestError(error)) return false
  if (error.kind === 'session-expired') return true
  return (
    (error.kind === 'gateway-sign' && NEEDS_LOGIN.has(error.code)) ||
    (error.kind === 'business' && error.code === UNAUTHENTICATED)
  )
}
