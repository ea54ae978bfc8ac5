import type { ReactNode } from 'react'
import type { DialogSize } from '../dialog/Dialog.tsx'
import type { ButtonVariant } from '../button/Button.tsx'

export type MessageKind = 'alert' | 'confirm' | 'prompt'
export type MessageAction = 'confirm' | 'cancel' | 'close'

/** U2: an answer is a value, never a rejection. `value` comes with a confirmed prompt. */
export interface MessageResult {
  readonly action: MessageAction
  readonly value?: string
}

export interface MessageOptions {
  readonly title: ReactNode
  readonly message?: ReactNode
  /** Say what will happen, with figures: "Sell 0.25 BTC". */
  readonly confirmText?: string
  readonly cancelText?: string
  /** Face of the confirming button; default `primary`. */
  readonly variant?: ButtonVariant
  readonly size?: DialogSize
  /**
   * Answers false to keep the dialog open; while it thinks, the confirming button shows that. A
   * throw keeps it open too.
   */
  readonly beforeClose?: (result: MessageResult) => boolean | Promise<boolean>
}

export interface PromptOptions extends MessageOptions {
  readonly label?: string
  readonly initial?: string
  readonly placeholder?: string
  readonly multiline?: boolean
  readonly pattern?: RegExp
  /** After the pattern. true: fine; false: `errorText`; a string: that text. */
  readonly check?: (value: string) => boolean | string
  readonly errorText?: string
}

export interface MessageRequest {
  readonly kind: MessageKind
  readonly options: PromptOptions
}

export type PromptCheck =
  | { readonly ok: true }
  | { readonly ok: false; /** Absent: the default text of the language. */ readonly text?: string }

/** U2: the pattern first, then the check of the caller. */
export function checkPrompt(
  value: string,
  { pattern, check, errorText }: Pick<PromptOptions, 'pattern' | 'check' | 'errorText'>,
): PromptCheck {
  const supplied: PromptCheck =
    errorText === undefined ? { ok: false } : { ok: false, text: errorText }
  // A sticky or global pattern remembers where it stopped; every check begins anew.
  if (pattern && !new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')).test(value))
    return supplied
  const verdict = check?.(value) ?? true
  if (verdict === true) return { ok: true }
  return verdict === false ? supplied : { ok: false, text: verdict }
}

/**
 * U2: Escape and the corner close every kind but an alert; the backdrop cancels. `undefined`: that
 * way out is shut.
 */
export function exitAction(
  kind: MessageKind,
  way: 'escape' | 'backdrop' | 'close',
): MessageAction | undefined {
  if (way === 'close') return 'close'
  if (kind === 'alert') return undefined
  return way === 'backdrop' ? 'cancel' : 'close'
}
