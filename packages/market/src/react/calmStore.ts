import type { Store } from '@x/kit'

/** Shows a change at once, and the next no sooner than `everyMs` later; what came between is skipped, the last never. */
export function calmStore<T>(store: Store<T>, everyMs: number): Store<T> {
  const listeners = new Set<() => void>()
  let shown = store.getState()
  let timer: ReturnType<typeof setTimeout> | undefined
  let stop = () => {}

  const show = (): void => {
    timer = undefined
    const next = store.getState()
    if (Object.is(next, shown)) return
    shown = next
    timer = setTimeout(show, everyMs)
    for (const listener of listeners) listener()
  }

  return {
    getState: () => shown,
    subscribe(listener) {
      if (listeners.size === 0) {
        stop = store.subscribe(() => timer ?? show())
        // The store itself may have begun with this first listener.
        shown = store.getState()
      }
      listeners.add(listener)
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return
        stop()
        clearTimeout(timer)
        timer = undefined
      }
    },
  }
}
