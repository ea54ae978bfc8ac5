import { createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto'
import { EXPONENT, MIN_BITS } from '../config/usableIssuers.ts'
import { GatewaySignError } from '../GatewaySignError.ts'
import type { OnlineServerIdentity, ServerIdentity } from './createServerIdentity.ts'
import { importRsaPublicKey, md5Hex, verifySignature } from './serverKeys.ts'

/** The part of an identity that does not hold. */
export type IdentityFault =
  | 'issuer-certificate'
  | 'issuer-key'
  | 'server-key'
  | 'server-private-key'
  | 'signature'

type KeptIdentity = OnlineServerIdentity & Partial<Pick<ServerIdentity, 'issuerPrivateKeyPem'>>

/**
 * Refuses what every client would refuse (wire 3), and a private key that opens nothing of what
 * they send: a gateway with such an identity would look well and let nobody in. To be called where
 * a kept identity is read; the issuer's private key is looked at where it is there.
 * @throws GatewaySignError IDENTITY_INVALID with `detail.fault`; neither it nor its cause shows a
 * key.
 */
export function assertServerIdentity(
  identity: KeptIdentity,
  { now }: { readonly now: number },
): void {
  const fault = identityFault(identity, now)
  if (fault)
    throw new GatewaySignError(
      'IDENTITY_INVALID',
      `The identity of this gateway is one that no client takes (${fault}).`,
      { detail: { fault } },
    )
}

function identityFault(
  {
    issuerCertificatePem,
    issuerPrivateKeyPem,
    serverPublicKey,
    serverPrivateKeyPem,
    serverPublicKeySign,
  }: KeptIdentity,
  now: number,
): IdentityFault | undefined {
  const certificate = attempt(() => new X509Certificate(issuerCertificatePem))
  if (
    !certificate ||
    !isStrong(certificate.publicKey) ||
    now < certificate.validFromDate.getTime() ||
    certificate.validToDate.getTime() < now
  )
    return 'issuer-certificate'
  if (issuerPrivateKeyPem !== undefined && !isIssuerKey(issuerPrivateKeyPem, certificate))
    return 'issuer-key'
  const serverKey = importRsaPublicKey(serverPublicKey, (bits) => bits >= MIN_BITS)
  if (!serverKey) return 'server-key'
  if (!attempt(() => createPublicKey(createPrivateKey(serverPrivateKeyPem)))?.equals(serverKey))
    return 'server-private-key'
  return verifySignature(certificate.publicKey, {
    text: md5Hex(serverPublicKey),
    signature: serverPublicKeySign,
  })
    ? undefined
    : 'signature'
}

function isIssuerKey(issuerPrivateKeyPem: string, certificate: X509Certificate): boolean {
  const issuerKey = attempt(() => createPrivateKey(issuerPrivateKeyPem))
  return issuerKey !== undefined && certificate.checkPrivateKey(issuerKey)
}

function isStrong({
  asymmetricKeyType,
  asymmetricKeyDetails: { modulusLength = 0, publicExponent = 0n } = {},
}: KeyObject): boolean {
  return asymmetricKeyType === 'rsa' && modulusLength >= MIN_BITS && publicExponent >= EXPONENT
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
