import type { ReactNode } from 'react'
import type { ToastKind } from '../toast/toToast.ts'

/** U5, spec section 9: milliseconds and pixels. */
export const NOTIFICATION_DURATION = 4000
export const NOTIFICATION_GAP = 16

export type NotificationKind = Exclude<ToastKind, 'loading' | 'question'>

export interface NotificationOptions {
  readonly kind?: NotificationKind
  readonly title: ReactNode
  readonly text?: ReactNode
  /** Milliseconds; 0 stays until it is closed. Default 4000. */
  readonly duration?: number
  readonly action?: { readonly label: string; readonly run: () => void }
}

export interface Notification {
  readonly id: number
  readonly kind: NotificationKind
  readonly title: ReactNode
  readonly text: ReactNode
  readonly duration: number
  readonly action: NotificationOptions['action']
}

export function toNotification(
  id: number,
  { kind = 'info', title, text, duration = NOTIFICATION_DURATION, action }: NotificationOptions,
): Notification {
  return { id, kind, title, text, duration, action }
}
