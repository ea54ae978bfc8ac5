import type { StoreEnhancer, UnknownAction } from 'redux'

/** How RTK Query marks an action that need not be on screen at once (its `SHOULD_AUTOBATCH`). */
const LOW_PRIORITY = 'RTK_autoBatch'
/** A hidden page draws no frame. */
const MAX_FRAME_WAIT_MS = 100

/**
 * Notifies the listeners once a frame of all low-priority actions, as the toolkit's
 * `autoBatchEnhancer` does, which comes later than the store.
 */
export const batchNotifications: StoreEnhancer = (create) => (reducer, state) => {
  const store = create(reducer, state)
  const listeners = new Set<() => void>()
  let isDue = false
  let isPlanned = false
  const notify = (): void => {
    isDue = false
    for (const listener of listeners) listener()
  }
  return {
    ...store,
    subscribe(listener) {
      // A listener that subscribes twice is notified twice.
      const own = () => listener()
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    dispatch(action) {
      const dispatched = store.dispatch(action)
      const { meta } = action as UnknownAction & {
        readonly meta?: Readonly<Record<string, unknown>>
      }
      if (!meta?.[LOW_PRIORITY]) notify()
      else {
        isDue = true
        if (!isPlanned)
          beforeNextFrame(() => {
            isPlanned = false
            if (isDue) notify()
          })
        isPlanned = true
      }
      return dispatched
    },
  }
}

function beforeNextFrame(run: () => void): void {
  if (typeof requestAnimationFrame === 'undefined') return void setTimeout(run, MAX_FRAME_WAIT_MS)
  const runOnce = (): void => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    run()
  }
  const frame = requestAnimationFrame(runOnce)
  const timer = setTimeout(runOnce, MAX_FRAME_WAIT_MS)
}
