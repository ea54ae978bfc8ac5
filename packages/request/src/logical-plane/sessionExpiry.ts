import { logical, type LogicalMiddleware } from '../middleware.ts'
import { failure } from '../RequestError.ts'
import type { RequestTexts } from '../texts/en.ts'
import { readEnvelope, SESSION_EXPIRED_CODES } from '../wire.ts'

/** Codes 20906 and 20205: the client parks such a request, see `park` (Q7). */
export function sessionExpiry({ texts }: { readonly texts: () => RequestTexts }): LogicalMiddleware {
  return logical('session-expiry', async (request, next) => {
    const response = await next(request)
    const code = readEnvelope(response.payload)?.code
    if (code === undefined || !SESSION_EXPIRED_CODES.has(code)) return response
    throw failure(request, 'session-expired', { message: texts().expired, code, status: response.status })
  })
}
