import type { ServerClock } from '../createServerClock.ts'
import type { LogicalMiddleware } from '../middleware.ts'
import type { GatewaySignPort } from '../ports.ts'
import type { Presenter } from '../presenter.ts'
import { UNKNOWN_ERROR } from '../RequestError.ts'
import { isSignCode, SIGN_ERROR, SIGN_INVALID, TIME_REFUSED } from '../wire.ts'
import { responseMiddleware, type ResponseOptions } from './responseMiddleware.ts'

/** Options of `signVerdict`. */
export interface SignVerdictOptions extends ResponseOptions {
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
  readEnvelope,
}: SignVerdictOptions): LogicalMiddleware {
  return responseMiddleware('sign-verdict', {
    readEnvelope,
    read({ request, response, envelope, refuse }) {
      const { method, origin, path, stamp } = request
      // Only the gateway judges signatures.
      if (origin !== undefined) return response
      const code = envelope?.code
      const reported = response.headers.get(SIGN_ERROR) || (code === SIGN_INVALID && code)
      if (reported)
        presenter.present({
          kind: 'report',
          report: 'gw-sign-error',
          code: reported,
          message: envelope?.msg || UNKNOWN_ERROR,
          method,
          path,
          traceId: stamp.traceId,
        })
      if (!isSignCode(code)) return response
      if (code === TIME_REFUSED) serverClock?.reset()
      onVerdict?.(code)
      throw refuse('gateway-sign', { message: envelope?.msg })
    },
  })
}
