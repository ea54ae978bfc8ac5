import { isPlainObject } from '@x/kit'
import { isPlainBody } from './hasNoSensitiveFields.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * The fields of a body; `undefined` for text, lists, bytes and forms with files. A class instance
 * counts as its JSON, read once, so that the encrypted and the sent value are the same.
 */
export function readBodyFields(body: unknown): Record<string, unknown> | undefined {
  if (isPlainBody(body)) return body
  if (isForm(body)) return formFields(body)
  if (
    typeof body !== 'object' ||
    body instanceof Blob ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body)
  )
    return undefined
  try {
    const written: unknown = JSON.parse(JSON.stringify(body))
    return isPlainObject(written) ? written : undefined
  } catch {
    return undefined
  }
}

/**
 * Writes fields back in the body's format: a form stays a form, because the caller chose the
 * encoding.
 */
export function writeBodyFields(body: unknown, fields: Fields): unknown {
  if (!isForm(body)) return fields
  const form = body instanceof FormData ? new FormData() : new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) form.append(name, one as string)
  return form
}

const isForm = (body: unknown) => body instanceof URLSearchParams || body instanceof FormData

/** A repeated name becomes a list. */
function formFields(form: URLSearchParams | FormData): Record<string, unknown> | undefined {
  const entries = [...new Set(form.keys())].map((name): [string, (string | File)[]] => [
    name,
    form.getAll(name),
  ])
  if (entries.some(([, values]) => values.some((value) => typeof value !== 'string')))
    return undefined
  return Object.fromEntries(
    entries.map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )
}
