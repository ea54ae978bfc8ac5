import type { MessageFormat, Messages } from '../generated/strings/messages.ts'

/**
 * Every text that a widget writes by itself, named and typed by `messages/en.json`. A value is a
 * string, or a function of named arguments where the text holds something.
 */
export type UiStrings = {
  readonly [Id in keyof Messages]: Messages[Id] extends (
    args: infer Args,
    format: MessageFormat,
  ) => string
    ? (args: Args) => string
    : string
}
