import { buildSignConfig, type OnlineServerIdentity, type SignRules } from '@x/gateway-sign/server'
import type { Capability } from '../http/route.ts'

export interface SignCapabilityOptions {
  readonly identity: OnlineServerIdentity
  /** Asked for at each call: the rules are derived from all routes, these included. */
  readonly rules: () => SignRules
  readonly userCheckDeviceUrl: string
}

/** What clients sign and encrypt with (wire 3). */
export function createSignCapability({
  identity,
  rules,
  userCheckDeviceUrl,
}: SignCapabilityOptions): Capability {
  return {
    routes: [
      {
        method: 'GET',
        path: '/v1/mix/config/gatewaySignConfig',
        access: 'public',
        summary: 'The signing rules and the server’s public key, signed by the issuer.',
        handler: async () => ({
          gatewaySignConfig: buildSignConfig({
            identity,
            rules: rules(),
            clientOpen: true,
            userCheckDeviceUrl,
          }),
        }),
      },
      {
        method: 'GET',
        path: '/v1/mix/config/issuerCertificate',
        access: 'public',
        developmentOnly: true,
        summary: 'The issuer certificate, for clients under development; others have it built in.',
        handler: async () => ({ pem: identity.issuerCertificatePem }),
      },
    ],
  }
}
