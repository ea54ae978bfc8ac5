import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { Store } from './createStore.ts'

/**
 * Subscribes a component to a store. With a selector, it renders again only when the selected value
 * is no longer `Object.is`-equal.
 */
export function useStore<S>(store: Store<S>): S
export function useStore<S, T>(store: Store<S>, selector: (state: S) => T): T
export function useStore<S, T>(store: Store<S>, selector?: (state: S) => T): S | T {
  const memo = useRef<
    { state: S; selector: ((state: S) => T) | undefined; value: S | T } | undefined
  >(undefined)
  const read = (): S | T => {
    const state = store.getState()
    const last = memo.current
    // A selector that returns a new object must not run twice for one state: React would render
    // without end.
    if (last && Object.is(last.state, state) && last.selector === selector) return last.value
    const value = selector ? selector(state) : state
    memo.current = { state, selector, value }
    return value
  }
  const subscribe = useCallback((listener: () => void) => store.subscribe(listener), [store])
  return useSyncExternalStore(subscribe, read, read)
}
