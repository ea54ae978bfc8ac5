import type { ServerClock } from '../createServerClock.ts'
import type { LogicalMiddleware } from '../middleware.ts'
import type { GatewaySignPort } from '../ports.ts'
import type { Presenter } from '../presenter.ts'
import { UNKNOWN_ERROR } from '../RequestError.ts'
import { isSignCode, SIGN_ERROR, SIGN_INVALID, TIME_REFUSED } from '../wire.ts'
import { responseMiddleware } from './responseMiddleware.ts'

export interface SignVerdictOptions {
  readonly presenter: Presenter
  /** Resets and refetches as the code demands; throttling is its own business. */
  readonly onVerdict?: GatewaySignPort['onVerdict'] | undefined
  /** Forgets its samples where the time was refused; the refusal's own stays. */
  readonly serverClock?: Pick<ServerClock, 'reset'>
}

/**
 * Codes 00020 to 00023: tells the signer, throws, and reports to the error service what the header
 * `gw-sign-error` says (spec section 8). Requests without an answer never come here, so network
 * errors are not reported.
 */
export function signVerdict({
  presenter,
  onVerdict,
  serverClock,
}: SignVerdictOptions): LogicalMiddleware {
  return responseMiddleware('sign-verdict', ({ request, response, envelope, refuse }) => {
    const code = envelope?.code
    const reported = response.header(SIGN_ERROR) || (code === SIGN_INVALID && code)
    if (reported) {
      const { method, path, stamp } = request
      presenter.present({
        kind: 'report',
        report: 'gw-sign-error',
        code: reported,
        message: envelope?.msg || UNKNOWN_ERROR,
        method,
        path,
        traceId: stamp.traceId,
      })
    }
    if (!isSignCode(code)) return response
    if (code === TIME_REFUSED) serverClock?.reset()
    onVerdict?.(code)
    throw refuse('gateway-sign', envelope?.msg)
  })
}
