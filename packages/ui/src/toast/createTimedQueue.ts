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
export function createTimedQueue<T extends TimedItem, O>({
  clock,
  visibility,
  make,
  afterPause,
}: TimedQueueOptions<T, O>): TimedQueue<T, O> {
  const store = createStore<readonly T[]>([])
  const timers = new Map<
    number,
    { readonly timer: TimerHandle; readonly since: number; readonly time: number }
  >()
  const left = new Map<number, number>()
  const pauses = new Map<number, Set<PauseReason>>()
  let nextId = 1

  const stop = (id: number) => {
    const running = timers.get(id)
    if (!running) return
    running.timer.cancel()
    timers.delete(id)
    if (afterPause !== 'restart') left.set(id, running.time - (clock.monotonic() - running.since))
  }
  const start = (id: number) => {
    const item = store.getState().find((one) => one.id === id)
    if (!item || item.duration === 0 || pauses.get(id)?.size || !visibility.isVisible()) return
    const time = left.get(id) ?? item.duration
    timers.set(id, { timer: clock.after(time, () => close(id)), since: clock.monotonic(), time })
  }
  const close = (id: number) => {
    stop(id)
    pauses.delete(id)
    left.delete(id)
    const remaining = store.getState().filter((item) => item.id !== id)
    if (remaining.length === store.getState().length) return
    store.setState(remaining)
    if (remaining.length === 0) unwatch()
  }
  // Subscribed only while items are shown, so that the queue needs no disposal.
  let stopWatching: (() => void) | undefined
  const unwatch = () => {
    stopWatching?.()
    stopWatching = undefined
  }
  const watch = () => {
    let visible = visibility.isVisible()
    stopWatching ??= visibility.subscribe(() => {
      if (visibility.isVisible() === visible) return
      visible = visibility.isVisible()
      const change = visible ? start : stop
      for (const item of store.getState()) change(item.id)
    })
  }
  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    show(options) {
      const id = nextId
      nextId += 1
      watch()
      store.setState([...store.getState(), make(id, options)])
      start(id)
      return {
        id,
        update(next) {
          stop(id)
          left.delete(id)
          store.setState(store.getState().map((item) => (item.id === id ? make(id, next) : item)))
          start(id)
        },
        close: () => close(id),
      }
    },
    close,
    closeNewest() {
      const newest = store.getState().at(-1)
      if (newest) close(newest.id)
    },
    closeAll() {
      for (const item of store.getState()) close(item.id)
    },
    pause(id, reason) {
      pauses.set(id, (pauses.get(id) ?? new Set<PauseReason>()).add(reason))
      stop(id)
    },
    resume(id, reason) {
      if (pauses.get(id)?.delete(reason)) start(id)
    },
  }
}
