/** Why a request failed. */
export type RequestErrorKind =
  | 'network' // no response
  | 'timeout' // the attempt's limit, the idle limit or the deadline passed
  | 'aborted' // the caller, or a newer request of the same key
  | 'http' // an HTTP status outside 2xx
  | 'business' // the envelope contains a code other than success
  | 'gateway-sign' // the gateway refused the signature, or the request could not be signed
  | 'session-expired' // codes 20906 and 20205
  | 'serialisation' // a body that cannot be serialised, or an unreadable response
  | 'config' // invalid path or header, or a faulty middleware

/** Fields of a new `RequestError`. */
export interface RequestErrorOptions {
  readonly message?: string | undefined
  readonly code?: string | undefined
  readonly status?: number | undefined
  readonly traceId?: string | undefined
  readonly detail?: RequestErrorDetail | undefined
  readonly cause?: unknown
}

/**
 * The request and the server's answer. Never contains the request's parameters, which may be
 * secrets.
 */
export interface RequestErrorDetail {
  readonly method?: string
  readonly path?: string
  /** `data` of a refused envelope, such as `{ field }` or `{ retryAfter }`. */
  readonly data?: unknown
  /** The whole body of a refused response: its JSON, else its text. */
  readonly body?: unknown
}

/** The error class of this package. The message is the text to show to the user. */
export class RequestError extends Error {
  readonly kind: RequestErrorKind
  /** The server's code (`40202`), or the code of the error that a port raised. */
  readonly code: string | undefined
  /** The HTTP status, where an answer came. */
  readonly status: number | undefined
  readonly traceId: string
  readonly detail: RequestErrorDetail
  /**
   * Whether the user has seen this message as a toast. Callers that show errors themselves skip
   * those.
   */
  toasted = false
  /**
   * How often the request was sent. If a write was sent more than once, an earlier attempt may have
   * succeeded although the last one failed.
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

/** The default message (spec section 8). */
export const UNKNOWN_ERROR = 'unknown error'

/**
 * Whether `error` is a `RequestError`, of the given kind if one is passed. Compares name and kind,
 * not the class, because a page may contain two copies of the package.
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

/** Creates an error with the request's trace id, method and path. */
export function failure(
  request: Origin,
  kind: RequestErrorKind,
  facts: RequestErrorOptions & Pick<RequestErrorDetail, 'data' | 'body'> = {},
): RequestError {
  const { data, body, ...rest } = facts
  const detail = {
    method: request.method,
    path: request.path,
    ...(data === undefined || data === null ? {} : { data }),
    ...(body === undefined || body === null || body === '' ? {} : { body }),
  }
  return new RequestError(kind, { ...rest, traceId: request.stamp.traceId, detail })
}

/**
 * Converts anything thrown by a port or middleware to a `RequestError`. Errors with a trace id are
 * returned unchanged.
 */
export function asRequestError(
  error: unknown,
  request: Origin,
  kind: RequestErrorKind,
): RequestError {
  if (isRequestError(error)) {
    if (error.traceId !== '') return error
    const { message, code, status, cause, detail } = error
    return failure(request, error.kind, { message, code, status, cause, ...detail })
  }
  const message = error instanceof Error ? error.message : undefined
  return failure(request, kind, { message, code: codeOf(error), cause: error })
}

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' ? code : undefined
}
