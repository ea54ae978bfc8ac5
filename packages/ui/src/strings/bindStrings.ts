import type { MessageFormat, Messages } from '../generated/strings/messages.ts'
import type { UiStrings } from './UiStrings.ts'

/** Binds the format of a language to its texts, so that widgets only pass arguments. */
export function bindStrings(messages: Messages, format: MessageFormat): UiStrings {
  const bound = Object.entries(messages).map(([id, message]) => [
    id,
    typeof message === 'function'
      ? (args: never) => (message as (args: never, format: MessageFormat) => string)(args, format)
      : (message as string),
  ])
  return Object.fromEntries(bound) as UiStrings
}
