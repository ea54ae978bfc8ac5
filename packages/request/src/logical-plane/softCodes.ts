import { logical, type LogicalMiddleware } from '../middleware.ts'
import { failure } from '../RequestError.ts'
import { readEnvelope, SOFT_CODES, USER_INFO_PATH } from '../wire.ts'

export interface SoftCodesOptions {
  /** Paths that resolve with the envelope's data whatever the soft code; default the user-info call (spec section 8). */
  readonly exceptPaths?: readonly string[]
}

/** Codes 00004, 00005 and 00006: a message for the user, but none on the user-info call, which resolves. */
export function softCodes({ exceptPaths = [USER_INFO_PATH] }: SoftCodesOptions = {}): LogicalMiddleware {
  return logical('soft-codes', async (request, next) => {
    const response = await next(request)
    const read = readEnvelope(response.payload)
    if (!read || !SOFT_CODES.has(read.code) || (request.options.answer ?? 'data') !== 'data') return response
    // The envelope step outside this one sees a success.
    if (exceptPaths.includes(request.path)) return { ...response, payload: { code: '0', data: read.data } }
    throw failure(request, 'business', { message: read.msg, code: read.code, status: response.status, data: read.data })
  })
}
