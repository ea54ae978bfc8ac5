import { createEmitter } from './createEmitter.ts'

/** The one contract of everything stateful: read it, hear of changes. */
export interface Store<S> {
  getState(): S
  subscribe(listener: () => void): () => void
}

export interface WritableStore<S> extends Store<S> {
  /** Replaces the state; listeners hear only of a state that is not `Object.is`-equal. */
  setState(next: S): void
}

/**
 * The state and who hears of it. Listeners are called for states that are not `Object.is`-equal to
 * the one before, and for nothing else.
 */
export function createStore<S>(initial: S): WritableStore<S> {
  let state = initial
  const changes = createEmitter<void>()
  return {
    getState: () => state,
    setState(next) {
      if (Object.is(next, state)) return
      state = next
      changes.emit()
    },
    subscribe: (listener) => changes.subscribe(() => listener()),
  }
}
