import { decodeBase64 } from './base64.ts'
import { DER, readSequence, type DerElement } from './der.ts'
import { readRsaSpki, type RsaPublicKey } from './rsaPublicKey.ts'

/** The fields of an X.509 certificate that verification needs. */
export interface IssuerCertificate {
  readonly publicKey: RsaPublicKey
  /** Milliseconds since the epoch, inclusive. */
  readonly notBefore: number
  readonly notAfter: number
}

const PEM = /^\s*-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----\s*$/
const TIME = /^([0-9]{2}|[0-9]{4})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})Z$/

/**
 * Reads a pinned issuer certificate; `null` unless it is an X.509 certificate with an RSA key.
 * Ignores the certificate's own signature: it is trusted because it is pinned.
 */
export function readCertificate(pem: string): IssuerCertificate | null {
  const der = decodeBase64(PEM.exec(pem)?.[1]?.replace(/\s/g, '') ?? '')
  const [body, ...signature] = (der && readSequence(der)) ?? []
  if (!body || signature.length !== 2) return null
  const fields = readSequence(body.encoded) ?? []
  // Version 1 certificates omit the version. The other fields: serial, algorithm, issuer, validity,
  // subject, key.
  const [, , , validity, , spki] = fields[0]?.tag === DER.explicit0 ? fields.slice(1) : fields
  const times = validity && readSequence(validity.encoded)
  const publicKey = spki && readRsaSpki(spki.encoded)
  if (!publicKey || times?.length !== 2) return null
  const [notBefore = null, notAfter = null] = times.map(readTime)
  return notBefore === null || notAfter === null ? null : { publicKey, notBefore, notAfter }
}

/** Two-digit years of UTCTime mean 1950 to 2049 (RFC 5280 section 4.1.2.5.1). */
function readTime({ tag, content }: DerElement): number | null {
  const match = TIME.exec(String.fromCharCode(...content.subarray(0, 16)))
  const [, year = '', ...rest] = match ?? []
  if (
    year.length !== (tag === DER.utcTime ? 2 : 4) ||
    (tag !== DER.utcTime && tag !== DER.generalizedTime)
  )
    return null
  const fullYear =
    tag === DER.utcTime ? Number(year) + (Number(year) < 50 ? 2000 : 1900) : Number(year)
  const [month, day, hour, minute, second] = rest
  const time = Date.parse(
    `${String(fullYear).padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}Z`,
  )
  return Number.isNaN(time) ? null : time
}
