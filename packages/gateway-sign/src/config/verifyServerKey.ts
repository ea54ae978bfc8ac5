import { GatewaySignError } from '../GatewaySignError.ts'
import type { CryptoSuite } from '../crypto/CryptoSuite.ts'
import type { RsaPublicKey } from '../crypto/rsaPublicKey.ts'

export interface ServerKeyClaim {
  readonly serverPublicKey: string
  readonly serverPublicKeySign: string
}

export interface VerifyServerKeyOptions {
  /** PEM; one, or two while an issuer is being replaced. */
  readonly issuerCertificates: readonly string[]
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly suite: CryptoSuite
}

const MIN_BITS = 2048
const EXPONENT = 65_537n

/**
 * The server's key, once one of the pinned issuers vouches for it (wire 3).
 * @throws GatewaySignError PUBLIC_KEY_INVALID, CERTIFICATE_INVALID (no usable issuer) or CONFIG_UNVERIFIED
 */
export async function verifyServerKey(claim: ServerKeyClaim, { issuerCertificates, now, suite }: VerifyServerKeyOptions): Promise<RsaPublicKey> {
  const serverKey = suite.readRsaPublicKey(claim.serverPublicKey)
  if (!serverKey || serverKey.modulusBits < MIN_BITS || serverKey.exponent !== EXPONENT)
    throw new GatewaySignError('PUBLIC_KEY_INVALID', "The server's public key is no canonical RSA key of at least 2048 bits.")

  const issuers = issuerCertificates.flatMap((pem) => {
    const certificate = suite.readCertificate(pem)
    // An issuer's exponent of 1 or 3 is how signatures are forged, however well the certificate is pinned.
    const isStrong = certificate && certificate.publicKey.modulusBits >= MIN_BITS && certificate.publicKey.exponent >= EXPONENT
    const isUsable = isStrong && certificate.notBefore <= now && now <= certificate.notAfter
    return isUsable ? [certificate.publicKey] : []
  })
  if (issuers.length === 0)
    throw new GatewaySignError('CERTIFICATE_INVALID', 'No issuer certificate can be read, is valid now and has an RSA key of at least 2048 bits and a common exponent.', { detail: { certificates: issuerCertificates.length } })

  const text = suite.md5Hex(claim.serverPublicKey)
  for (const publicKey of issuers) {
    if (await suite.verify({ publicKey, text, signature: claim.serverPublicKeySign })) return serverKey
  }
  throw new GatewaySignError('CONFIG_UNVERIFIED', "No issuer certificate vouches for the server's public key.")
}
