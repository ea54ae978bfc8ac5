import { createStore, type Clock, type Store, type TimerHandle, type Visibility } from '@x/kit'
import { toToast, type Toast, type ToastOptions } from './machine.ts'

export interface ToastQueueOptions {
  readonly clock: Clock
  readonly visibility: Visibility
}

export interface ToastHandle {
  readonly id: number
  /** Turns the toast into another, for instance `loading` into `success`; its time starts anew. */
  update(options: ToastOptions): void
  close(): void
}

export type ToastHold = 'hover' | 'focus'

export interface ToastQueue extends Store<readonly Toast[]> {
  show(options: ToastOptions): ToastHandle
  close(id: number): void
  closeNewest(): void
  closeAll(): void
  /** While anything holds a toast its time stands still; when the last hold ends, the full time starts anew. */
  hold(id: number, by: ToastHold): void
  release(id: number, by: ToastHold): void
}

/** U4: the toasts of a page, the oldest first. Render a `ToastRegion` with it once. */
export function createToastQueue({ clock, visibility }: ToastQueueOptions): ToastQueue {
  const store = createStore<readonly Toast[]>([])
  const timers = new Map<number, TimerHandle>()
  const holds = new Map<number, Set<ToastHold>>()
  let nextId = 1

  const stop = (id: number) => {
    timers.get(id)?.cancel()
    timers.delete(id)
  }
  const start = (id: number) => {
    stop(id)
    const toast = store.getState().find((one) => one.id === id)
    if (!toast || toast.duration === 0 || holds.get(id)?.size || !visibility.isVisible()) return
    timers.set(id, clock.after(toast.duration, () => close(id)))
  }
  const close = (id: number) => {
    stop(id)
    holds.delete(id)
    const rest = store.getState().filter((toast) => toast.id !== id)
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
      for (const toast of store.getState()) change(toast.id)
    })
  }
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    show(options) {
      const id = nextId
      nextId += 1
      watch()
      store.setState([...store.getState(), toToast(id, options)])
      start(id)
      return {
        id,
        update(next) {
          store.setState(store.getState().map((toast) => (toast.id === id ? toToast(id, next) : toast)))
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
      for (const toast of store.getState()) close(toast.id)
    },
    hold(id, by) {
      holds.set(id, (holds.get(id) ?? new Set<ToastHold>()).add(by))
      stop(id)
    },
    release(id, by) {
      const held = holds.get(id)
      if (held?.delete(by) && held.size === 0) start(id)
    },
  }
}
