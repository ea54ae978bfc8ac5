import { createHash, createPrivateKey, createPublicKey, verify, X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import keys from '../../vectors/keys.json' with { type: 'json' }
import { createDecryptor } from './createDecryptor.ts'
import { createServerIdentity } from './createServerIdentity.ts'
import { issueCertificate } from './issueCertificate.ts'

const NOW = 1_732_238_512_345
const DAY = 86_400_000
const issuer = {
  certificatePem: keys.issuers.current.certificatePem,
  privateKeyPem: keys.issuers.current.privateKeyPem,
}
const identityInvalid = expect.objectContaining({ code: 'IDENTITY_INVALID' }) as Error

describe('identity of a gateway (wire 3)', () => {
  it('is signed by its issuer over the MD5 of the key', async () => {
    const identity = await createServerIdentity({ now: NOW })
    const certificate = new X509Certificate(identity.issuerCertificatePem)
    const digest = createHash('md5').update(identity.serverPublicKey).digest('hex')
    expect(
      verify(
        'sha256',
        Buffer.from(digest),
        certificate.publicKey,
        Buffer.from(identity.serverPublicKeySign, 'base64'),
      ),
    ).toBe(true)
  })

  it('has a one-line 2048-bit server key with exponent 65537', async () => {
    const { serverPublicKey, serverPrivateKeyPem } = await createServerIdentity({
      now: NOW,
      issuer,
    })
    const key = createPublicKey({
      key: Buffer.from(serverPublicKey, 'base64'),
      format: 'der',
      type: 'spki',
    })
    expect(key.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048, publicExponent: 65_537n })
    expect(key.export({ format: 'der', type: 'spki' }).toString('base64')).toBe(serverPublicKey)
    expect(createPublicKey(createPrivateKey(serverPrivateKeyPem)).equals(key)).toBe(true)
    expect(() => createDecryptor({ privateKeyPem: serverPrivateKeyPem }).selfTest()).not.toThrow()
  })

  it('survives a JSON round trip', async () => {
    const identity = await createServerIdentity({ now: NOW, issuer })
    expect(JSON.parse(JSON.stringify(identity))).toEqual(identity)
  })

  it('is new each time except for a given issuer', async () => {
    const [one, other] = [
      await createServerIdentity({ now: NOW, issuer }),
      await createServerIdentity({ now: NOW, issuer }),
    ]
    expect(one.serverPublicKey).not.toBe(other.serverPublicKey)
    expect(one.issuerCertificatePem).toBe(issuer.certificatePem)
  })

  it.each([
    ['weak', keys.issuers.weak],
    ['elliptic', keys.issuers.elliptic],
    ['not of the same pair', { ...issuer, privateKeyPem: keys.issuers.next.privateKeyPem }],
  ])('rejects an issuer that is %s', async (_, faulty) => {
    await expect(createServerIdentity({ now: NOW, issuer: faulty })).rejects.toThrow(
      identityInvalid,
    )
  })

  it.each([Date.UTC(2019, 11, 31), Date.UTC(2045, 0, 2)])(
    'rejects an issuer outside its validity',
    async (now) => {
      await expect(createServerIdentity({ now, issuer })).rejects.toThrow(identityInvalid)
    },
  )
})

describe('issuer certificate (wire 10)', () => {
  const { privateKeyPem } = keys.issuers.current
  const publicKeyPem = createPublicKey(privateKeyPem).export({
    format: 'pem',
    type: 'spki',
  }) as string
  const issue = async (now: number) =>
    new X509Certificate(await issueCertificate({ now, privateKeyPem, publicKeyPem }))

  it('is a self-signed X.509 CA certificate', async () => {
    const certificate = await issue(NOW)
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    expect(certificate.ca).toBe(true)
    expect(certificate.issuer).toBe(certificate.subject)
    expect(certificate.checkPrivateKey(createPrivateKey(privateKeyPem))).toBe(true)
  })

  it('is valid from one day before to ten years after', async () => {
    const certificate = await issue(NOW)
    expect(certificate.validFromDate.getTime()).toBe(Math.floor((NOW - DAY) / 1000) * 1000)
    expect(certificate.validToDate.getTime()).toBe(Math.floor((NOW + 3650 * DAY) / 1000) * 1000)
  })

  it('writes years beyond 2049 with four digits', async () => {
    expect((await issue(Date.UTC(2045, 5, 1))).validToDate.getUTCFullYear()).toBe(2055)
  })

  it('has a new positive serial number each time', async () => {
    const serials = await Promise.all([issue(NOW), issue(NOW), issue(NOW)])
    expect(new Set(serials.map(({ serialNumber }) => serialNumber)).size).toBe(3)
    for (const { serialNumber } of serials) expect(serialNumber).toMatch(/^4[0-9A-F]{31}$/)
  })
})
