import { api } from '@x/api'
import { buildSignConfig, type OnlineServerIdentity, type SignRules } from '@x/gateway-sign/server'
import { describeRoute, route } from '../http/contractRoute.ts'
import type { GatewayModule, RouteDescription } from '../http/route.ts'

export interface SignModuleOptions {
  readonly identity: OnlineServerIdentity
  readonly rules: SignRules
  readonly userCheckDeviceUrl: string
}

const { signing, issuerCertificate } = api.configuration

/** The routes of this module as the sign rules see them, which the module itself serves. */
export const SIGN_ROUTES: readonly RouteDescription[] = [signing, issuerCertificate].map(
  (endpoint) => describeRoute(endpoint),
)

/** What clients sign and encrypt with (wire 3). */
export function createSignModule({
  identity,
  rules,
  userCheckDeviceUrl,
}: SignModuleOptions): GatewayModule {
  const config = async () => ({
    gatewaySignConfig: buildSignConfig({ identity, rules, clientOpen: true, userCheckDeviceUrl }),
  })
  return {
    routes: [
      route(signing, config),
      route(issuerCertificate, async () => ({ pem: identity.issuerCertificatePem })),
    ],
  }
}
