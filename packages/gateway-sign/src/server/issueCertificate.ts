import { randomBytes } from 'node:crypto'
import { GatewaySignError } from '../GatewaySignError.ts'

export interface CertificateRequest {
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly privateKeyPem: string
  readonly publicKeyPem: string
  readonly importJsrsasign?: (() => Promise<{ readonly default: unknown }>) | undefined
}

const DAY_MS = 86_400_000
const YEARS_VALID = 10
const SUBJECT = '/CN=Gateway sign issuer'

/**
 * Issues a self-signed X.509 certificate, valid from one day ago (clients' clocks may lag) for ten
 * years.
 * @throws GatewaySignError CRYPTO_UNAVAILABLE where jsrsasign is not installed.
 */
export async function issueCertificate({
  now,
  privateKeyPem,
  publicKeyPem,
  importJsrsasign = () => import('jsrsasign'),
}: CertificateRequest): Promise<string> {
  const jsrsasign = await loaded(importJsrsasign)
  const key = jsrsasign.KEYUTIL.getKey(privateKeyPem) as jsrsasign.RSAKey
  const certificate = new jsrsasign.KJUR.asn1.x509.Certificate({
    version: 3,
    // Positive and at most 159 bits (RFC 5280).
    serial: { hex: `4${randomBytes(16).toString('hex').slice(1)}` },
    sigalg: 'SHA256withRSA',
    issuer: { str: SUBJECT },
    subject: { str: SUBJECT },
    notbefore: asn1Time(now - DAY_MS),
    notafter: asn1Time(now + YEARS_VALID * 365 * DAY_MS),
    sbjpubkey: publicKeyPem,
    ext: [
      { extname: 'basicConstraints', critical: true, cA: true },
      { extname: 'keyUsage', critical: true, names: ['digitalSignature', 'keyCertSign'] },
    ],
    cakey: key,
  })
  return certificate.getPEM().replaceAll('\r\n', '\n')
}

/** Half a megabyte that a gateway with a stored identity never needs: an optional peer. */
async function loaded(importJsrsasign: () => Promise<{ readonly default: unknown }>) {
  try {
    return (await importJsrsasign()).default as typeof import('jsrsasign')
  } catch (cause) {
    throw new GatewaySignError(
      'CRYPTO_UNAVAILABLE',
      'A new issuer needs jsrsasign: install it (`npm install jsrsasign`), or pass `issuer`.',
      { cause },
    )
  }
}

/** UTCTime up to 2049, GeneralizedTime afterwards (RFC 5280 section 4.1.2.5). */
function asn1Time(ms: number): string {
  const time = new Date(ms).toISOString().replace(/[-:T]/g, '').slice(0, 14)
  return `${Number(time.slice(0, 4)) < 2050 ? time.slice(2) : time}Z`
}
