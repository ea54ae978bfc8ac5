import type { ReactNode } from 'react'
import type { ToastKind } from '../toast/toToast.ts'

/** Default duration in milliseconds (U5, spec section 9). */
export const NOTIFICATION_DURATION = 4000
/** Distance between two notifications in pixels (U5). */
export const NOTIFICATION_GAP = 16

/** Kind of a notification. */
export type NotificationKind = Exclude<ToastKind, 'loading' | 'question'>

/** Options of a notification. */
export interface NotificationOptions {
  readonly kind?: NotificationKind
  readonly title: ReactNode
  readonly text?: ReactNode
  /** Milliseconds; 0 keeps it until it is closed. Default 4000. */
  readonly duration?: number
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** A notification in the queue. */
export interface Notification {
  readonly id: number
  readonly kind: NotificationKind
  readonly title: ReactNode
  readonly text: ReactNode
  readonly duration: number
  readonly action: NotificationOptions['action']
}

/** Applies the defaults to a notification. */
export function toNotification(
  id: number,
  { kind = 'info', title, text, duration = NOTIFICATION_DURATION, action }: NotificationOptions,
): Notification {
  return { id, kind, title, text, duration, action }
}
