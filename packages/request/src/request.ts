/** HTTP methods. */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * How a plain object is encoded as body. FormData, Blob, ArrayBuffer, URLSearchParams and strings
 * are sent as they are.
 */
export type Encoding = 'json' | 'form' | 'multipart'

/**
 * What a request returns. `data`: the envelope's `data`, after checking its code. `json`: the
 * parsed response without checking business codes. `text`: the response text. `blob`: the
 * bytes of a success with their content type.
 */
export type ResponseType = 'data' | 'json' | 'text' | 'blob'

/** What happens to identical concurrent requests. */
export type DedupeMode = 'off' | 'cancel-previous' | 'share'

/**
 * What a request does when the session has expired: its promise never settles, or rejects without a
 * toast of the caller's own.
 */
export type SessionExpiredMode = 'never-settle' | 'reject-silent'

/** Progress of an upload in bytes. */
export interface UploadProgress {
  readonly loaded: number
  /** `undefined` while the length is unknown. */
  readonly total: number | undefined
}

/** Options of a request. */
export interface RequestOptions<T = unknown> {
  /** Sent in the query for GET and HEAD, else as body. */
  readonly data?: unknown
  /** Query parameters, for any method. */
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  readonly encoding?: Encoding
  readonly responseType?: ResponseType
  /** Validates and types the data. An exception becomes a `serialisation` error. */
  readonly parse?: (data: unknown) => T
  /** `public`: no `x-realm` header. Default: determined by the path. */
  readonly access?: 'public' | 'private'
  /**
   * Skips encryption, signing and device token. For the requests that those three make themselves.
   * Always true for URLs of another origin.
   */
  readonly bare?: boolean
  /** Shows no toast for failures of this request. */
  readonly silent?: boolean
  readonly signal?: AbortSignal
  /** Timeout of each attempt, in milliseconds. */
  readonly timeoutMs?: number
  /** Timeout of the whole request, retries included, in milliseconds. */
  readonly deadlineMs?: number
  /**
   * Timeout without progress in milliseconds, instead of `timeoutMs`. For uploads with
   * `onProgress`.
   */
  readonly idleTimeoutMs?: number
  readonly dedupe?: DedupeMode
  /** Replaces the key of method and URL (and body, for `share`). */
  readonly dedupeKey?: string
  /** Applies `dedupe` to methods other than GET and HEAD. */
  readonly dedupeWrites?: boolean
  /** Retries after a network error, a timeout or HTTP 502, 503, 504. */
  readonly retries?: number
  /** Body field with the idempotency key. Without it only GET and HEAD are retried. */
  readonly idempotencyField?: string
  readonly onSessionExpired?: SessionExpiredMode
  readonly onProgress?: (progress: UploadProgress) => void
  /** Called exactly once when the request ends, also when its promise never settles. */
  readonly onSettled?: () => void
}

/** A request with its method and path. */
export interface RequestInput<T = unknown> extends RequestOptions<T> {
  readonly method: Method
  /**
   * With or without the prefix, with or without a query: `/orders?page=2`. The parameters of
   * `query` and `data` replace those of the same name. Or a whole URL of the transport's own origin
   * or of one of `allowedOrigins`; the latter is `bare`, without common headers and parameters.
   */
  readonly path: string
}

/** Time and trace id of one attempt. Encryption and signing are bound to both. */
export interface Stamp {
  /** Server time in milliseconds, 13 digits. */
  readonly tm: string
  /** `w`, the 13 digits of `tm`, 11 lower-case hex digits. */
  readonly traceId: string
}

/** A request as logical middlewares see it, before serialisation. */
export interface LogicalRequest {
  readonly method: Method
  /** One of `allowedOrigins`; `undefined` for the transport's own origin. */
  readonly origin?: string | undefined
  /** Canonical and percent-encoded, as it is sent. */
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  /** `undefined` without a body. */
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
  readonly stamp: Stamp
  readonly signal: AbortSignal
  readonly options: RequestOptions
}

/** A response as logical middlewares see it. */
export interface LogicalResponse {
  readonly status: number
  readonly headers: Headers
  /** The response's text as it was received. */
  readonly text: string
  /**
   * Parsed JSON, `undefined` if the text is not JSON; for `responseType` `text` and `blob` these
   * themselves.
   */
  readonly payload: unknown
  /** Whether the request's own `parse` has run. */
  readonly isParsed?: boolean
}

/** A request as wire middlewares and the transport see it, with its exact text. */
export interface WireRequest {
  readonly method: Method
  /** One of `allowedOrigins`; `undefined` for the transport's own origin. */
  readonly origin?: string | undefined
  /** Path and query. The transport adds the origin and changes nothing. */
  readonly target: string
  /** The path alone, as in `target`. */
  readonly path: string
  /** `''` without a body. The platform encodes other types while sending. */
  readonly content: string | FormData | Blob | ArrayBuffer
  readonly headers: Readonly<Record<string, string>>
  readonly stamp: Stamp
  readonly signal: AbortSignal
  readonly bare: boolean
  /** With `blob` the transport returns the body of a success as `blob`. */
  readonly responseType?: ResponseType | undefined
  readonly limits: { readonly timeoutMs: number; readonly idleTimeoutMs: number | undefined }
  readonly onProgress: ((progress: UploadProgress) => void) | undefined
}

/** A response as the transport returns it. */
export interface WireResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body in place of `text`, when the request asks for it and the status is 200 to 299. */
  readonly blob?: Blob
}

/** A successful response with its data, as `withResponse()` returns it. */
export interface DataResponse<T> {
  /** What the request alone resolves with. */
  readonly data: T
  /** 200 to 299. */
  readonly status: number
  readonly headers: Headers
}

/** The promise of a request's data, which can also give status and headers. */
export interface DataPromise<T> extends Promise<T> {
  /** Resolves with data, status and headers; rejects like the promise itself. Sends nothing. */
  withResponse(): Promise<DataResponse<T>>
}

/**
 * Sends one request and resolves with any HTTP status. Rejects with a `RequestError` of kind
 * `network` without a response; on abort it may reject with anything.
 */
export interface Transport {
  /** The origin that requests are sent to, where it is known: `https://api.example.com`. */
  readonly origin?: string | undefined
  send(request: WireRequest): Promise<WireResponse>
}
