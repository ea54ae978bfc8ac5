export interface Emitter<E> {
  emit(event: E): void
  subscribe(listener: (event: E) => void): () => void
}

/** Hands each event to every listener in order of subscription; a listener that throws does not silence the next, its error surfaces afterwards. */
export function createEmitter<E>(): Emitter<E> {
  const listeners = new Set<{ run: (event: E) => void }>()
  return {
    emit(event) {
      const errors: unknown[] = []
      for (const listener of [...listeners]) {
        try {
          listener.run(event)
        } catch (error) {
          errors.push(error)
        }
      }
      if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors)
    },
    subscribe(run) {
      const entry = { run }
      listeners.add(entry)
      return () => void listeners.delete(entry)
    },
  }
}
