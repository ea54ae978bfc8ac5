import { sign } from 'node:crypto'
import { configSignString } from '../config/configSignString.ts'
import { GS1, type GatewaySignConfig, type WireProfile } from '../wire.ts'
import type { ServerIdentity } from './createServerIdentity.ts'

/** Options of `signConfig`. */
export interface SignConfigurationOptions {
  readonly config: GatewaySignConfig
  readonly identity: Pick<ServerIdentity, 'issuerPrivateKeyPem'>
  /** Expiry in milliseconds since the epoch. Sign again well before it. */
  readonly expiresAt: number
  readonly profile?: WireProfile
}

/**
 * Returns `data` with the issuer's signature over the configuration text, for clients with
 * `requireConfigSign`. Other clients read the unsigned configuration in it.
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
