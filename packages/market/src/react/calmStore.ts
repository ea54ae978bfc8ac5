import type { Store } from '@x/kit'

/**
 * How long the end of the time waits for the store's own next change, which comes with a frame and
 * so costs no commit of its own; on a full machine frames come a fifth of a second apart.
 */
const COMPANY_MS = 250

/**
 * At most one change in each beat of `everyMs`, the first at once; what came between is skipped,
 * the last never. The beats of all calm stores fall together, so that one commit serves them.
 */
export function calmStore<T>(store: Store<T>, everyMs: number): Store<T> {
  const listeners = new Set<() => void>()
  let shown = store.getState()
  let nextAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let stop = () => {}

  const show = (): void => {
    clearTimeout(timer)
    timer = undefined
    const next = store.getState()
    if (Object.is(next, shown)) return
    shown = next
    nextAt = (Math.floor(performance.now() / everyMs) + 1) * everyMs
    for (const listener of listeners) listener()
  }
  const changed = (): void => {
    const wait = nextAt - performance.now()
    if (wait <= 0) show()
    else timer ??= setTimeout(show, wait + COMPANY_MS)
  }

  return {
    getState: () => shown,
    subscribe(listener) {
      if (listeners.size === 0) {
        stop = store.subscribe(changed)
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
