/**
 * What a compiled message asks of its surroundings. Generated modules carry the same shape, so that
 * they import nothing.
 */
export interface MessageFormat {
  /**
   * The plural category of a count; with a tag, by the rules of another language (for a text that
   * has fallen back to it).
   */
  plural(value: number, tag?: string): string
  ordinal(value: number, tag?: string): string
  number(value: number | bigint | string, options?: Intl.NumberFormatOptions): string
  /** Milliseconds since the epoch or a Date; dates and times alike, as the options say. */
  date(value: number | Date, options: Intl.DateTimeFormatOptions): string
}

/**
 * Text with marked parts: `Read <link>the terms</link>` is `['Read ', { tag: 'link', children:
 * ['the terms'] }]`.
 */
export type RichText<Tag extends string = string> = readonly (string | RichTag<Tag>)[]
/** A tag of a message with its content. */
export interface RichTag<Tag extends string = string> {
  readonly tag: Tag
  readonly children: RichText<Tag>
}

type Result<T> = T extends (...args: never[]) => infer R ? R : T

/** The ids of a catalog whose text has no tags. */
export type PlainId<M> = { [K in keyof M]: Result<M[K]> extends string ? K : never }[keyof M] &
  string
/** The ids of a catalog whose text has tags. */
export type RichId<M> = Exclude<keyof M & string, PlainId<M>>
/** The arguments after the id: none for a text without arguments. */
export type MessageArgs<T> = T extends (args: infer A, format: MessageFormat) => unknown
  ? [args: A]
  : []
/** The tag names of a message: a renderer is asked for each of them. */
export type TagsOf<T> =
  Result<T> extends readonly (infer Part)[]
    ? Part extends { readonly tag: infer Tag extends string }
      ? Tag
      : never
    : never
