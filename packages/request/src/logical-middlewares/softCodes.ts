import type { LogicalMiddleware } from '../middleware.ts'
import { SOFT_CODES, USER_INFO_PATH } from '../wire.ts'
import { responseMiddleware } from './responseMiddleware.ts'

/** Options of `softCodes`. */
export interface SoftCodesOptions {
  /**
   * Paths that resolve with the envelope's data on a soft code. Default: the user-info request
   * (spec section 8).
   */
  readonly exceptPaths?: readonly string[]
}

/** Throws on codes 00004, 00005 and 00006, except on the user-info request, which resolves. */
export function softCodes({
  exceptPaths = [USER_INFO_PATH],
}: SoftCodesOptions = {}): LogicalMiddleware {
  return responseMiddleware('soft-codes', {
    read({ request, response, envelope, refuse }) {
      const { responseType = 'data' } = request.options
      if (!SOFT_CODES.includes(envelope?.code) || responseType !== 'data') return response
      if (!exceptPaths.includes(request.path)) throw refuse('business', { message: envelope?.msg })
      // The outer envelope middleware then sees a success.
      return { ...response, payload: { code: '0', data: envelope?.data } }
    },
  })
}
