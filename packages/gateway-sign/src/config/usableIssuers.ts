import type { CryptoSuite } from '../crypto/CryptoSuite.ts'
import type { RsaPublicKey } from '../crypto/rsaPublicKey.ts'
import { GatewaySignError } from '../GatewaySignError.ts'

export interface IssuerOptions {
  /** PEM: one certificate, or two while an issuer is being replaced. */
  readonly issuerCertificates: readonly string[]
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly suite: CryptoSuite
}

export const MIN_BITS = 2048
export const EXPONENT = 65_537n

/**
 * The keys of the pinned certificates that are valid now (wire 3).
 * @throws GatewaySignError CERTIFICATE_INVALID when there is none
 */
export function usableIssuers({ issuerCertificates, now, suite }: IssuerOptions): RsaPublicKey[] {
  const issuers = issuerCertificates.flatMap((pem) => {
    const certificate = suite.readCertificate(pem)
    // Exponents of 1 or 3 allow forged signatures.
    const isStrong =
      certificate &&
      certificate.publicKey.modulusBits >= MIN_BITS &&
      certificate.publicKey.exponent >= EXPONENT
    return isStrong && certificate.notBefore <= now && now <= certificate.notAfter
      ? [certificate.publicKey]
      : []
  })
  if (issuers.length > 0) return issuers
  throw new GatewaySignError(
    'CERTIFICATE_INVALID',
    'No issuer certificate can be read, is valid now and has an RSA key of at least 2048 ' +
      'bits and a common exponent.',
    {
      detail: { certificates: issuerCertificates.length },
    },
  )
}

/** Whether one of the issuers signed `text`. */
export async function isSignedByIssuer(
  { text, signature }: { text: string; signature: string },
  { issuers, suite }: { issuers: readonly RsaPublicKey[]; suite: CryptoSuite },
): Promise<boolean> {
  for (const publicKey of issuers) {
    if (await suite.verify({ publicKey, text, signature })) return true
  }
  return false
}
