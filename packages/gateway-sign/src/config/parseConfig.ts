import { GatewaySignError } from '../GatewaySignError.ts'
import { createSignRuleMatcher, type SignRuleMatcher } from '../sign/signRules.ts'
import { isKeyAlgorithm, type KeyAlgorithm, type WireProfile } from '../wire.ts'

/** A parsed configuration with `clientOpen: true`. Not yet verified. */
export interface SignConfig {
  readonly serverPublicKey: string
  readonly serverPublicKeySign: string
  readonly defaultAlgorithm: KeyAlgorithm
  readonly userCheckDeviceUrl: string
  readonly rules: SignRuleMatcher
}

/**
 * Parses `gatewaySignConfig`.
 * @throws GatewaySignError CONFIG_INVALID
 */
export function parseConfig(value: unknown, profile: WireProfile): SignConfig {
  const config = readTable(value, 'gatewaySignConfig')
  // Spec section 9: rsa1024 when the gateway names no algorithm.
  const { defaultAlgorithm = 'rsa1024' } = config
  if (!isKeyAlgorithm(defaultAlgorithm)) throw invalid('defaultAlgorithm')
  return {
    serverPublicKey: readText(config, 'serverPublicKey'),
    serverPublicKeySign: readText(config, 'serverPublicKeySign'),
    defaultAlgorithm,
    userCheckDeviceUrl:
      config['userCheckDeviceUrl'] === undefined ? '' : readText(config, 'userCheckDeviceUrl'),
    rules: createSignRuleMatcher(
      {
        exactUrls: readTable(config['exactUrls'] ?? {}, 'exactUrls'),
        prefixUrls: readTable(config['prefixUrls'] ?? {}, 'prefixUrls'),
        signModes: readTable(config['signModes'] ?? {}, 'signModes'),
      },
      profile,
    ),
  }
}

function readTable(value: unknown, field: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(field)
  return value as Readonly<Record<string, unknown>>
}

function readText(config: Readonly<Record<string, unknown>>, field: string): string {
  const value = config[field]
  if (typeof value !== 'string') throw invalid(field)
  return value
}

function invalid(field: string): GatewaySignError {
  return new GatewaySignError(
    'CONFIG_INVALID',
    'A field of the gateway sign configuration is missing or malformed.',
    { detail: { field } },
  )
}
