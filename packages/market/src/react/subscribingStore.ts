import type { Store } from '@x/kit'
import type { Subscription } from '../Subscription.ts'

/** What a server renders of a store. */
export function initialOf<T>(store: Store<T>): T {
  return store.getInitialState ? store.getInitialState() : store.getState()
}

/**
 * A store that subscribes to the market with its first listener and releases with its last, so that
 * rendering alone has no effect. `empty`: its state without a listener.
 */
export function subscribingStore<T>(subscribe: () => Subscription<T>, empty: T): Store<T>
export function subscribingStore<T, F>(subscribe: () => Subscription<T>, empty: F): Store<T | F>
export function subscribingStore<T, F>(subscribe: () => Subscription<T>, empty: F): Store<T | F> {
  let subscription: Subscription<T> | undefined
  let listeners = 0
  return {
    getInitialState: () => empty,
    getState: () => (subscription ? subscription.store.getState() : empty),
    subscribe(listener) {
      subscription ??= subscribe()
      listeners++
      const stop = subscription.store.subscribe(listener)
      return () => {
        stop()
        if (--listeners > 0) return
        subscription?.release()
        subscription = undefined
      }
    },
  }
}
