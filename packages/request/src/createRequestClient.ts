import { abortable, type Clock, isPlainObject, linkController, type Random } from '@x/kit'
import { createServerClock, type ServerClock } from './createServerClock.ts'
import { createStamper } from './createStamper.ts'
import { checked } from './logical-middlewares/parse.ts'
import { compose, type LogicalMiddleware, type WireMiddleware } from './middleware.ts'
import { parseResponse } from './parseResponse.ts'
import { readTarget, type Target } from './readTarget.ts'
import type {
  DataPromise,
  DataResponse,
  LogicalRequest,
  Method,
  SessionExpiredMode,
  RequestInput,
  RequestOptions,
  Stamp,
  Transport,
} from './request.ts'
import { asRequestError, failure, isRequestError } from './RequestError.ts'
import { hasNoBody, serialise } from './serialise.ts'
import { englishTexts, type RequestTexts } from './texts/en.ts'
import { timeLimit } from './wire-middlewares/timeLimit.ts'

/** Options of `createRequestClient`. */
export interface RequestClientOptions {
  readonly transport: Transport
  readonly clock: Clock
  readonly random: Random
  /**
   * The server clock that the `clockSample` middleware updates. Default: a new clock without
   * corrections.
   */
  readonly serverClock?: ServerClock
  readonly logical?: readonly LogicalMiddleware[]
  readonly wire?: readonly WireMiddleware[]
  /** Timeout of each attempt in milliseconds. Default 10,000 (spec section 9). */
  readonly timeoutMs?: number
  /** Timeout of a whole request, retries included, in milliseconds. Default: none. */
  readonly deadlineMs?: number
  /** Texts for timeouts and serialisation errors. Default: English. */
  readonly texts?: () => RequestTexts
  /** What a request does when the session has expired. Default `never-settle` (spec section 8). */
  readonly onSessionExpired?: SessionExpiredMode
  /**
   * Other origins (`https://files.example.com`) that a whole URL may name. Default: none. Requests
   * to them are never signed or encrypted, have no token, no common headers and parameters, no
   * prefix and no cookies.
   */
  readonly allowedOrigins?: readonly string[]
  /**
   * Whether to send the headers `tm` and `trace-id`, which signatures need, and `traceparent`.
   * Default true.
   */
  readonly stampHeaders?: boolean
}

/** Sends requests through the middlewares. */
export interface RequestClient {
  /**
   * Resolves with the data, rejects with a `RequestError`, or never settles (see
   * `onSessionExpired`).
   */
  request<T = unknown>(input: RequestInput<T>): DataPromise<T>
  get<T = unknown>(path: string, options?: RequestOptions<T>): DataPromise<T>
  /** Sends a HEAD request. Resolves with null; `withResponse()` gives the headers. */
  head<T = null>(path: string, options?: RequestOptions<T>): DataPromise<T>
  post<T = unknown>(path: string, options?: RequestOptions<T>): DataPromise<T>
  put<T = unknown>(path: string, options?: RequestOptions<T>): DataPromise<T>
  patch<T = unknown>(path: string, options?: RequestOptions<T>): DataPromise<T>
  /** Sends a DELETE request; `data` is its body. */
  delete<T = unknown>(path: string, options?: RequestOptions<T>): DataPromise<T>
  /** Sends a multipart POST; `data` is FormData or an object of strings and Blobs. */
  upload<T = unknown>(path: string, options: RequestOptions<T>): DataPromise<T>
}

/**
 * Creates a request client: middlewares on top of a transport. Every failure is a `RequestError`.
 * Wire middlewares see exactly the text that is sent.
 */
