import type { Clock, Locks } from '@x/kit'
import { LOGIN_LOCK, REQUESTS_MS } from './createLoginTurn.ts'

export interface BindingWaitOptions {
  readonly locks: Locks | undefined
  readonly clock: Pick<Clock, 'after'>
  /** Milliseconds that a log-in waits for a new key. */
  readonly keyGenerationLimitMs: number
}

/**
 * Resolves when no log-in of this browser is under way. The cookie of a log-in is there a moment
 * before its key is bound: who signs then has the key of the session before, and the gateway's
 * verdict on it would end the new session. Never rejects; without Web Locks, and longer than a turn
 * may take, nobody waits.
 */
export function createBindingWait({
  locks,
  clock,
  keyGenerationLimitMs,
}: BindingWaitOptions): () => Promise<void> {
  return async () => {
    const waiting = new AbortController()
    const timer = clock.after(keyGenerationLimitMs + REQUESTS_MS, () => waiting.abort())
    await locks?.request(LOGIN_LOCK, { signal: waiting.signal }, async () => {}).catch(() => {})
    timer.cancel()
  }
}
