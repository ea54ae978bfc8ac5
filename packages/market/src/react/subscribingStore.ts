import type { Store } from '@x/kit'
import type { Subscription } from '../Subscription.ts'

/**
 * A store that subscribes to the market with its first listener and lets go with its last:
 * rendering alone has no effect.
 */
export function subscribingStore<T>(subscribe: () => Subscription<T>, empty: T): Store<T>
export function subscribingStore<T, F>(subscribe: () => Subscription<T>, empty: F): Store<T | F>
export function subscribingStore<T, F>(subscribe: () => Subscription<T>, empty: F): Store<T | F> {
  let held: Subscription<T> | undefined
  let listeners = 0
  return {
    getState: () => (held ? held.store.getState() : empty),
    subscribe(listener) {
      held ??= subscribe()
      listeners++
      const stop = held.store.subscribe(listener)
      return () => {
        stop()
        if (--listeners > 0) return
        held?.release()
        held = undefined
      }
    },
  }
}
