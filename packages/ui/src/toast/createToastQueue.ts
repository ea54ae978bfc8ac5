import type { Clock, Visibility } from '@x/kit'
import {
  createTimedQueue,
  type PauseReason,
  type TimedHandle,
  type TimedQueue,
} from './createTimedQueue.ts'
import { toToast, type Toast, type ToastOptions } from './toToast.ts'

/** Options of `createToastQueue`. */
export interface ToastQueueOptions {
  readonly clock: Clock
  readonly visibility: Visibility
}

/** Handle of a toast. `update` replaces it, for instance `loading` by `success`. */
export type ToastHandle = TimedHandle<ToastOptions>
/** Why a toast is paused. */
export type ToastPauseReason = PauseReason
/** Queue of toasts. */
export type ToastQueue = TimedQueue<Toast, ToastOptions>

/**
 * Creates the queue of toasts, oldest first; after a pause the full duration starts again (U4).
 * Render one `ToastRegion` for it.
 */
export function createToastQueue({ clock, visibility }: ToastQueueOptions): ToastQueue {
  return createTimedQueue({ clock, visibility, make: toToast, afterPause: 'restart' })
}
