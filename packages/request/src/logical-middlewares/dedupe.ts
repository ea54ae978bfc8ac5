import { abortable, isPlainObject, linkController } from '@x/kit'
import { logical, type LogicalMiddleware, type LogicalNext } from '../middleware.ts'
import type { DedupeMode, LogicalRequest, LogicalResponse } from '../request.ts'
import { failure } from '../RequestError.ts'
import { hasNoBody, queryText } from '../serialise.ts'

/** Options of `dedupe`. */
export interface DedupeOptions {
  /**
   * Mode for requests without a `dedupe` option. Default `off`, the spec's "ignore cancellation".
   */
  readonly mode?: DedupeMode
}

interface Shared {
  readonly work: Promise<LogicalResponse>
  readonly controller: AbortController
  waiting: number
}

/**
 * Cancels or shares identical concurrent requests (Q3). Writes take part only with `dedupeWrites`.
 */
export function dedupe({ mode: defaultMode = 'off' }: DedupeOptions = {}): LogicalMiddleware {
  const cancelPrevious = createCancelling()
  const share = createSharing()
  return logical('dedupe', (request, next) => {
    const { dedupe: requested, dedupeWrites } = request.options
    const mode = hasNoBody(request.method) || dedupeWrites ? (requested ?? defaultMode) : 'off'
    if (mode === 'cancel-previous') return cancelPrevious(request, next)
    return mode === 'share' ? share(request, next) : next(request)
  })
}

type Dedupe = (request: LogicalRequest, next: LogicalNext) => Promise<LogicalResponse>

/** A newer request cancels the one before it. */
function createCancelling(): Dedupe {
  const latest = new Map<
    string,
    { readonly request: LogicalRequest; readonly controller: AbortController }
  >()
  return async (request, next) => {
    const key = keyOf(request)
    const previous = latest.get(key)
    previous?.controller.abort(
      failure(previous.request, 'aborted', {
        message: 'a newer request took its place',
        code: 'superseded',
      }),
    )
    const { controller, unlink } = linkController(request.signal)
    const entry = { request, controller }
    latest.set(key, entry)
    try {
      return await abortable(next({ ...request, signal: controller.signal }), controller.signal)
    } finally {
      unlink()
      if (latest.get(key) === entry) latest.delete(key)
    }
  }
}

/** Identical requests get one answer. */
function createSharing(): Dedupe {
  const shared = new Map<string, Shared>()

  function start(
    key: string,
    { request, next }: { readonly request: LogicalRequest; readonly next: LogicalNext },
  ): Shared {
    const controller = new AbortController()
    const entry: Shared = {
      controller,
      waiting: 0,
      work: next({ ...request, signal: controller.signal }),
    }
    const forget = () => {
      if (shared.get(key) === entry) shared.delete(key)
    }
    entry.work.then(forget, forget)
    shared.set(key, entry)
    return entry
  }

  return async (request, next) => {
    const key = `${keyOf(request)} ${bodyKey(request)} ${optionsKey(request)}`
    const entry = shared.get(key) ?? start(key, { request, next })
    entry.waiting++
    try {
      return await abortable(entry.work, request.signal)
    } finally {
      entry.waiting--
      // The last caller to leave aborts the request; that has no effect on a finished one.
      if (entry.waiting === 0) {
        if (shared.get(key) === entry) shared.delete(key)
        entry.controller.abort(request.signal.reason)
      }
    }
  }
}

function keyOf({ method, origin = '', path, query, options }: LogicalRequest): string {
  return options.dedupeKey ?? textOr(() => `${method} ${origin}${path}?${queryText(query)}`)
}

/** Options that affect the response. Requests that differ here are not shared. */
function optionsKey({ headers, options }: LogicalRequest): string {
  const {
    responseType = 'data',
    encoding = 'json',
    access = '',
    bare = false,
    silent = false,
  } = options
  return JSON.stringify([responseType, encoding, access, bare, silent, headers])
}

function bodyKey({ body, options }: LogicalRequest): string {
  if (options.dedupeKey !== undefined || body === undefined) return ''
  return typeof body === 'string' || isPlainObject(body) || Array.isArray(body)
    ? textOr(() => JSON.stringify(body))
    : `#${uniqueKeys++}`
}

/** Bodies without text and parameters that cannot be serialised never equal others. */
let uniqueKeys = 0
function textOr(write: () => string): string {
  try {
    return write()
  } catch {
    return `#${uniqueKeys++}`
  }
}
