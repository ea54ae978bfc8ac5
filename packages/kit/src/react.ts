import { type RefObject, useCallback, useRef, useSyncExternalStore } from 'react'
import type { Store } from './createStore.ts'

/** The last value that a selector took from a state. */
type Selected<S, T> =
  | { readonly state: S; readonly selector: ((state: S) => T) | undefined; readonly value: S | T }
  | undefined

/**
 * Subscribes a component to a store. With a selector, it renders again only when the selected value
 * is no longer `Object.is`-equal. A server, and React while it hydrates, render the store's initial
 * state, so that both render the same.
 */
export function useStore<S>(store: Store<S>): S
export function useStore<S, T>(store: Store<S>, selector: (state: S) => T): T
export function useStore<S, T>(store: Store<S>, selector?: (state: S) => T): S | T {
  const current = useRef<Selected<S, T>>(undefined)
  const initial = useRef<Selected<S, T>>(undefined)
  const read = (memo: RefObject<Selected<S, T>>, state: S): S | T => {
    const last = memo.current
    // A selector that returns a new object must not run twice for one state: React would render
    // without end.
    if (last && Object.is(last.state, state) && last.selector === selector) return last.value
    const value = selector ? selector(state) : state
    memo.current = { state, selector, value }
    return value
  }
  const subscribe = useCallback((listener: () => void) => store.subscribe(listener), [store])
  return useSyncExternalStore(
    subscribe,
    () => read(current, store.getState()),
    () => read(initial, store.getInitialState ? store.getInitialState() : store.getState()),
  )
}
