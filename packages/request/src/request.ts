export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * How a plain object becomes a body. FormData, Blob, ArrayBuffer, URLSearchParams and strings are
 * sent as they are.
 */
export type Encoding = 'json' | 'form' | 'multipart'

/**
 * `data`: the envelope is checked and its `data` returned. `json`: the parsed answer, business
 * codes unread. `text`: the answer as text.
 */
export type ResponseType = 'data' | 'json' | 'text'

export type DedupeMode = 'off' | 'cancel-previous' | 'share'

/**
 * What becomes of a request that met an expired session: it never settles, or it rejects without a
 * toast of the caller's own.
 */
export type SessionExpiredMode = 'never-settle' | 'reject-silent'

export interface UploadProgress {
  readonly loaded: number
  /** `undefined` while the platform does not know the length. */
  readonly total: number | undefined
}

export interface RequestOptions<T = unknown> {
  /** GET and HEAD send it in the query, every other method as the body. */
  readonly data?: unknown
  /** Parameters for the query, whatever the method. */
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  readonly encoding?: Encoding
  readonly responseType?: ResponseType
  /** Checks and types the data; a throw becomes a `serialisation` error. */
  readonly parse?: (data: unknown) => T
  /** `public`: no `x-realm` header, whatever the path. Default: decided by the path. */
  readonly access?: 'public' | 'private'
  /** No encryption, no signing, no device token: for the requests those three make themselves. */
  readonly bare?: boolean
  /** No toast for this request's own failures. */
  readonly silent?: boolean
  readonly signal?: AbortSignal
  /** Milliseconds for each attempt on the wire. */
  readonly timeoutMs?: number
  /** Milliseconds for the whole request, attempts and waits included. */
  readonly deadlineMs?: number
  /** Milliseconds without progress, in place of `timeoutMs`; for uploads with `onProgress`. */
  readonly idleTimeoutMs?: number
  readonly dedupe?: DedupeMode
  /** Replaces the key made of method and URL (and the body, for `share`). */
  readonly dedupeKey?: string
  /** Lets `dedupe` touch methods other than GET and HEAD. */
  readonly dedupeWrites?: boolean
  /** Further attempts after a network failure, a timeout or HTTP 502, 503, 504. */
  readonly retries?: number
  /** The body field that carries the idempotency key; without it only GET and HEAD are retried. */
  readonly idempotencyField?: string
  readonly onSessionExpired?: SessionExpiredMode
  readonly onProgress?: (progress: UploadProgress) => void
  /** Runs exactly once when the request is over, parked requests included. */
  readonly onSettled?: () => void
}

export interface RequestInput<T = unknown> extends RequestOptions<T> {
  readonly method: Method
  /** With or without the prefix; no query, no fragment. */
  readonly path: string
}

/** The moment and the name of one attempt; encryption and signing bind both. */
export interface Stamp {
  /** Server time in milliseconds, 13 digits. */
  readonly tm: string
  /** `w`, the 13 digits of `tm`, 11 lower-case hex digits. */
  readonly traceId: string
}

/** A request as the logical plane sees it: objects, nothing serialised. */
export interface LogicalRequest {
  readonly method: Method
  /** Canonical, percent-encoded: what the wire will carry. */
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  /** `undefined`: no body. */
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
  readonly stamp: Stamp
  readonly signal: AbortSignal
  readonly options: RequestOptions
}

export interface LogicalResponse {
  readonly status: number
  /** A header of the answer; names in lower case. */
  readonly header: (name: string) => string | undefined
  /** Parsed JSON, `undefined` when the text was none; the text itself for `responseType: 'text'`. */
  readonly payload: unknown
  /** Whether the request's own `parse` has read the payload already. */
  readonly isParsed?: boolean
}

/** A request as the wire plane sees it: the exact text that the transport will send. */
export interface WireRequest {
  readonly method: Method
  /** Path and query; the transport puts the origin before it and changes nothing. */
  readonly target: string
  /** The path alone, as in `target`. */
  readonly path: string
  /** `''`: none. What is no string has no bytes yet: its platform makes them while sending. */
  readonly content: string | FormData | Blob | ArrayBuffer
  readonly headers: Readonly<Record<string, string>>
  readonly stamp: Stamp
  readonly signal: AbortSignal
  readonly bare: boolean
  readonly limits: { readonly timeoutMs: number; readonly idleTimeoutMs: number | undefined }
  readonly onProgress: ((progress: UploadProgress) => void) | undefined
}

export interface WireResponse {
  readonly status: number
  readonly header: (name: string) => string | undefined
  readonly text: string
}

/**
 * Sends one request and answers whatever HTTP status came. Rejects with a `RequestError` of kind
 * `network` when there is no answer; on abort it may reject with anything.
 */
export interface Transport {
  send(request: WireRequest): Promise<WireResponse>
}
