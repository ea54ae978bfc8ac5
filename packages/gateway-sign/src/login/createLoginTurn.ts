import type { Clock, Locks } from '@x/kit'
import type { WireProfile } from '../wire.ts'

export interface LoginTurnOptions {
  readonly locks: Locks | undefined
  readonly clock: Pick<Clock, 'after'>
  readonly profile: Pick<WireProfile, 'login'>
}

/** Runs `run` as the only log-in of this browser; any other path runs at once. */
export type LoginTurn = <T>(path: string, run: () => Promise<T>) => Promise<T>

const LOCK = 'sign_key:login'
/** Longer than a request may take: who still holds the turn then is a tab that sleeps. */
const WAIT_MS = 10_000

/**
 * The answer of a log-in sets the token cookie, and the key is bound under the token that stands there when the answer is
 * read. Two log-ins at once would read each other's, so that a key of one ended under the token of the other: from its
 * encryption to its binding a log-in is alone (decision 230). Without Web Locks it is not, and nor is it after the wait.
 */
export function createLoginTurn({ locks, clock, profile }: LoginTurnOptions): LoginTurn {
  return async (path, run) => {
    if (!locks || !Object.hasOwn(profile.login.endpoints, path)) return run()
    const waiting = new AbortController()
    const timer = clock.after(WAIT_MS, () => waiting.abort())
    let isOurs = false
    try {
      return await locks.request(LOCK, { signal: waiting.signal }, () => {
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
