import { createStore, type Clock, type Store, type TimerHandle, type Visibility } from '@x/kit'

export interface TimedItem {
  readonly id: number
  /** Milliseconds; 0 stays until it is closed. */
  readonly duration: number
}

export interface TimedQueueOptions<T extends TimedItem, O> {
  readonly clock: Clock
  readonly visibility: Visibility
  readonly make: (id: number, options: O) => T
  /** When the last hold ends: the full time once more (U4), or what was left of it (U5). */
  readonly afterHold: 'restart' | 'resume'
}

export interface TimedHandle<O> {
  readonly id: number
  /** Turns the item into another; its time starts anew. */
  update(options: O): void
  close(): void
}

export type Hold = 'hover' | 'focus'

export interface TimedQueue<T extends TimedItem, O> extends Store<readonly T[]> {
  show(options: O): TimedHandle<O>
  close(id: number): void
  closeNewest(): void
  closeAll(): void
  /** While anything holds an item its time stands still. */
  hold(id: number, by: Hold): void
  release(id: number, by: Hold): void
}

/**
 * Items that go by themselves after their time, the oldest first. Time stands still while the page
 * is hidden or an item is held.
 */
export function createTimedQueue<T extends TimedItem, O>({
  clock,
  visibility,
  make,
  afterHold,
}: TimedQueueOptions<T, O>): TimedQueue<T, O> {
  const store = createStore<readonly T[]>([])
  const timers = new Map<
    number,
    { readonly timer: TimerHandle; readonly since: number; readonly time: number }
  >()
  const left = new Map<number, number>()
  const holds = new Map<number, Set<Hold>>()
  let nextId = 1

  const stop = (id: number) => {
    const running = timers.get(id)
    if (!running) return
    running.timer.cancel()
    timers.delete(id)
    if (afterHold !== 'restart') left.set(id, running.time - (clock.monotonic() - running.since))
  }
  const start = (id: number) => {
    const item = store.getState().find((one) => one.id === id)
    if (!item || item.duration === 0 || holds.get(id)?.size || !visibility.isVisible()) return
    const time = left.get(id) ?? item.duration
    timers.set(id, { timer: clock.after(time, () => close(id)), since: clock.monotonic(), time })
  }
  const close = (id: number) => {
    stop(id)
    holds.delete(id)
    left.delete(id)
    const rest = store.getState().filter((item) => item.id !== id)
    if (rest.length === store.getState().length) return
    store.setState(rest)
    if (rest.length === 0) unwatch()
  }
  // Nobody listens to the page while nothing is shown, so that a queue needs no disposal.
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
    hold(id, by) {
      holds.set(id, (holds.get(id) ?? new Set<Hold>()).add(by))
      stop(id)
    },
    release(id, by) {
      if (holds.get(id)?.delete(by)) start(id)
    },
  }
}
