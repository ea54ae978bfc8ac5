import type { ReactNode } from 'react'

export type ToastKind = 'success' | 'warning' | 'info' | 'error' | 'question' | 'loading'

/** U4, spec section 9. */
export const TOAST_DURATION = 3000
export const TOAST_OFFSET = 100
export const TOAST_GAP = 16

export interface ToastOptions {
  readonly kind?: ToastKind
  readonly text: ReactNode
  /** Milliseconds; 0 stays until it is closed. Default 3000, 0 for `loading`. */
  readonly duration?: number
  readonly action?: { readonly label: string; readonly run: () => void }
}

export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly text: ReactNode
  readonly duration: number
  readonly action: ToastOptions['action']
}

export function toToast(
  id: number,
  { kind = 'info', text, duration, action }: ToastOptions,
): Toast {
  return { id, kind, text, duration: kind === 'loading' ? 0 : (duration ?? TOAST_DURATION), action }
}

/** An error must be heard now; the rest waits for the reader to finish the sentence. */
export function politeness(kind: ToastKind): 'assertive' | 'polite' {
  return kind === 'error' || kind === 'warning' ? 'assertive' : 'polite'
}
