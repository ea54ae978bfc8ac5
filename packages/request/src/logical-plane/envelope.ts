import { logical, type LogicalMiddleware } from '../middleware.ts'
import { failure } from '../RequestError.ts'
import type { RequestTexts } from '../texts/en.ts'
import { readEnvelope, UNAUTHENTICATED } from '../wire.ts'

/** Returns the envelope's `data`, or throws what its code means (spec sections 7 and 8). */
export function envelope({ texts }: { readonly texts: () => RequestTexts }): LogicalMiddleware {
  return logical('envelope', async (request, next) => {
    const response = await next(request)
    const { answer = 'data' } = request.options
    const { status, payload } = response
    if (answer === 'text') return response
    if (payload === undefined) throw failure(request, 'serialisation', { message: texts().unknow, status })
    if (answer === 'json') return response
    const read = readEnvelope(payload)
    if (!read) throw failure(request, 'serialisation', { message: texts().unknow, status })
    const { code, success, msg, data } = read
    if (success) return { ...response, payload: data }
    // 401 has a text in the reader's language; other codes are explained by the server alone.
    throw failure(request, 'business', { message: code === UNAUTHENTICATED ? texts().loginvalid : msg, code, status, data })
  })
}
