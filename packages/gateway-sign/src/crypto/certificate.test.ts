import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import keys from '../../vectors/keys.json' with { type: 'json' }
import { issueCertificate } from '../server/issueCertificate.ts'
import { readCertificate } from './certificate.ts'

const { current, next, weak, versionOne, elliptic } = keys.issuers

describe('issuer certificates (wire 3)', () => {
  it.each([
    ['current', current],
    ['next, whose end is a GeneralizedTime', next],
    ['weak', weak],
    ['versionOne, which has no version field', versionOne],
  ])("match OpenSSL's reading: %s", (_, { certificatePem }) => {
    const expected = new X509Certificate(certificatePem)
    const certificate = readCertificate(certificatePem)
    expect(certificate?.notBefore).toBe(expected.validFromDate.getTime())
    expect(certificate?.notAfter).toBe(expected.validToDate.getTime())
    expect(certificate?.publicKey.modulusBits).toBe(
      expected.publicKey.asymmetricKeyDetails?.modulusLength,
    )
    expect(Buffer.from(certificate!.publicKey.spki)).toEqual(
      expected.publicKey.export({ format: 'der', type: 'spki' }),
    )
  })

  it('are read as issued by the server', async () => {
    const now = Date.UTC(2045, 0, 1)
    const publicKeyPem = new X509Certificate(current.certificatePem).publicKey.export({
      format: 'pem',
      type: 'spki',
    }) as string
    const pem = await issueCertificate({ now, privateKeyPem: current.privateKeyPem, publicKeyPem })
    expect(readCertificate(pem)).toMatchObject({
      notBefore: now - 86_400_000,
      notAfter: now + 3650 * 86_400_000,
    })
  })

  it('may have other line endings and lengths', () => {
    const lines = current.certificatePem.trim().split('\n')
    expect(readCertificate(lines.join('\r\n'))).not.toBeNull()
    expect(
      readCertificate([lines[0], lines.slice(1, -1).join(''), lines.at(-1)].join('\n')),
    ).not.toBeNull()
  })

  it.each([
    ['an elliptic-curve key', elliptic.certificatePem],
    ['an empty text', ''],
    ['a private key', current.privateKeyPem],
    ['two certificates', current.certificatePem + next.certificatePem],
    ['text around it', `Subject: x\n${current.certificatePem}`],
    ['an end that is missing', current.certificatePem.replace(/-----END.*/, '')],
    ['base64 that is cut', current.certificatePem.replace(/\n[^\n]*\n-----END/, '\n-----END')],
    ['an empty sequence', '-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----'],
  ])('reject %s', (_, pem) => {
    expect(readCertificate(pem)).toBeNull()
  })

  it('reject an invalid time', () => {
    const der = Buffer.from(current.certificatePem.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64')
    const at = der.indexOf('200101000000Z')
    const pem = (time: string) => {
      const bytes = Buffer.from(der)
      bytes.write(time, at, 'latin1')
      return `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----`
    }
    expect(readCertificate(pem('500101000000Z'))?.notBefore).toBe(Date.UTC(1950, 0, 1))
    expect(readCertificate(pem('490101000000Z'))?.notBefore).toBe(Date.UTC(2049, 0, 1))
    for (const time of ['201301000000Z', '200101000000+', '20010100000aZ', '200101250000Z'])
      expect(readCertificate(pem(time))).toBeNull()
  })
})
