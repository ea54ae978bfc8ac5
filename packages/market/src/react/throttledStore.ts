import type { Store } from '@x/kit'
import { initialOf } from './subscribingStore.ts'

/**
 * How long an interval's end waits for the store's own next change, which comes with a frame and so
 * costs no commit of its own. On a busy machine frames are up to 200 ms apart.
 */
const FRAME_WAIT_MS = 250

/** What waits for the end of an interval: each publishes once its own has ended. */
const waiting = new Set<() => void>()

/**
 * At most one change per interval of `everyMs` milliseconds: the first at once, the last always,
 * the ones between skipped. The intervals of all throttled stores are aligned, so that one commit
 * serves them.
 */
export function throttledStore<T>(store: Store<T>, everyMs: number): Store<T> {
  const listeners = new Set<() => void>()
  let current = store.getState()
  let nextAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let stop = () => {}

  const publish = (): void => {
    rest()
    const next = store.getState()
    if (Object.is(next, current)) return
    current = next
    nextAt = (Math.floor(performance.now() / everyMs) + 1) * everyMs
    for (const listener of listeners) listener()
    // An interval may end between two stores of one frame: they show it together all the same.
    for (const publishDue of waiting) publishDue()
  }
  const publishDue = (): void => {
    if (nextAt <= performance.now()) publish()
  }
  const rest = (): void => {
    clearTimeout(timer)
    timer = undefined
    waiting.delete(publishDue)
  }
  const onChange = (): void => {
    const wait = nextAt - performance.now()
    if (wait <= 0) publish()
    else {
      timer ??= setTimeout(publish, wait + FRAME_WAIT_MS)
      waiting.add(publishDue)
    }
  }

  return {
    getState: () => current,
    getInitialState: () => initialOf(store),
    subscribe(listener) {
      if (listeners.size === 0) {
        stop = store.subscribe(onChange)
        // The store may have started with this first listener.
        current = store.getState()
      }
      listeners.add(listener)
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return
        stop()
        rest()
      }
    },
  }
}
