/** Why a request failed. */
export type RequestErrorKind =
  | 'network' // no answer came
  | 'timeout' // the attempt's limit, the idle limit or the deadline passed
  | 'aborted' // the caller, or a newer request of the same key
  | 'http' // an HTTP status outside 2xx
  | 'business' // the envelope carried a code that is no success
  | 'gateway-sign' // the gateway refused the signature, or the request could not be signed
  | 'session-expired' // codes 20906 and 20205
  | 'serialisation' // a body that cannot be written, an answer that cannot be read
  | 'config' // a broken contract: a path, header or middleware at fault

export interface RequestErrorOptions {
  readonly message?: string | undefined
  readonly code?: string | undefined
  readonly status?: number | undefined
  readonly traceId?: string | undefined
  readonly detail?: RequestErrorDetail | undefined
  readonly cause?: unknown
}

/**
 * Where it happened and what the server added. Never the request's own parameters: they may be
 * secrets.
 */
export interface RequestErrorDetail {
  readonly method?: string
  readonly path?: string
  /** `data` of a refused envelope, such as `{ field }` or `{ retryAfter }`. */
  readonly data?: unknown
}

/** The one error of this package. The message is the text for the user's eyes. */
export class RequestError extends Error {
  readonly kind: RequestErrorKind
  /** The server's code (`40202`), or the code of the error that a port raised. */
  readonly code: string | undefined
  /** The HTTP status, where an answer came. */
  readonly status: number | undefined
  readonly traceId: string
  readonly detail: RequestErrorDetail
  /**
   * Whether the user has been shown this very text; a caller that shows errors itself skips those.
   */
  toasted = false
  /**
   * How often it was sent: of a write, what refused the last attempt may say nothing of those
   * before it.
   */
  attempts = 1

  constructor(kind: RequestErrorKind, facts: RequestErrorOptions = {}) {
    super(
      facts.message || UNKNOWN_ERROR,
      facts.cause === undefined ? undefined : { cause: facts.cause },
    )
    this.name = 'RequestError'
    this.kind = kind
    this.code = facts.code
    this.status = facts.status
    this.traceId = facts.traceId ?? ''
    this.detail = facts.detail ?? {}
  }
}

/** The text of last resort (spec section 8). */
export const UNKNOWN_ERROR = 'unknown error'

/**
 * Recognises the error by name and kind, so that two copies of this package in one page understand
 * each other.
 */
export function isRequestError(error: unknown, kind?: RequestErrorKind): error is RequestError {
  return (
    error instanceof Error &&
    error.name === 'RequestError' &&
    'kind' in error &&
    (kind === undefined || error.kind === kind)
  )
}

interface Origin {
  readonly method: string
  readonly path: string
  readonly stamp: { readonly traceId: string }
}

/** An error of this request: trace id, method and path are taken from it. */
export function failure(
  request: Origin,
  kind: RequestErrorKind,
  facts: RequestErrorOptions & { readonly data?: unknown } = {},
): RequestError {
  const { data, ...rest } = facts
  const detail = {
    method: request.method,
    path: request.path,
    ...(data === undefined || data === null ? {} : { data }),
  }
  return new RequestError(kind, { ...rest, traceId: request.stamp.traceId, detail })
}

/**
 * Turns whatever a port or a middleware threw into the one error class; errors that know their
 * request pass unchanged.
 */
export function asRequestError(
  error: unknown,
  request: Origin,
  kind: RequestErrorKind,
): RequestError {
  if (isRequestError(error)) {
    if (error.traceId !== '') return error
    const { message, code, status, cause } = error
    return failure(request, error.kind, { message, code, status, cause, data: error.detail.data })
  }
  const message = error instanceof Error ? error.message : undefined
  return failure(request, kind, { message, code: codeOf(error), cause: error })
}

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' ? code : undefined
}
