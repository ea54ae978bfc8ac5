import type { MessageArgs, MessageFormat, PlainId, RichId, RichText } from './messageTypes.ts'

/** Looks up messages by id, with the arguments that each message needs. */
export interface Translate<M> {
  /** The text of an id; its arguments are typed by the catalog. */
  <K extends PlainId<M>>(id: K, ...args: MessageArgs<M[K]>): string
  /** A text with tags, as parts for a renderer. */
  parts<K extends RichId<M>>(id: K, ...args: MessageArgs<M[K]>): RichText
}

/**
 * Binds a catalog to a format. An id that the catalog lacks (a stale build, a dynamic id) shows
 * itself rather than nothing.
 */
export function createTranslate<M extends object>(
  messages: M,
  format: MessageFormat,
): Translate<M> {
  const read = (id: string, args: unknown): string | RichText => {
    const message = Object.hasOwn(messages, id)
      ? (messages as Readonly<Record<string, unknown>>)[id]
      : undefined
    if (typeof message === 'function')
      return (message as (args: unknown, format: MessageFormat) => string | RichText)(args, format)
    return (message as string | RichText | undefined) ?? id
  }
  const text = (id: string, args?: unknown) => {
    const result = read(id, args)
    return typeof result === 'string' ? result : plainOf(result)
  }
  const parts = (id: string, args?: unknown): RichText => {
    const result = read(id, args)
    return typeof result === 'string' ? [result] : result
  }
  return Object.assign(text, { parts }) as Translate<M>
}

/** The words of a rich text without its tags: for titles and labels. */
export function plainOf(parts: RichText): string {
  return parts.map((part) => (typeof part === 'string' ? part : plainOf(part.children))).join('')
}
