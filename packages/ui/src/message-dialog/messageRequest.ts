import type { ReactNode } from 'react'
import type { DialogSize } from '../dialog/Dialog.tsx'
import type { ButtonVariant } from '../button/Button.tsx'

/** Kind of a message. */
export type MessageKind = 'alert' | 'confirm' | 'prompt'
/** How a message was answered. */
export type MessageAction = 'confirm' | 'cancel' | 'close'

/** The answer to a message (U2). `value` is set for a confirmed prompt. */
export interface MessageResult {
  readonly action: MessageAction
  readonly value?: string
}

/** Options of a message. */
export interface MessageOptions {
  readonly title: ReactNode
  readonly message?: ReactNode
  /** Name the action with its figures: "Sell 0.25 BTC". */
  readonly confirmText?: string
  readonly cancelText?: string
  /** Variant of the confirming button; default `primary`. */
  readonly variant?: ButtonVariant
  readonly size?: DialogSize
  /** Button that takes the focus; default `confirm`. `cancel` protects from a second Enter. */
  readonly initialFocus?: 'confirm' | 'cancel'
  /**
   * Resolves to false to keep the dialog open; the pressed button shows a spinner meanwhile. An
   * error keeps it open too.
   */
  readonly beforeClose?: (result: MessageResult) => boolean | Promise<boolean>
  /**
   * Aborting it withdraws the message, on screen or waiting, which resolves with `close`, without
   * `beforeClose`. Other messages stay.
   */
  readonly signal?: AbortSignal
}

/** Options of a prompt. */
export interface PromptOptions extends MessageOptions {
  readonly label?: string
  readonly initial?: string
  readonly placeholder?: string
  readonly multiline?: boolean
  readonly pattern?: RegExp
  /** Runs after `pattern`. True accepts, false shows `errorText`, a string shows that text. */
  readonly check?: (value: string) => boolean | string
  readonly errorText?: string
}

/** A message in the queue. */
export interface MessageRequest {
  readonly kind: MessageKind
  readonly options: PromptOptions
}

/** Result of validating a prompt. */
export type PromptCheck =
  | { readonly ok: true }
  | { readonly ok: false; /** Absent: the default message. */ readonly text?: string }

/** Validates a prompt: first the pattern, then `check` (U2). */
export function checkPrompt(
  value: string,
  { pattern, check, errorText }: Pick<PromptOptions, 'pattern' | 'check' | 'errorText'>,
): PromptCheck {
  const supplied: PromptCheck =
    errorText === undefined ? { ok: false } : { ok: false, text: errorText }
  // A sticky or global pattern has state; remove the flags.
  if (pattern && !new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')).test(value))
    return supplied
  const verdict = check?.(value) ?? true
  if (verdict === true) return { ok: true }
  return verdict === false ? supplied : { ok: false, text: verdict }
}

/**
 * Returns the answer for closing a message (U2): Escape and the corner button give `close`, the
 * backdrop `cancel`; an alert only has the corner button. `undefined` if that way does not close
 * it.
 */
export function dismissAction(
  kind: MessageKind,
  way: 'escape' | 'backdrop' | 'close',
): MessageAction | undefined {
  if (way === 'close') return 'close'
  if (kind === 'alert') return undefined
  return way === 'backdrop' ? 'cancel' : 'close'
}
