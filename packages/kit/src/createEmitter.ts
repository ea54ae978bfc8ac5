/** Events for any number of listeners. */
export interface Emitter<E> {
  emit(event: E): void
  /** Returns the unsubscribe function. */
  subscribe(listener: (event: E) => void): () => void
}

/**
 * Calls every listener with each event, in order of subscription. If a listener throws, the others
 * still run and the error is thrown afterwards (several as an AggregateError). A listener that an
 * earlier one unsubscribed does not run; one that was added runs from the next event on.
 */
export function createEmitter<E>(): Emitter<E> {
  const listeners = new Set<{ run: (event: E) => void }>()
  return {
    emit(event) {
      const errors: unknown[] = []
      // A copy: a listener that is added meanwhile runs from the next event on.
      for (const listener of Array.from(listeners)) {
        try {
          if (listeners.has(listener)) listener.run(event)
        } catch (error) {
          errors.push(error)
        }
      }
      if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors)
    },
    subscribe(run) {
      // A wrapper, so that the same function subscribed twice counts twice.
      const entry = { run }
      listeners.add(entry)
      return () => void listeners.delete(entry)
    },
  }
}
