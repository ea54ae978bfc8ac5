import type { Store } from '@x/kit'

/**
 * One use of a topic. The first use subscribes and the last `release` unsubscribes; releasing twice
 * counts once.
 */
export interface Subscription<T> {
  readonly store: Store<T>
  release(): void
}
