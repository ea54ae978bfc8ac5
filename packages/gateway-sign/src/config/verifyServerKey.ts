import { GatewaySignError } from '../GatewaySignError.ts'
import type { RsaPublicKey } from '../crypto/rsaPublicKey.ts'
import {
  EXPONENT,
  isSignedByIssuer,
  MIN_BITS,
  usableIssuers,
  type IssuerOptions,
} from './usableIssuers.ts'

export interface ServerKeyClaim {
  readonly serverPublicKey: string
  readonly serverPublicKeySign: string
}

/**
 * Returns the server's key if one of the pinned issuers signed it (wire 3).
 * @throws GatewaySignError PUBLIC_KEY_INVALID, CERTIFICATE_INVALID (no usable issuer) or
 * CONFIG_UNVERIFIED
 */
export async function verifyServerKey(
  claim: ServerKeyClaim,
  options: IssuerOptions,
): Promise<RsaPublicKey> {
  const { suite } = options
  const serverKey = suite.readRsaPublicKey(claim.serverPublicKey)
  if (!serverKey || serverKey.modulusBits < MIN_BITS || serverKey.exponent !== EXPONENT)
    throw new GatewaySignError(
      'PUBLIC_KEY_INVALID',
      "The server's public key is not a canonical RSA key of at least 2048 bits.",
    )
  const signed = { text: suite.md5Hex(claim.serverPublicKey), signature: claim.serverPublicKeySign }
  if (await isSignedByIssuer(signed, { issuers: usableIssuers(options), suite })) return serverKey
  throw new GatewaySignError(
    'CONFIG_UNVERIFIED',
    "None of issuerCertificates verifies the server's key. Pass its issuerCertificatePem.",
  )
}
