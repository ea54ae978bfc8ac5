import type { Clock, Locks } from '@x/kit'
import type { WireProfile } from '../wire.ts'

export interface LoginLockOptions {
  readonly locks: Locks | undefined
  readonly clock: Pick<Clock, 'after'>
  readonly profile: Pick<WireProfile, 'login'>
  /** Longest time in milliseconds that a log-in waits for a new key. */
  readonly keyGenerationLimitMs: number
}

/** Runs `run` as the only log-in of this browser. Other paths run at once. */
export type WithLoginLock = <T>(path: string, run: () => Promise<T>) => Promise<T>

export const LOGIN_LOCK_NAME = 'sign_key:login'
/**
 * Longest time in milliseconds that a log-in may take besides key generation: configuration and
 * log-in, ten seconds each (spec section 9), and a reserve.
 */
export const LOGIN_REQUESTS_MS = 22_000

/**
 * Serialises log-ins. The response of a log-in sets the token cookie, and the key is bound under
 * the cookie that is present when the response is read. Two concurrent log-ins could bind a key
 * under the other's token, so a log-in holds the lock from encryption to binding. Without Web
 * Locks, and after the wait, they run concurrently.
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
    // A tab that holds the lock for longer is suspended.
    const timer = clock.after(keyGenerationLimitMs + LOGIN_REQUESTS_MS, () => waiting.abort())
    let hasLock = false
    try {
      return await locks.request(LOGIN_LOCK_NAME, { signal: waiting.signal }, () => {
        hasLock = true
        return run()
      })
    } catch (error) {
      if (hasLock) throw error
      return await run()
    } finally {
      timer.cancel()
    }
  }
}
