import type { Clock, Visibility } from '@x/kit'
import {
  createTimedQueue,
  type Hold,
  type TimedHandle,
  type TimedQueue,
} from './createTimedQueue.ts'
import { toToast, type Toast, type ToastOptions } from './toToast.ts'

export interface ToastQueueOptions {
  readonly clock: Clock
  readonly visibility: Visibility
}

/** `update` turns a toast into another, for instance `loading` into `success`. */
export type ToastHandle = TimedHandle<ToastOptions>
export type ToastHold = Hold
export type ToastQueue = TimedQueue<Toast, ToastOptions>

/**
 * U4: the toasts of a page, the oldest first; leaving one restarts its full time. Render a
 * `ToastRegion` with it once.
 */
export function createToastQueue({ clock, visibility }: ToastQueueOptions): ToastQueue {
  return createTimedQueue({ clock, visibility, make: toToast, afterHold: 'restart' })
}
