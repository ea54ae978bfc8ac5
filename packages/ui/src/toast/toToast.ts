import type { ReactNode } from 'react'

/** Kind of a toast. */
export type ToastKind = 'success' | 'warning' | 'info' | 'error' | 'question' | 'loading'

/** Default duration in milliseconds (U4, spec section 9). */
export const TOAST_DURATION = 3000
/** Distance of the first toast from the top in pixels (U4). */
export const TOAST_OFFSET = 100
/** Distance between two toasts in pixels (U4). */
export const TOAST_GAP = 16

/** Options of a toast. */
export interface ToastOptions {
  readonly kind?: ToastKind
  readonly text: ReactNode
  /** Milliseconds; 0 keeps it until it is closed. Default 3000, for `loading` 0. */
  readonly duration?: number
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** A toast in the queue. */
export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly text: ReactNode
  readonly duration: number
  readonly action: ToastOptions['action']
}

/** Applies the defaults to a toast. */
export function toToast(
  id: number,
  { kind = 'info', text, duration, action }: ToastOptions,
): Toast {
  return { id, kind, text, duration: kind === 'loading' ? 0 : (duration ?? TOAST_DURATION), action }
}

/** Returns how screen readers announce a kind: errors and warnings interrupt, others wait. */
export function politeness(kind: ToastKind): 'assertive' | 'polite' {
  return kind === 'error' || kind === 'warning' ? 'assertive' : 'polite'
}
