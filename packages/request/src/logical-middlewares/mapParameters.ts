import { isPlainObject } from '@x/kit'
import { logical, type LogicalMiddleware } from '../middleware.ts'
import { mapLeaves } from '../mapLeaves.ts'
import type { LogicalRequest } from '../request.ts'
import { serialiseOrFail } from '../serialise.ts'
import { englishTexts, type RequestTexts } from '../texts/en.ts'

/** Options of parameter middlewares. */
export interface ParameterOptions {
  /** Texts for parameters that cannot be serialised. Default: English. */
  readonly texts?: () => RequestTexts
}

/**
 * Creates a middleware that applies `leaf` to the query and to plain-object and array bodies, in a
 * copy. FormData, Blobs and text are unchanged.
 */
export const mapParameters =
  (name: string, leaf: (value: unknown) => unknown) =>
  ({ texts = () => englishTexts }: ParameterOptions = {}): LogicalMiddleware =>
    logical(name, async (request, next) =>
      next(serialiseOrFail(request, { texts, write: () => mapped(request, leaf) })),
    )

function mapped(request: LogicalRequest, leaf: (value: unknown) => unknown): LogicalRequest {
  const body =
    isPlainObject(request.body) || Array.isArray(request.body)
      ? mapLeaves(request.body, leaf)
      : request.body
  return { ...request, body, query: mapLeaves(request.query, leaf) as LogicalRequest['query'] }
}
