import type { Endpoint, RequestOf } from '@x/api'
import { route, type AnswerOf } from '../../../platform/http/contractRoute.ts'
import {
  GatewayError,
  requireSession,
  type RequestSession,
  type RouteSpec,
} from '../../../platform/http/route.ts'
import type { TradingService } from './TradingService.ts'

/** Answers a request of a session, whose parameters the contract has checked. */
type Run<E extends Endpoint> = (
  session: RequestSession,
  params: RequestOf<E>,
) => Promise<AnswerOf<E>>

/** The two kinds of private route of the trading modules. */
export interface PrivateRoutes {
  /** The route of a write. */
  write<E extends Endpoint>(endpoint: E, run: Run<E>): RouteSpec
  /** The route of a read, which opens the paper account of its session if need be. */
  read<E extends Endpoint>(endpoint: E, run: Run<E>): RouteSpec
}

export function createPrivateRoutes({
  ensurePaperAccount,
}: Pick<TradingService, 'ensurePaperAccount'>): PrivateRoutes {
  return {
    write: (endpoint, run) =>
      route(endpoint, async (request, params) => run(requireSession(request), params)),
    read: (endpoint, run) =>
      route(endpoint, async (request, params) => {
        const session = requireSession(request)
        ensurePaperAccount(session)
        return run(session, params)
      }),
  }
}

/** No trading without a client key that the session bound (wire 8). @throws GatewayError 40301 */
export function assertBoundKey(session: RequestSession): void {
  if (session.keyId === null)
    throw new GatewayError('40301', 'This log-in has no key to trade with, please log in again')
}
