import { sign } from 'node:crypto'
import { configSignString } from '../config/configSignString.ts'
import { GS1, type GatewaySignConfig, type WireProfile } from '../wire.ts'
import type { ServerIdentity } from './createServerIdentity.ts'

export interface SignConfigurationOptions {
  readonly config: GatewaySignConfig
  readonly identity: Pick<ServerIdentity, 'issuerPrivateKeyPem'>
  /** Milliseconds since the epoch until which clients take it; sign anew well before. */
  readonly expiresAt: number
  readonly profile?: WireProfile
}

/**
 * The whole of `data` with the issuer's signature over the configuration's text, for clients with
 * `requireConfigSign`; others read the same answer as ever.
 */
export function signConfig({
  config,
  identity,
  expiresAt,
  profile = GS1,
}: SignConfigurationOptions): Record<string, unknown> {
  const names = profile.configSign
  const text = JSON.stringify(config)
  const signature = sign(
    'sha256',
    Buffer.from(configSignString({ text, expiresAt }, profile), 'utf8'),
    identity.issuerPrivateKeyPem,
  ).toString('base64')
  return {
    gatewaySignConfig: config,
    [names.text]: text,
    [names.expiresAt]: expiresAt,
    [names.signature]: signature,
  }
}
