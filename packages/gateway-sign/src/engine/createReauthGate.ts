import type { EmitEvent } from '../events.ts'
import { GatewaySignError } from '../GatewaySignError.ts'

export interface ReauthGate {
  /**
   * Rejects a request that must be signed but has no key. Emits `login-required` once per session,
   * not per request.
   * @throws GatewaySignError NO_BOUND_KEY
   */
  reject(path: string): never
  /** Called when the session ended or has a key again. */
  reset(): void
}

export function createReauthGate({
  session,
  emit,
}: {
  session: () => string | null
  emit: EmitEvent
}): ReauthGate {
  let notified: string | null | undefined
  return {
    reject(path) {
      const current = session()
      if (current !== notified) emit({ type: 'login-required', path })
      notified = current
      throw new GatewaySignError(
        'NO_BOUND_KEY',
        'This request must be signed and this session has no key; log in again. Just after a ' +
          'log-in: `readSession` returned no session for its answer.',
        { detail: { path } },
      )
    },
    reset: () => void (notified = undefined),
  }
}
