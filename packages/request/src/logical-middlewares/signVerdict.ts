import type { ServerClock } from '../createServerClock.ts'
import type { LogicalMiddleware } from '../middleware.ts'
import type { GatewaySignPort } from '../ports.ts'
import type { Presenter } from '../presenter.ts'
import { UNKNOWN_ERROR } from '../RequestError.ts'
import { isSignCode, SIGN_ERROR, SIGN_INVALID, TIME_REFUSED } from '../wire.ts'
import { responseMiddleware } from './responseMiddleware.ts'

/** Options of `signVerdict`. */
export interface SignVerdictOptions {
  readonly presenter: Presenter
  /** Notified of the code, to reset or refetch. It must throttle itself. */
  readonly onVerdict?: GatewaySignPort['onVerdict'] | undefined
  /** Reset when the time was refused (00022). */
  readonly serverClock?: Pick<ServerClock, 'reset'>
}

/**
 * On codes 00020 to 00023 notifies the signer and throws. Reports the header `gw-sign-error` to the
 * error service (spec section 8). Network errors have no response and are not reported.
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
