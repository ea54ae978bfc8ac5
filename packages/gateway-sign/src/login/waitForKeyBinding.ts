import type { Clock, Locks } from '@x/kit'
import { LOGIN_LOCK_NAME, LOGIN_REQUESTS_MS } from './createLoginLock.ts'

export interface KeyBindingWaitOptions {
  readonly locks: Locks | undefined
  readonly clock: Pick<Clock, 'after'>
  /** Longest time, in milliseconds, that a log-in waits for a new key. */
  readonly keyGenerationLimitMs: number
}

/**
 * Resolves when no log-in of this browser is in progress. A log-in sets its cookie shortly before
 * it binds its key. A request signed in between would use the key of the previous session, and the
 * gateway's verdict would end the new session. Never rejects. Does not wait without Web Locks, nor
 * longer than a log-in may hold the lock.
 */
export async function waitForKeyBinding({
  locks,
  clock,
  keyGenerationLimitMs,
}: KeyBindingWaitOptions): Promise<void> {
  const timeout = new AbortController()
  const timer = clock.after(keyGenerationLimitMs + LOGIN_REQUESTS_MS, () => timeout.abort())
  await locks?.request(LOGIN_LOCK_NAME, { signal: timeout.signal }, async () => {}).catch(() => {})
  timer.cancel()
}
