import type { Clock } from '@x/kit'
import type { Subscriber } from './Subscriber.ts'

/**
 * Above this a subscriber is skipped; below a quarter of it, it gets a snapshot and follows again.
 */
const FULL = 512 * 1024
const SLOW_CLIENT_TIMEOUT_MS = 5_000

/** Knows which subscribers do not keep up, and since when. */
export function createSlowSubscribers(clock: Pick<Clock, 'monotonic'>) {
  const slowSince = new Map<Subscriber, number>()
  return {
    /** Whether it is to be skipped; from the first time on it counts as slow. */
    isFull(subscriber: Subscriber): boolean {
      if (subscriber.backlog() <= FULL) return false
      if (!slowSince.has(subscriber)) slowSince.set(subscriber, clock.monotonic())
      return true
    },
    /** Whether one that was skipped can take a snapshot; then it is slow no longer. */
    hasCaughtUp(subscriber: Subscriber): boolean {
      if (subscriber.backlog() > FULL / 4) return false
      slowSince.delete(subscriber)
      return true
    },
    /** Those that have been slow for too long. */
    hopeless: (): Subscriber[] =>
      [...slowSince].flatMap(([subscriber, since]) =>
        clock.monotonic() - since < SLOW_CLIENT_TIMEOUT_MS ? [] : [subscriber],
      ),
    forget: (subscriber: Subscriber): void => void slowSince.delete(subscriber),
  }
}

export type SlowSubscribers = ReturnType<typeof createSlowSubscribers>
