import type { DeviceGuard } from '../device/deviceGuard.ts'
import type { Log } from '../../platform/log/Log.ts'
import { GatewayError, type GatewayRequest, type RouteSpec } from '../../platform/http/route.ts'
import { createAudit } from './requestLog.ts'

/**
 * What every route of the account routes has in common: no session over a line that cannot carry
 * one, and a line in the audit log.
 */
export function guardRoutes(
  routes: readonly RouteSpec[],
  {
    log,
    isDevelopment,
    deviceGuard,
  }: { log: Log; isDevelopment: boolean; deviceGuard: DeviceGuard },
): RouteSpec[] {
  const audit = createAudit(log)
  return routes.map((route) => {
    const opensSession = route.access === 'public' && route.encrypted === true
    const run = async (request: GatewayRequest): Promise<unknown> => {
      if (opensSession && !isDevelopment) assertSecureTransport(request)
      deviceGuard(request)
      return route.handler(request)
    }
    return { ...route, handler: route.method === 'GET' ? run : (request) => audit(request, run) }
  })
}

/**
 * Browsers drop a `Secure` cookie that arrives over plain http, and production reads no other: the
 * log-in would succeed and leave no session. It is refused before a password or code is looked at
 * or used up.
 */
function assertSecureTransport({ isSecure }: GatewayRequest): void {
  if (!isSecure)
    throw new GatewayError(
      '40301',
      'Logging in needs an encrypted connection, please open this site by https',
    )
}
