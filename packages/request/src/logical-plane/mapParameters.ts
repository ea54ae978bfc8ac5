import { isPlainObject, mapLeaves } from '../plain.ts'
import type { LogicalRequest } from '../request.ts'
import { failure } from '../RequestError.ts'

/** The request with `leaf` applied to its query and to a body of literals; FormData, Blobs and text stay untouched. */
export function mapParameters(request: LogicalRequest, leaf: (value: unknown) => unknown): LogicalRequest {
  try {
    const body = isPlainObject(request.body) || Array.isArray(request.body) ? mapLeaves(request.body, leaf) : request.body
    return { ...request, body, query: mapLeaves(request.query, leaf) as LogicalRequest['query'] }
  } catch (cause) {
    throw failure(request, 'serialisation', { message: cause instanceof Error ? cause.message : undefined, cause })
  }
}
