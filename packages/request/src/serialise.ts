import { isPlainObject } from '@x/kit'
import type { LogicalRequest, WireRequest } from './request.ts'
import { failure } from './RequestError.ts'
import type { RequestTexts } from './texts/en.ts'
import { CONTENT_TYPE, TM, TRACE_ID, TRACE_PARENT } from './wire.ts'

/** Header names and values that every platform sends unchanged. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/
const HEADER_VALUE = /^[\x20-\x7e]*$/

export interface SerialiseOptions {
  readonly timeoutMs: number
  readonly texts: () => RequestTexts
  /** Whether `tm`, `trace-id` and `traceparent` are sent; never to another origin. */
  readonly stampHeaders: boolean
}

/**
 * Converts a logical request to a wire request; its text is final.
 * @throws RequestError `serialisation` or `config`
 */
export function serialise(
  request: LogicalRequest,
  { timeoutMs, texts, stampHeaders }: SerialiseOptions,
): WireRequest {
  const { method, origin, path, stamp, signal, options } = request
  const [{ content, type }, search] = serialiseOrFail(request, {
    texts,
    write: () => [readBody(request), queryText(request.query)] as const,
  })
  const headers: Record<string, string> = {
    ...(type && { [CONTENT_TYPE]: type }),
    ...request.headers,
    ...(stampHeaders &&
      origin === undefined && {
        [TM]: stamp.tm,
        [TRACE_ID]: stamp.traceId,
        // The same trace id, whose 24 digits end the 32, and a span that is named by the time.
        [TRACE_PARENT]: `00-00000000${stamp.traceId.slice(1)}-000${stamp.tm}-01`,
      }),
  }
  for (const [name, value] of Object.entries(headers)) {
    if (!HEADER_NAME.test(name) || !HEADER_VALUE.test(value))
      throw failure(request, 'config', {
        message: `the header ${JSON.stringify(name)} cannot be sent: only ASCII is`,
      })
  }
  return {
    method,
    origin,
    path,
    target: search === '' ? path : `${path}?${search}`,
    content,
    headers,
    stamp,
    signal,
    bare: options.bare === true,
    responseType: options.responseType,
    limits: { timeoutMs: options.timeoutMs ?? timeoutMs, idleTimeoutMs: options.idleTimeoutMs },
    onProgress: options.onProgress,
  }
}

type Body = { readonly content: WireRequest['content']; readonly type?: string }

function readBody(request: LogicalRequest): Body {
  const { method, body, options } = request
  if (body === undefined || body === null || hasNoBody(method)) return { content: '' }
  if (typeof body === 'string') return { content: body, type: 'text/plain;charset=UTF-8' }
  if (body instanceof URLSearchParams) return { content: body.toString(), type: FORM_TYPE }
  // The platform encodes them and sets the content type.
  if (body instanceof FormData || body instanceof Blob || body instanceof ArrayBuffer)
    return { content: body }
  if (ArrayBuffer.isView(body))
    return { content: new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice().buffer }
  if (options.encoding === 'form' && isPlainObject(body))
    return { content: queryText(body), type: FORM_TYPE }
  if (options.encoding === 'multipart' && isPlainObject(body)) return { content: formData(body) }
  return { content: jsonText(body), type: 'application/json' }
}

const FORM_TYPE = 'application/x-www-form-urlencoded'

export const hasNoBody = (method: string) => method === 'GET' || method === 'HEAD'

/** Runs `write` and converts its exception to a `serialisation` error with a general text. */
export function serialiseOrFail<T>(
  request: LogicalRequest,
  { texts, write }: { readonly texts: () => RequestTexts; readonly write: () => T },
): T {
  try {
    return write()
  } catch (cause) {
    throw failure(request, 'serialisation', { message: texts().systemBusy, cause })
  }
}

function jsonText(body: unknown): string {
  const text: unknown = JSON.stringify(body)
  if (typeof text === 'string') return text
  throw new TypeError(`JSON has no ${typeof body}`)
}

/**
 * Builds a query string: lists repeat their name, dates are ISO 8601, objects become JSON;
 * `undefined`, `null`, functions and symbols are omitted.
 */
export function queryText(values: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of entriesOf(values)) search.append(name, textOf(value))
  return search.toString()
}

function formData(values: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  for (const [name, value] of entriesOf(values)) {
    if (value instanceof Blob) form.append(name, value)
    else form.append(name, textOf(value))
  }
  return form
}

const entriesOf = (values: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.entries(values)
    .flatMap(([name, value]): [string, unknown][] =>
      Array.isArray(value) ? value.map((item: unknown) => [name, item]) : [[name, value]],
    )
    .filter(
      ([, value]) =>
        value !== undefined &&
        value !== null &&
        typeof value !== 'function' &&
        typeof value !== 'symbol',
    )

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : `${value as string}`
}