export function createRequestClient(options: RequestClientOptions): RequestClient {
  const {
    transport,
    clock,
    random,
    timeoutMs = 10_000,
    onSessionExpired = 'never-settle',
    texts = () => englishTexts,
    allowedOrigins = [],
    stampHeaders = true,
  } = options
  const stamp = createStamper({
    now: (options.serverClock ?? createServerClock({ clock })).now,
    random,
  })
  const send = compose([...(options.wire ?? []), timeLimit({ clock, texts })], async (request) => {
    try {
      request.signal.throwIfAborted()
      return await transport.send(request)
    } catch (error) {
      // Prefer the signal's reason to the transport's abort error.
      request.signal.throwIfAborted()
      throw asRequestError(error, request, 'network')
    }
  })
  const exchange = compose(options.logical ?? [], async (request) =>
    parseResponse(await send(serialise(request, { timeoutMs, texts, stampHeaders })), request),
  )

  async function perform<T>(input: RequestInput<T>, attempt: Stamp): Promise<DataResponse<T>> {
    const { method, path, deadlineMs = options.deadlineMs, parse } = input
    // Queries may contain what is private, so errors do not.
    const origin = { method, path: path.replace(/[?#][^]*$/, ''), stamp: attempt }
    const { controller, unlink } = linkController(input.signal, {
      reasonOf: (cause) =>
        failure(origin, 'aborted', { message: 'the request was aborted', cause }),
    })
    const late = () => controller.abort(failure(origin, 'timeout', { message: texts().timeout }))
    const deadline = deadlineMs === undefined ? undefined : clock.after(deadlineMs, late)
    try {
      const response = await abortable(
        exchange(
          logicalRequest(input, {
            stamp: attempt,
            signal: controller.signal,
            target: readTarget(path, { origin: transport.origin, allowedOrigins }),
          }),
        ),
        controller.signal,
      )
      const { payload, status, headers } = checked(response, { origin, parse, texts })
      return { data: payload as T, status, headers }
    } catch (error) {
      // An error that no middleware classified is a fault of a middleware.
      throw asRequestError(error, origin, 'config')
    } finally {
      deadline?.cancel()
      unlink()
    }
  }

  async function settle<T>(input: RequestInput<T>): Promise<DataResponse<T>> {
    try {
      return await perform(input, stamp())
    } catch (error) {
      if (
        !isRequestError(error, 'session-expired') ||
        (input.onSessionExpired ?? onSessionExpired) !== 'never-settle'
      )
        throw error
      // All resources are released by now. Each caller gets its own promise; a shared one would
      // retain every caller's continuation.
      return new Promise(() => {})
    } finally {
      input.onSettled?.()
    }
  }

  const request: RequestClient['request'] = (input) => dataPromise(settle(input))
  const verb =
    (method: Method) =>
    <T>(path: string, given: RequestOptions<T> = {}) =>
      request<T>({ ...given, method, path })
  const post = verb('POST')
  return {
    request,
    get: verb('GET'),
    head: verb('HEAD'),
    post,
    put: verb('PUT'),
    patch: verb('PATCH'),
    delete: verb('DELETE'),
    upload: (path, given) => post(path, { encoding: 'multipart', ...given }),
  }
}

function dataPromise<T>(response: Promise<DataResponse<T>>): DataPromise<T> {
  const data = response.then((settled) => settled.data)
  return Object.assign(data, {
    withResponse() {
      // Who asks for the response handles its rejection; the data's own is not unhandled.
      data.catch(() => {})
      return response.then((settled) => settled)
    },
  })
}

function logicalRequest(
  input: RequestInput,
  {
    stamp,
    signal,
    target: { origin, path, query: own },
  }: { readonly stamp: Stamp; readonly signal: AbortSignal; readonly target: Target },
): LogicalRequest {
  const { method, data, headers = {} } = input
  const query = { ...own, ...input.query }
  const inQuery = hasNoBody(method)
  if (inQuery && data !== undefined && !isPlainObject(data)) {
    throw failure({ ...input, stamp }, 'config', {
      message: `the data of a ${method} must be a plain object: send anything else by POST`,
    })
  }
  return {
    method,
    origin,
    path,
    query: inQuery ? { ...query, ...(data as Record<string, unknown> | undefined) } : query,
    body: inQuery ? undefined : data,
    headers,
    stamp,
    signal,
    options: origin === undefined ? input : { ...input, bare: true },
  }
}
