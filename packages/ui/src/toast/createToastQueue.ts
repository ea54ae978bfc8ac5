import type { ReactNode } from 'react'
import type { Clock, Visibility } from '@x/kit'
import {
  createTimedQueue,
  type PauseReason,
  type TimedHandle,
  type TimedQueue,
} from './createTimedQueue.ts'
import { toToast, type Toast, type ToastKind, type ToastOptions } from './toToast.ts'

/** Options of `createToastQueue`. */
export interface ToastQueueOptions {
  readonly clock: Clock
  readonly visibility: Visibility
}

/** Handle of a toast. `update` replaces it, for instance `loading` by `success`. */
export type ToastHandle = TimedHandle<ToastOptions>
/** Why a toast is paused. */
export type ToastPauseReason = PauseReason
/** Shows a toast of one kind: `toasts.success('Saved')`. */
export type ShowToast = (
  text: ReactNode,
  options?: Pick<ToastOptions, 'duration' | 'action'>,
) => ToastHandle
/**
 * Queue of toasts, with a method for each kind. `show` takes the kind as an option, for a kind that
 * is computed.
 */
export interface ToastQueue
  extends TimedQueue<Toast, ToastOptions>, Readonly<Record<ToastKind, ShowToast>> {}

/**
 * Creates the queue of toasts, oldest first; after a pause the full duration starts again (U4).
 * Render one `ToastRegion` for it.
 */
export function createToastQueue({ clock, visibility }: ToastQueueOptions): ToastQueue {
  const queue = createTimedQueue({ clock, visibility, make: toToast, afterPause: 'restart' })
  const as =
    (kind: ToastKind): ShowToast =>
    (text, options) =>
      queue.show({ kind, text, ...options })
  return {
    ...queue,
    success: as('success'),
    warning: as('warning'),
    info: as('info'),
    error: as('error'),
    question: as('question'),
    loading: as('loading'),
  }
}
