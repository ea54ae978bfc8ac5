import { logical, type LogicalMiddleware } from '../middleware.ts'
import type { GatewaySignPort } from '../ports.ts'

/** Lets the signer hold a log-in back until another tab's has bound its key: both write the same cookies. */
export function loginTurn(taker: Required<Pick<GatewaySignPort, 'loginTurn'>>): LogicalMiddleware {
  return logical('login-turn', (request, next) => (request.options.bare ? next(request) : taker.loginTurn(request.path, () => next(request))))
}
