import type { LogicalMiddleware } from '../middleware.ts'
import type { RequestTexts } from '../texts/en.ts'
import { SESSION_EXPIRED_CODES } from '../wire.ts'
import { responseMiddleware, type ResponseOptions } from './responseMiddleware.ts'

/** What is known of a response when asking whether the session has expired. */
export interface SessionCheck {
  readonly status: number
  /** The envelope's code; `''` without one. */
  readonly code: string
  /** The request's path, prefix included. */
  readonly path: string
}

/** Options of `sessionExpiry`. */
export interface SessionExpiryOptions extends ResponseOptions {
  readonly texts: () => RequestTexts
  /** Whether a response means that the session has expired. Default: codes 20906 and 20205. */
  readonly isSessionExpired?: (check: SessionCheck) => boolean
}

/**
 * Throws `session-expired` on codes 20906 and 20205. The client applies `onSessionExpired` (Q7).
 */
export function sessionExpiry({
  texts,
  readEnvelope,
  isSessionExpired = ({ code }) => SESSION_EXPIRED_CODES.includes(code),
}: SessionExpiryOptions): LogicalMiddleware {
  return responseMiddleware('session-expiry', {
    readEnvelope,
    read({ request: { origin, path }, response, envelope, refuse }) {
      const { status } = response
      if (origin === undefined && isSessionExpired({ status, code: envelope?.code ?? '', path }))
        throw refuse('session-expired', { message: texts().expired })
      return response
    },
  })
}
