import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  sign,
  X509Certificate,
} from 'node:crypto'
import { promisify } from 'node:util'
import { GatewaySignError } from '../GatewaySignError.ts'
import { issueCertificate } from './issueCertificate.ts'
import { md5Hex } from './clientKey.ts'

/** The keys of a gateway as plain strings, storable as one JSON file. Contains private keys. */
export interface ServerIdentity {
  readonly issuerCertificatePem: string
  /** PKCS#8. */
  readonly issuerPrivateKeyPem: string
  /** One-line base64 of the SubjectPublicKeyInfo. */
  readonly serverPublicKey: string
  /** PKCS#8. */
  readonly serverPrivateKeyPem: string
  /** The issuer's signature over the MD5 of `serverPublicKey` (wire 3). */
  readonly serverPublicKeySign: string
}

/**
 * The identity that a running gateway needs. The issuer's private key can be kept offline until a
 * server key must be signed.
 */
export type OnlineServerIdentity = Omit<ServerIdentity, 'issuerPrivateKeyPem'>

/** Options of `createServerIdentity`. */
export interface ServerIdentityOptions {
  /**
   * Current time in milliseconds since the epoch. The issuer certificate is valid from one day
   * before.
   */
  readonly now: number
  /** An existing issuer, to rotate the server key only. Default: a new issuer. */
  readonly issuer?: { readonly certificatePem: string; readonly privateKeyPem: string }
  /**
   * Loads jsrsasign for a new issuer, where this package cannot resolve it itself, for instance in
   * a monorepo. Default: `() => import('jsrsasign')`.
   */
  readonly importJsrsasign?: (() => Promise<{ readonly default: unknown }>) | undefined
}

const generate = promisify(generateKeyPair)
const MIN_ISSUER_BITS = 2048

/**
 * Generates a 2048-bit RSA server key signed by the issuer (wire 3).
 *
 * A new issuer needs the optional peer jsrsasign; a gateway that reads a stored identity does not.
 *
 * @throws GatewaySignError IDENTITY_INVALID for an unfit issuer, CRYPTO_UNAVAILABLE for a new one
 * without jsrsasign.
 */
export async function createServerIdentity({
  now,
  issuer,
  importJsrsasign,
}: ServerIdentityOptions): Promise<ServerIdentity> {
  if (issuer) assertIssuer(issuer, now)
  const [{ certificatePem, privateKeyPem }, server] = await Promise.all([
    issuer ?? createIssuer(now, importJsrsasign),
    generate('rsa', { modulusLength: 2048 }),
  ])
  const serverPublicKey = server.publicKey
    .export({ format: 'der', type: 'spki' })
    .toString('base64')
  return {
    issuerCertificatePem: certificatePem,
    issuerPrivateKeyPem: privateKeyPem,
    serverPublicKey,
    serverPrivateKeyPem: server.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
    serverPublicKeySign: sign(
      'sha256',
      Buffer.from(md5Hex(serverPublicKey), 'ascii'),
      privateKeyPem,
    ).toString('base64'),
  }
}

async function createIssuer(
  now: number,
  importJsrsasign: ServerIdentityOptions['importJsrsasign'],
): Promise<{ certificatePem: string; privateKeyPem: string }> {
  const { privateKey } = await generate('rsa', { modulusLength: MIN_ISSUER_BITS })
  const privateKeyPem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
  const publicKeyPem = createPublicKey(privateKey).export({ format: 'pem', type: 'spki' }) as string
  return {
    privateKeyPem,
    certificatePem: await issueCertificate({ now, privateKeyPem, publicKeyPem, importJsrsasign }),
  }
}

function assertIssuer(
  issuer: { certificatePem: string; privateKeyPem: string },
  now: number,
): void {
  const certificate = new X509Certificate(issuer.certificatePem)
  const bits = certificate.publicKey.asymmetricKeyDetails?.modulusLength ?? 0
  const isValid =
    certificate.validFromDate.getTime() <= now && now <= certificate.validToDate.getTime()
  if (
    certificate.publicKey.asymmetricKeyType !== 'rsa' ||
    bits < MIN_ISSUER_BITS ||
    !isValid ||
    !certificate.checkPrivateKey(createPrivateKey(issuer.privateKeyPem))
  )
    throw new GatewaySignError(
      'IDENTITY_INVALID',
      'The issuer is not a valid RSA certificate of at least 2048 bits with its own private key.',
      { detail: { bits, isValid } },
    )
}
