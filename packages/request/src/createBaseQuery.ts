import type { RequestInput } from './request.ts'
import { isRequestError, type RequestError, type RequestErrorKind } from './RequestError.ts'

/** A `RequestError` as a serialisable plain object for a store. */
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

/** What a base query needs of a client. */
export interface QueryClient {
  request(input: RequestInput): Promise<unknown>
}

/** Arguments of a query. A string is the path of a GET request. */
export type QueryArguments =
  | string
  | (Omit<RequestInput, 'signal' | 'method'> & { readonly method?: RequestInput['method'] })

/** Result of a query, in the form of RTK Query. */
export type QueryResult =
  | { readonly data: unknown; readonly error?: never }
  | { readonly error: QueryError; readonly data?: never }

/**
 * Creates an RTK Query base query. It aborts with the query's signal. An expired session rejects
 * (`reject-silent`), because a query that never settles would show its spinner forever.
 */
export function createBaseQuery(
  client: QueryClient,
): (args: QueryArguments, api: { readonly signal: AbortSignal }) => Promise<QueryResult> {
  return async (args, { signal }) => {
    const input = typeof args === 'string' ? { path: args } : args
    try {
      // RTK Query treats `undefined` as a missing result.
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
      return { error: toQueryError(error) }
    }
  }
}

function toQueryError({
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
