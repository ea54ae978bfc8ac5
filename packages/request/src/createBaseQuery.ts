import type { RequestClient } from './createRequestClient.ts'
import type { RequestInput } from './request.ts'
import { isRequestError, type RequestError, type RequestErrorKind } from './RequestError.ts'

/** A `RequestError` as a plain object, so that a store can keep it. */
export interface QueryError {
  readonly kind: RequestErrorKind
  readonly message: string
  readonly code?: string
  readonly status?: number
  readonly traceId: string
  readonly toasted: boolean
  /** `data` of a refused envelope, such as `{ field }` or `{ retryAfter }`. */
  readonly data?: unknown
}

/** A path alone is a GET. */
export type QueryArguments =
  | string
  | (Omit<RequestInput, 'signal' | 'method'> & { readonly method?: RequestInput['method'] })

export type QueryResult =
  | { readonly data: unknown; readonly error?: never }
  | { readonly error: QueryError; readonly data?: never }

/**
 * A base query in the shape of RTK Query. It follows the query's own signal, and an expired session
 * rejects (`reject-silent`) instead of never settling: a query library would show its spinner for
 * ever.
 */
export function createBaseQuery(
  client: Pick<RequestClient, 'request'>,
): (args: QueryArguments, api: { readonly signal: AbortSignal }) => Promise<QueryResult> {
  return async (args, { signal }) => {
    const input = typeof args === 'string' ? { path: args } : args
    try {
      // RTK Query takes `undefined` for a missing answer.
      return {
        data:
          (await client.request({
            method: 'GET',
            onSessionExpired: 'reject-silent',
            ...input,
            signal,
          })) ?? null,
      }
    } catch (error) {
      if (!isRequestError(error)) throw error
      return { error: storable(error) }
    }
  }
}

function storable({
  kind,
  message,
  code,
  status,
  traceId,
  toasted,
  detail: { data },
}: RequestError): QueryError {
  return {
    kind,
    message,
    ...(code === undefined ? {} : { code }),
    ...(status === undefined ? {} : { status }),
    traceId,
    toasted,
    ...(data === undefined ? {} : { data }),
  }
}
