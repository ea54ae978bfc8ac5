import { createEmitter } from './createEmitter.ts'

/** A readable state with change notifications; React and the hooks of the packages accept any. */
export interface Store<S> {
  getState(): S
  subscribe(listener: () => void): () => void
  /**
   * The state that a server renders and that React renders first when it hydrates, before it
   * changes over to `getState()`. Default: the current state.
   */
  getInitialState?(): S
}

/** A store whose state its owner can replace. */
export interface WritableStore<S> extends Store<S> {
  /** The state that the store was created with. */
  getInitialState(): S
  /** Replaces the state; listeners run only for a state that is not `Object.is`-equal. */
  setState(next: S): void
}

/** A store with the given initial state. */
export function createStore<S>(initial: S): WritableStore<S> {
  let state = initial
  const changes = createEmitter<void>()
  return {
    getState: () => state,
    getInitialState: () => initial,
    setState(next) {
      if (Object.is(next, state)) return
      state = next
      changes.emit()
    },
    subscribe: changes.subscribe,
  }
}
