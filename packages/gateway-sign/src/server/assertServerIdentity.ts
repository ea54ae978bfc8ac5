import { createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto'
import { EXPONENT, MIN_BITS } from '../config/usableIssuers.ts'
import { GatewaySignError } from '../GatewaySignError.ts'
import type { OnlineServerIdentity, ServerIdentity } from './createServerIdentity.ts'
import { md5Hex } from './clientKey.ts'
import { importRsaPublicKey, verifySignature } from './serverKeys.ts'

/** The invalid part of an identity. */
export type IdentityFault =
  | 'issuer-certificate'
  | 'issuer-key'
  | 'server-key'
  | 'server-private-key'
  | 'signature'

type StoredIdentity = OnlineServerIdentity & Partial<Pick<ServerIdentity, 'issuerPrivateKeyPem'>>

/**
 * Rejects an identity that clients would reject (wire 3), or whose private key cannot decrypt what
 * they send. Call it when a stored identity is read. The issuer's private key is checked if
 * present.
 * @throws GatewaySignError IDENTITY_INVALID with `detail.fault`. Neither the error nor its cause
 * contains a key.
 */
export function assertServerIdentity(
  identity: StoredIdentity,
  { now }: { readonly now: number },
): void {
  const fault = identityFault(identity, now)
  if (fault)
    throw new GatewaySignError(
      'IDENTITY_INVALID',
      `Clients would reject the identity of this gateway (${fault}).`,
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
  }: StoredIdentity,
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
