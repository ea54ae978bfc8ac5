import type { LogicalMiddleware } from '../middleware.ts'
import type { RequestTexts } from '../texts/en.ts'
import { SESSION_EXPIRED_CODES } from '../wire.ts'
import { responseMiddleware } from './responseMiddleware.ts'

/**
 * Throws `session-expired` on codes 20906 and 20205. The client applies `onSessionExpired` (Q7).
 */
export function sessionExpiry({
  texts,
}: {
  readonly texts: () => RequestTexts
}): LogicalMiddleware {
  return responseMiddleware('session-expiry', ({ response, envelope, refuse }) => {
    if (SESSION_EXPIRED_CODES.includes(envelope?.code))
      throw refuse('session-expired', texts().expired)
    return response
  })
}
