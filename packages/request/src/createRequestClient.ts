import { abortable, type Clock, isPlainObject, linkController, type Random } from '@x/kit'
import { canonicalPath } from './canonicalPath.ts'
import { createServerClock, type ServerClock } from './createServerClock.ts'
import { createStamper } from './createStamper.ts'
import { checked } from './logical-middlewares/parse.ts'
import { compose, type LogicalMiddleware, type WireMiddleware } from './middleware.ts'
import { parseResponse } from './parseResponse.ts'
import type {
  LogicalRequest,
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
}

/** Sends requests through the middlewares. */
export interface RequestClient {
  /**
   * Resolves with the data, rejects with a `RequestError`, or never settles (see
   * `onSessionExpired`).
   */
  request<T = unknown>(input: RequestInput<T>): Promise<T>
  get<T = unknown>(path: string, options?: RequestOptions<T>): Promise<T>
  post<T = unknown>(path: string, options?: RequestOptions<T>): Promise<T>
  /** Sends a multipart POST; `data` is FormData or an object of strings and Blobs. */
  upload<T = unknown>(path: string, options: RequestOptions<T>): Promise<T>
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
    parseResponse(await send(serialise(request, { timeoutMs, texts })), request),
  )

  async function perform<T>(input: RequestInput<T>, attempt: Stamp): Promise<T> {
    const { method, path, deadlineMs = options.deadlineMs, parse } = input
    const origin = { method, path, stamp: attempt }
    const { controller, unlink } = linkController(input.signal, {
      reasonOf: (cause) =>
        failure(origin, 'aborted', { message: 'the request was aborted', cause }),
    })
    const late = () => controller.abort(failure(origin, 'timeout', { message: texts().timeout }))
    const deadline = deadlineMs === undefined ? undefined : clock.after(deadlineMs, late)
    try {
      const response = await abortable(
        exchange(logicalRequest(input, { stamp: attempt, signal: controller.signal })),
        controller.signal,
      )
      return checked(response, { origin, parse, texts }).payload as T
    } catch (error) {
      // An error that no middleware classified is a fault of a middleware.
      throw asRequestError(error, origin, 'config')
    } finally {
      deadline?.cancel()
      unlink()
    }
  }

  async function request<T = unknown>(input: RequestInput<T>): Promise<T> {
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
      return new Promise<T>(() => {})
    } finally {
      input.onSettled?.()
    }
  }

  return {
    request,
    get: (path, options = {}) => request({ ...options, method: 'GET', path }),
    post: (path, options = {}) => request({ ...options, method: 'POST', path }),
    upload: (path, options) => request({ encoding: 'multipart', ...options, method: 'POST', path }),
  }
}

function logicalRequest(
  input: RequestInput,
  { stamp, signal }: { readonly stamp: Stamp; readonly signal: AbortSignal },
): LogicalRequest {
  const { method, data, query = {}, headers = {} } = input
  const inQuery = hasNoBody(method)
  if (inQuery && data !== undefined && !isPlainObject(data)) {
    throw failure({ ...input, stamp }, 'config', {
      message: `the data of a ${method} must be a plain object`,
    })
  }
  return {
    method,
    path: canonicalPath(input.path),
    query: inQuery ? { ...query, ...(data as Record<string, unknown> | undefined) } : query,
    body: inQuery ? undefined : data,
    headers,
    stamp,
    signal,
    options: input,
  }
}
