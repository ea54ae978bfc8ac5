import { api } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import type { GatewayRequest, RouteSpec } from '../../platform/http/route.ts'
import type { LoginFlow } from './createLoginFlow.ts'

export interface LoginRoutesOptions {
  readonly flow: LoginFlow
}

/** Log-in with a password, and the second factor of every log-in (wire 10). */
export function loginRoutes({ flow }: LoginRoutesOptions): RouteSpec[] {
  const byPassword = async (request: GatewayRequest) =>
    flow.proceed(request, { user: await flow.authenticate(request) })
  return [
    route(api.login.password, byPassword),
    route(api.login.passwordWithDeviceToken, byPassword),
    route(api.login.agency, async (request) =>
      flow.proceed(request, { user: await flow.authenticate(request), isAgency: true }),
    ),
    route(api.login.verify, flow.complete),
    route(api.login.verifyV2, async (request) => ({
      accessTokenResVO: await flow.complete(request),
    })),
  ]
}
