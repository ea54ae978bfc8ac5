import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readCertificate } from '../crypto/certificate.ts'
import { issueCertificate } from './issueCertificate.ts'

const DAY_MS = 86_400_000
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const issue = (now: number) =>
  issueCertificate({ now, publicKeyPem: publicKey, privateKeyPem: privateKey })

describe('issuer certificate (wire 10)', () => {
  it.each([
    ['today', Date.UTC(2026, 10, 21)],
    ['whose end is past 2049, where the form of the time changes', Date.UTC(2045, 0, 1)],
    ['whose beginning is past 2049 too', Date.UTC(2055, 5, 6, 7, 8, 9)],
  ])('is valid for ten years in OpenSSL and the client, issued %s', async (_, now) => {
    const pem = await issue(now)
    const certificate = new X509Certificate(pem)
    expect(certificate.validFromDate.getTime()).toBe(now - DAY_MS)
    expect(certificate.validToDate.getTime()).toBe(now + 3_650 * DAY_MS)
    expect(readCertificate(pem)).toMatchObject({
      notBefore: now - DAY_MS,
      notAfter: now + 3_650 * DAY_MS,
      publicKey: { modulusBits: 2048, exponent: 65_537n },
    })
  })

  it('is self-signed with CA and signing usage', async () => {
    const certificate = new X509Certificate(await issue(Date.UTC(2026, 0, 1)))
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    expect(certificate.ca).toBe(true)
    expect(certificate.subject).toBe(certificate.issuer)
    expect(certificate.toLegacyObject().fingerprint256).toMatch(/^[0-9A-F:]{95}$/)
  })

  it('has a unique positive serial number of at most 20 bytes', async () => {
    const serials = (
      await Promise.all(Array.from({ length: 8 }, () => issue(Date.UTC(2026, 0, 1))))
    ).map((pem) => new X509Certificate(pem).serialNumber)
    expect(new Set(serials).size).toBe(serials.length)
    expect(serials.every((serial) => /^[4][0-9A-F]{31}$/.test(serial))).toBe(true)
  })

  it('has LF line endings', async () => {
    expect(await issue(Date.UTC(2026, 0, 1))).not.toContain('\r')
  })
})
