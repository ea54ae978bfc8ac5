import type { EmitEvent } from '../events.ts'
import { GatewaySignError } from '../GatewaySignError.ts'

export interface ReauthGate {
  /**
   * Stops a request that must be signed and has no key, with one event for the whole session
   * instead of one a request.
   */
  refuse(path: string): never
  /** The session ended or got its key. */
  settle(): void
}

export function createReauthGate({
  session,
  emit,
}: {
  session: () => string | null
  emit: EmitEvent
}): ReauthGate {
  let told: string | null | undefined
  return {
    refuse(path) {
      const current = session()
      if (current !== told) emit({ type: 'login-required', path })
      told = current
      throw new GatewaySignError(
        'NO_BOUND_KEY',
        'This request must be signed and this session has no key; log in again.',
        { detail: { path } },
      )
    },
    settle: () => void (told = undefined),
  }
}
