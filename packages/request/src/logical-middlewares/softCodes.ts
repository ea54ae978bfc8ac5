import type { LogicalMiddleware } from '../middleware.ts'
import { SOFT_CODES, USER_INFO_PATH } from '../wire.ts'
import { responseMiddleware } from './responseMiddleware.ts'

export interface SoftCodesOptions {
  /**
   * Paths that resolve with the envelope's data whatever the soft code; default the user-info call
   * (spec section 8).
   */
  readonly exceptPaths?: readonly string[]
}

/**
 * Codes 00004, 00005 and 00006: a message for the user, but none on the user-info call, which
 * resolves.
 */
export function softCodes({
  exceptPaths = [USER_INFO_PATH],
}: SoftCodesOptions = {}): LogicalMiddleware {
  return responseMiddleware('soft-codes', ({ request, response, envelope, refuse }) => {
    if (!SOFT_CODES.includes(envelope?.code) || (request.options.responseType ?? 'data') !== 'data')
      return response
    if (!exceptPaths.includes(request.path)) throw refuse('business', envelope?.msg)
    // The envelope step outside this one sees a success.
    return { ...response, payload: { code: '0', data: envelope?.data } }
  })
}
