import type { LogicalMiddleware } from '../middleware.ts'
import type { RequestTexts } from '../texts/en.ts'
import { UNAUTHENTICATED } from '../wire.ts'
import { reading } from './reading.ts'

/** Returns the envelope's `data`, or throws what its code means (spec sections 7 and 8). */
export function envelope({ texts }: { readonly texts: () => RequestTexts }): LogicalMiddleware {
  return reading('envelope', ({ request, response, envelope: read, refuse }) => {
    const { answer = 'data' } = request.options
    if (answer === 'text' || (answer === 'json' && response.payload !== undefined)) return response
    if (!read) throw refuse('serialisation', texts().unknow)
    if (read.success) return { ...response, payload: read.data }
    // 401 has a text in the reader's language; other codes are explained by the server alone.
    throw refuse('business', read.code === UNAUTHENTICATED ? texts().loginvalid : read.msg)
  })
}
