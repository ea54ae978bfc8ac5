import type { Store } from '@x/kit'

/**
 * A use of a topic; the first one subscribes, the last `release` unsubscribes. Releasing twice
 * counts once.
 */
export interface Subscription<T> {
  readonly store: Store<T>
  release(): void
}
