import type { Clock, Locks } from '@x/kit'
import type { WireProfile } from '../wire.ts'

export interface LoginLockOptions {
  readonly locks: Locks | undefined
  readonly clock: Pick<Clock, 'after'>
  readonly profile: Pick<WireProfile, 'login'>
  /** Milliseconds that a log-in waits for a new key. */
  readonly keyGenerationLimitMs: number
}

/** Runs `run` as the only log-in of this browser; any other path runs at once. */
export type WithLoginLock = <T>(path: string, run: () => Promise<T>) => Promise<T>

export const LOGIN_LOCK_NAME = 'sign_key:login'
/**
 * What a turn may take besides the making of a key: the configuration and the log-in, ten seconds
 * each (spec section 9), and some for the rest.
 */
export const LOGIN_REQUESTS_MS = 22_000

/**
 * The answer of a log-in sets the token cookie, and the key is bound under the token that stands
 * there when the answer is read. Two log-ins at once would read each other's, so that a key of one
 * ended under the token of the other: from its encryption to its binding a log-in is alone
 * (docs/adr/sessions.md). Without Web Locks it is not, and nor is it after the wait.
 */
export function createLoginLock({
  locks,
  clock,
  profile,
  keyGenerationLimitMs,
}: LoginLockOptions): WithLoginLock {
  return async (path, run) => {
    if (!locks || !Object.hasOwn(profile.login.endpoints, path)) return run()
    const waiting = new AbortController()
    // Longer than a turn may take: who still holds it then is a tab that sleeps.
    const timer = clock.after(keyGenerationLimitMs + LOGIN_REQUESTS_MS, () => waiting.abort())
    let isOurs = false
    try {
      return await locks.request(LOGIN_LOCK_NAME, { signal: waiting.signal }, () => {
        isOurs = true
        return run()
      })
    } catch (error) {
      if (isOurs) throw error
      return await run()
    } finally {
      timer.cancel()
    }
  }
}
