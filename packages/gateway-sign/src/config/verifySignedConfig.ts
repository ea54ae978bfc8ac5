import { GatewaySignError } from '../GatewaySignError.ts'
import type { WireProfile } from '../wire.ts'
import { configSignString } from './configSignString.ts'
import { isSignedByIssuer, usableIssuers, type IssuerOptions } from './usableIssuers.ts'

/**
 * Verifies a signed configuration and returns it. Reads only the signed text; an unsigned
 * `gatewaySignConfig` next to it is ignored.
 * @throws GatewaySignError CONFIG_UNVERIFIED, CERTIFICATE_INVALID or CONFIG_INVALID
 */
export async function verifySignedConfig(
  value: unknown,
  { profile, ...options }: IssuerOptions & { readonly profile: WireProfile },
): Promise<unknown> {
  const names = profile.configSign
  const fields =
    typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
  const { [names.text]: text, [names.expiresAt]: expiresAt, [names.signature]: signature } = fields
  if (typeof text !== 'string' || typeof expiresAt !== 'number' || typeof signature !== 'string')
    throw unverified('The gateway sign configuration is not signed as a whole.')

  const signed = { text: configSignString({ text, expiresAt }, profile), signature }
  if (!(await isSignedByIssuer(signed, { issuers: usableIssuers(options), suite: options.suite })))
    throw unverified('No issuer certificate verifies the gateway sign configuration.')
  if (options.now > expiresAt)
    throw unverified('The signature of the gateway sign configuration has expired.')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new GatewaySignError(
      'CONFIG_INVALID',
      'The signed gateway sign configuration is not JSON.',
      { cause },
    )
  }
}

function unverified(message: string): GatewaySignError {
  return new GatewaySignError('CONFIG_UNVERIFIED', message, { detail: { field: 'configSign' } })
}
