import type { TObject, TSchema } from '@sinclair/typebox'
import type { ValueOf } from './schema.ts'

/** One topic of a web socket as data. */
export interface Topic {
  /** The path of the socket that serves it. */
  readonly socket: `/${string}`
  /** Its name on the wire; `{interval}` is replaced by the parameter of that name. */
  readonly name: string
  /** One sentence that says what it sends. */
  readonly summary: string
  /** What a subscription names besides the topic. */
  readonly params: TObject
  /** A message of the topic. */
  readonly message: TSchema
}

/** One web socket as data. */
export interface Socket {
  readonly path: `/${string}`
  readonly summary: string
  /** `private` needs the session cookie and an allowed `Origin`. */
  readonly access: 'public' | 'private'
  /** A message of the client. */
  readonly command: TSchema
  /** An answer to a command. */
  readonly reply: TSchema
  /** Close codes of its own, with what each means. */
  readonly closeCodes: Readonly<Record<number, string>>
}

/** A message of `T`. */
export type MessageOf<T extends Topic> = ValueOf<T['message']>

/** Describes a topic; the type of its messages follows from its schema. */
export function topic<const T extends Topic>(definition: T): T {
  return definition
}

/** Describes a web socket. */
export function socket<const S extends Socket>(definition: S): S {
  return definition
}
