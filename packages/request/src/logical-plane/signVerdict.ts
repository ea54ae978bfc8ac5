import { logical, type LogicalMiddleware } from '../middleware.ts'
import type { GatewaySignPort } from '../ports.ts'
import type { Presenter } from '../presenter.ts'
import { failure, UNKNOWN_ERROR } from '../RequestError.ts'
import { HEADER, isSignCode, readEnvelope, SIGN_INVALID } from '../wire.ts'

export interface SignVerdictOptions {
  readonly presenter: Presenter
  /** Resets and refetches as the code demands; throttling is its own business. */
  readonly onVerdict?: GatewaySignPort['onVerdict'] | undefined
}

/**
 * Codes 00020 to 00023: tells the signer, throws, and reports to the error service what the header `gw-sign-error` says (spec section 8).
 * Requests without an answer never come here, so network errors are not reported.
 */
export function signVerdict({ presenter, onVerdict }: SignVerdictOptions): LogicalMiddleware {
  return logical('sign-verdict', async (request, next) => {
    const response = await next(request)
    const read = readEnvelope(response.payload)
    const code = read && isSignCode(read.code) ? read.code : undefined
    const header = response.header(HEADER.signError)
    const reported = header || (code === SIGN_INVALID ? code : undefined)
    if (reported !== undefined) {
      const { method, path, stamp } = request
      presenter.present({ kind: 'report', report: 'gw-sign-error', code: reported, message: read?.msg || UNKNOWN_ERROR, method, path, traceId: stamp.traceId })
    }
    if (code === undefined) return response
    onVerdict?.(code)
    throw failure(request, 'gateway-sign', { message: read?.msg, code, status: response.status })
  })
}
