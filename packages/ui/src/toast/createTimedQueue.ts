import { createStore, type Clock, type Store, type TimerHandle, type Visibility } from '@x/kit'

/** An item of a timed queue. */
export interface TimedItem {
  readonly id: number
  /** Milliseconds; 0 keeps it until it is closed. */
  readonly duration: number
}

/** Options of `createTimedQueue`. */
export interface TimedQueueOptions<T extends TimedItem, O> {
  readonly clock: Clock
  readonly visibility: Visibility
  readonly make: (id: number, options: O) => T
  /** Time after a pause: the full duration (U4) or the remaining one (U5). */
  readonly afterPause: 'restart' | 'resume'
}

/** Handle of an item. */
export interface TimedHandle<O> {
  readonly id: number
  /** Replaces the item and restarts its time. */
  update(options: O): void
  close(): void
}

/** Why an item is paused. */
export type PauseReason = 'hover' | 'focus'

/** A queue of items that close after a time. */
export interface TimedQueue<T extends TimedItem, O> extends Store<readonly T[]> {
  show(options: O): TimedHandle<O>
  close(id: number): void
  closeNewest(): void
  closeAll(): void
  /** Stops the time of an item; several reasons may overlap. */
  pause(id: number, reason: PauseReason): void
  /** Ends a pause; the time continues when no reason is left. */
  resume(id: number, reason: PauseReason): void
}

/**
 * Creates a queue of items that close after their time, oldest first. The time stops while the page
 * is hidden or the item is paused.
 */
export function createTimedQueue<T extends TimedItem, O>(
  options: TimedQueueOptions<T, O>,
): TimedQueue<T, O> {
  const { clock, visibility, make, afterPause } = options
  const store = createStore<readonly T[]>([])
  const timers = createItemTimers({ clock, afterPause, onEnd: (id) => close(id) })
  const pauses = new Map<number, Set<PauseReason>>()
  let nextId = 1

  const start = (id: number) => {
    const item = store.getState().find((one) => one.id === id)
    if (!item || item.duration === 0 || pauses.get(id)?.size || !visibility.isVisible()) return
    timers.start(item)
  }
  const close = (id: number) => {
    timers.forget(id)
    pauses.delete(id)
    const remaining = store.getState().filter((item) => item.id !== id)
    if (remaining.length === store.getState().length) return
    store.setState(remaining)
    if (remaining.length > 0) return
    stopWatching?.()
    stopWatching = undefined
  }
  const each = (run: (id: number) => void, items = store.getState()) => {
    for (const { id } of items) run(id)
  }
  // Subscribed only while items are shown, so that the queue needs no disposal.
  let stopWatching: (() => void) | undefined
  const onVisibility = (isVisible: boolean) => each(isVisible ? start : timers.stop)
  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    show(options) {
      const id = nextId++
      stopWatching ??= watchVisibility(visibility, onVisibility)
      store.setState([...store.getState(), make(id, options)])
      start(id)
      return {
        id,
        update(next) {
          timers.forget(id)
          store.setState(store.getState().map((item) => (item.id === id ? make(id, next) : item)))
          start(id)
        },
        close: () => close(id),
      }
    },
    close,
    closeNewest: () => each(close, store.getState().slice(-1)),
    closeAll: () => each(close),
    pause(id, reason) {
      pauses.set(id, (pauses.get(id) ?? new Set<PauseReason>()).add(reason))
      timers.stop(id)
    },
    resume: (id, reason) => void (pauses.get(id)?.delete(reason) && start(id)),
  }
}

interface ItemTimersOptions {
  readonly clock: Clock
  readonly afterPause: TimedQueueOptions<TimedItem, never>['afterPause']
  readonly onEnd: (id: number) => void
}

/** The running times of the items, and what is left of those that were stopped. */
function createItemTimers({ clock, afterPause, onEnd }: ItemTimersOptions) {
  const timers = new Map<
    number,
    { readonly timer: TimerHandle; readonly since: number; readonly time: number }
  >()
  const left = new Map<number, number>()
  const stop = (id: number) => {
    const running = timers.get(id)
    if (!running) return
    running.timer.cancel()
    timers.delete(id)
    if (afterPause !== 'restart') left.set(id, running.time - (clock.monotonic() - running.since))
  }
  return {
    start({ id, duration }: TimedItem): void {
      const time = left.get(id) ?? duration
      timers.set(id, { timer: clock.after(time, () => onEnd(id)), since: clock.monotonic(), time })
    },
    stop,
    forget(id: number): void {
      stop(id)
      left.delete(id)
    },
  }
}

/** Reports each change of the visibility; returns the unsubscribe. */
function watchVisibility(
  visibility: Visibility,
  onChange: (isVisible: boolean) => void,
): () => void {
  let visible = visibility.isVisible()
  return visibility.subscribe(() => {
    if (visibility.isVisible() === visible) return
    visible = visibility.isVisible()
    onChange(visible)
  })
}
