export interface Emitter<E> {
  emit(event: E): void
  subscribe(listener: (event: E) => void): () => void
}

/**
 * Hands each event to every listener in order of subscription. A listener that throws does not
 * silence the next, its error surfaces afterwards; a listener that an earlier one unsubscribed is
 * not called any more, one that was added waits for the next event.
 */
export function createEmitter<E>(): Emitter<E> {
  const listeners = new Set<{ run: (event: E) => void }>()
  return {
    emit(event) {
      const errors: unknown[] = []
      const round = [...listeners]
      for (const listener of round) {
        if (!listeners.has(listener)) continue
        try {
          listener.run(event)
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
