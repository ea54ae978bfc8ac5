import type { MessageFormat, Messages } from '../generated/strings/messages.ts'
import type { UiStrings } from './UiStrings.ts'

/**
 * Hands the surroundings of a language to its texts once, so that widgets call them with their
 * arguments alone.
 */
export function bindStrings(messages: Messages, format: MessageFormat): UiStrings {
  const bound = Object.entries(messages).map(([id, message]) => [
    id,
    typeof message === 'function'
      ? (args: never) => (message as (args: never, format: MessageFormat) => string)(args, format)
      : (message as string),
  ])
  return Object.fromEntries(bound) as UiStrings
}
