import type { LogicalMiddleware } from '../middleware.ts'
import type { RequestTexts } from '../texts/en.ts'
import { UNAUTHENTICATED } from '../wire.ts'
import { responseMiddleware } from './responseMiddleware.ts'

/** Returns the envelope's `data` or throws the error for its code (spec sections 7 and 8). */
export function envelope({ texts }: { readonly texts: () => RequestTexts }): LogicalMiddleware {
  return responseMiddleware('envelope', ({ request, response, envelope: read, refuse }) => {
    const { responseType = 'data' } = request.options
    if (responseType === 'text' || (responseType === 'json' && response.payload !== undefined))
      return response
    // Responses to HEAD and with status 204 have no body by definition.
    if (!read && (request.method === 'HEAD' || response.status === 204))
      return { ...response, payload: null }
    if (!read) throw refuse('serialisation', texts().systemBusy)
    // Missing `data` becomes null, because query libraries treat undefined as a missing result.
    if (read.success) return { ...response, payload: read.data ?? null }
    // 401 has a localised text. For other codes only the server knows the text.
    throw refuse('business', read.code === UNAUTHENTICATED ? texts().loginRequired : read.msg)
  })
}
