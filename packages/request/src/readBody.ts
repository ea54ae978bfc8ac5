import { isPlainObject } from '@x/kit'
import type { LogicalResponse } from './request.ts'
import type { Envelope } from './wire.ts'

/**
 * Reads what a backend's response says; `undefined` if it is not of the backend's form. `payload`
 * is the parsed JSON, `undefined` if the text is not JSON.
 */
export type ReadEnvelope = (payload: unknown, response: LogicalResponse) => Envelope | undefined

/**
 * Reads a response without an envelope: JSON is the data, and so is the text of a success that says
 * so (`text/csv`, `text/plain`, not HTML); an empty body is null. The message and
 * the code of an error are read from the usual fields: `message`, `msg`, `detail`,
 * `error_description`, `title`, `error`, `code`, also inside `error` and `errors[0]`.
 */
export function readBody(payload: unknown, response: LogicalResponse): Envelope | undefined {
  const { text } = response
  if (payload === undefined && text !== '')
    return isText(response) ? { code: '', success: true, msg: '', data: text } : undefined
  return {
    code: textIn(payload, ['code']),
    success: true,
    msg: textIn(payload, MESSAGES),
    data: payload ?? null,
  }
}

/** A page of HTML is what a proxy or a log-in in between answers. */
const isText = ({ status, headers }: LogicalResponse): boolean =>
  status >= 200 && status < 300 && /^text\/(?!html\b)/i.test(headers.get('content-type') ?? '')

const MESSAGES = ['message', 'msg', 'detail', 'error_description', 'title', 'error']

function textIn(body: unknown, names: readonly string[]): string {
  if (!isPlainObject(body)) return ''
  const own = names
    .map((name) => body[name])
    .find((value) => typeof value === 'string' || typeof value === 'number')
  if (own !== undefined) return `${own}`.trim()
  const { error, errors } = body
  return textIn(error ?? (Array.isArray(errors) ? errors[0] : undefined), names)
}
