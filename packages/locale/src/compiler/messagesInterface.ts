import type { ArgumentShape, MessageShape } from './messageShape.ts'
import { HEADER } from './moduleForm.ts'

export interface SourceMessage {
  readonly text: string
  readonly shape: MessageShape
}

const TYPES: Readonly<Record<Exclude<ArgumentShape['kind'], 'select'>, string>> = {
  plural: 'number',
  number: 'number | bigint | string',
  date: 'number | Date',
  text: 'string | number',
}

/**
 * `messages`: the interface of a catalog, one member an id, typed by the source language. Types
 * only.
 */
export function messagesInterface(source: ReadonlyMap<string, SourceMessage>): string {
  const members = [...source].map(
    ([id, message]) =>
      `  /** ${comment(message.text)} */\n  readonly '${id}': ${memberType(message.shape)}\n`,
  )
  return `${HEADER}
export interface MessageFormat {
  plural(value: number, tag?: string): string
  ordinal(value: number, tag?: string): string
  number(value: number | bigint | string, options?: Intl.NumberFormatOptions): string
  date(value: number | Date, options: Intl.DateTimeFormatOptions): string
}

export type Rich<Tag extends string> = readonly (
  string | { readonly tag: Tag; readonly children: Rich<Tag> }
)[]

export interface Messages {
${members.join('')}}

export type MessageId = keyof Messages
`
}

function memberType({ args, tags }: MessageShape): string {
  const result = tags.size > 0 ? `Rich<${[...tags].map(literal).join(' | ')}>` : 'string'
  if (args.size === 0) return result
  const fields = [...args].map(
    ([name, arg]) =>
      `readonly ${/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)}: ${argumentType(arg)}`,
  )
  return `(args: { ${fields.join('; ')} }, format: MessageFormat) => ${result}`
}

function argumentType({ kind, keys }: ArgumentShape): string {
  // Known keys are offered by the editor, others stay allowed: they read as `other`.
  return kind === 'select' ? [...[...keys].map(literal), '(string & {})'].join(' | ') : TYPES[kind]
}

function literal(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`
}

function comment(text: string): string {
  return text.replaceAll('*/', '*\\/').replace(/\s+/g, ' ')
}
