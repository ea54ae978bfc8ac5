import type { MessageFormat, Messages } from '../generated/strings/messages.ts'

/**
 * Texts of the widgets, by the ids of `messages/en.json`. A value is a string, or a function of
 * named arguments.
 */
export type UiStrings = {
  readonly [Id in keyof Messages]: Messages[Id] extends (
    args: infer Args,
    format: MessageFormat,
  ) => string
    ? (args: Args) => string
    : string
}
