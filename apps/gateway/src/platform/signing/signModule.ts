import { buildSignConfig, type OnlineServerIdentity, type SignRules } from '@x/gateway-sign/server'
import type { GatewayModule, RouteDescription } from '../http/route.ts'

export interface SignModuleOptions {
  readonly identity: OnlineServerIdentity
  readonly rules: SignRules
  readonly userCheckDeviceUrl: string
}

const CONFIG: RouteDescription = {
  method: 'GET',
  path: '/v1/mix/config/gatewaySignConfig',
  access: 'public',
  summary: 'The signing rules and the server’s public key, signed by the issuer.',
}
const CERTIFICATE: RouteDescription = {
  method: 'GET',
  path: '/v1/mix/config/issuerCertificate',
  access: 'public',
  developmentOnly: true,
  summary: 'The issuer certificate, for clients under development; others have it built in.',
}

/** The routes of this module as the sign rules see them, which the module itself serves. */
export const SIGN_ROUTES: readonly RouteDescription[] = [CONFIG, CERTIFICATE]

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
      { ...CONFIG, handler: config },
      { ...CERTIFICATE, handler: async () => ({ pem: identity.issuerCertificatePem }) },
    ],
  }
}
