import {
  GatewayError,
  requireSession,
  type GatewayRequest,
  type RequestSession,
  type RouteSpec,
} from '../../platform/http/route.ts'
import type { TradingService } from './createTradingService.ts'

type Run = (session: RequestSession, request: GatewayRequest) => Promise<unknown>

/** The two kinds of private route of the trading modules. */
export interface PrivateRoutes {
  /** A POST route, signed in mode 2. */
  write(path: string, spec: Pick<RouteSpec, 'summary' | 'schema' | 'realms'>, run: Run): RouteSpec
  /** A GET route; `narrowedBy` names the query parameters that it takes. */
  read(
    path: string,
    spec: Pick<RouteSpec, 'summary' | 'realms'> & { readonly narrowedBy?: readonly string[] },
    run: Run,
  ): RouteSpec
}

const text = { type: 'string', maxLength: 100 }

export function createPrivateRoutes({
  ensurePaperAccount,
}: Pick<TradingService, 'ensurePaperAccount'>): PrivateRoutes {
  return {
    write: (path, spec, run) => ({
      method: 'POST',
      path,
      access: 'private',
      signMode: '2',
      ...spec,
      handler: async (request) => run(requireSession(request), request),
    }),
    read: (path, { narrowedBy = [], ...spec }, run) => ({
      method: 'GET',
      path,
      access: 'private',
      ...spec,
      ...(narrowedBy.length > 0
        ? {
            schema: {
              querystring: {
                type: 'object',
                properties: Object.fromEntries(narrowedBy.map((name) => [name, text])),
              },
            },
          }
        : {}),
      async handler(request) {
        const session = requireSession(request)
        ensurePaperAccount(session)
        return run(session, request)
      },
    }),
  }
}

/** No trading without a client key that the session bound (wire 8). @throws GatewayError 40301 */
export function assertBoundKey(session: RequestSession): void {
  if (session.keyId === null)
    throw new GatewayError('40301', 'This log-in has no key to trade with, please log in again')
}
