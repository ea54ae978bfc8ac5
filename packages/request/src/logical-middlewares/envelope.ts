import type { LogicalMiddleware } from '../middleware.ts'
import type { RequestTexts } from '../texts/en.ts'
import { UNAUTHENTICATED } from '../wire.ts'
import { responseMiddleware } from './responseMiddleware.ts'

/** Returns the envelope's `data`, or throws what its code means (spec sections 7 and 8). */
export function envelope({ texts }: { readonly texts: () => RequestTexts }): LogicalMiddleware {
  return responseMiddleware('envelope', ({ request, response, envelope: read, refuse }) => {
    const { responseType = 'data' } = request.options
    if (responseType === 'text' || (responseType === 'json' && response.payload !== undefined))
      return response
    // HEAD and 204 come without a body by definition: their status is the whole responseType.
    if (!read && (request.method === 'HEAD' || response.status === 204))
      return { ...response, payload: null }
    if (!read) throw refuse('serialisation', texts().unknow)
    // A missing `data` is null: JSON has no undefined, and query libraries take it for an responseType
    // that never came.
    if (read.success) return { ...response, payload: read.data ?? null }
    // 401 has a text in the reader's language; other codes are explained by the server alone.
    throw refuse('business', read.code === UNAUTHENTICATED ? texts().loginvalid : read.msg)
  })
}
