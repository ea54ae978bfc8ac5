import { createHash, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import keys from '../../vectors/keys.json' with { type: 'json' }
import { createWebCryptoSuite } from '../crypto/webCrypto.ts'
import { errorMatching } from '../testing/errorMatching.ts'
import { testServerIdentity } from '../testing.ts'
import { verifyServerKey } from './verifyServerKey.ts'

const { current, next, weak, elliptic, versionOne, exponent3 } = keys.issuers
const { serverPublicKey, serverPublicKeySign } = testServerIdentity
const suite = createWebCryptoSuite(crypto.subtle)
const NOW = Date.UTC(2024, 0, 1)

const verify = ({
  claim = { serverPublicKey, serverPublicKeySign },
  certificates = [current.certificatePem],
  now = NOW,
} = {}) => verifyServerKey(claim, { issuerCertificates: certificates, now, suite })
const signedBy = (
  issuer: { privateKeyPem: string },
  publicKey = serverPublicKey,
  text = createHash('md5').update(publicKey).digest('hex'),
) => ({
  serverPublicKey: publicKey,
  serverPublicKeySign: sign('sha256', Buffer.from(text), issuer.privateKeyPem).toString('base64'),
})
const refused = errorMatching

describe('server public key (wire 3)', () => {
  it('is accepted when the issuer signed its lower-case MD5 (spec 5.7)', async () => {
    expect(await verify()).toMatchObject({ modulusBits: 2048, exponent: 65_537n })
  })

  it('is accepted when either of two issuers signed it', async () => {
    const certificates = [next.certificatePem, current.certificatePem]
    await expect(verify({ certificates })).resolves.toBeDefined()
    await expect(verify({ certificates, claim: signedBy(next) })).resolves.toBeDefined()
  })

  it('is accepted under a version 1 certificate', async () => {
    await expect(verify({ certificates: [versionOne.certificatePem] })).resolves.toBeDefined()
  })

  it.each([
    ['another issuer', signedBy(next)],
    ['the server itself', signedBy(keys.server)],
    [
      'the issuer, over the key instead of its MD5',
      signedBy(current, serverPublicKey, serverPublicKey),
    ],
    [
      'the issuer, over the MD5 in capitals',
      signedBy(
        current,
        serverPublicKey,
        createHash('md5').update(serverPublicKey).digest('hex').toUpperCase(),
      ),
    ],
    [
      'the issuer, over another key',
      { ...signedBy(current, keys.client2048.publicKey), serverPublicKey },
    ],
    ['no one', { serverPublicKey, serverPublicKeySign: '' }],
    ['a signature that is no base64', { serverPublicKey, serverPublicKeySign: '*' }],
  ])('is rejected when signed by %s', async (_, claim) => {
    await expect(verify({ claim })).rejects.toThrow(refused('CONFIG_UNVERIFIED'))
  })

  it.each([
    ['1024 bits', keys.server1024.publicKey],
    ['exponent 3', keys.serverExponent3.publicKey],
    ['line feeds', serverPublicKey.replace(/.{64}/g, '$&\n')],
    ['PEM', `-----BEGIN PUBLIC KEY-----\n${serverPublicKey}\n-----END PUBLIC KEY-----`],
    ['nothing', ''],
  ])('is rejected with %s even when signed correctly', async (_, publicKey) => {
    await expect(verify({ claim: signedBy(current, publicKey) })).rejects.toThrow(
      refused('PUBLIC_KEY_INVALID'),
    )
  })
})

describe('issuer certificate (wire 3)', () => {
  it.each([
    ['before its first second', Date.UTC(2020, 0, 1) - 1],
    ['after its last second', Date.UTC(2045, 0, 1) + 1],
  ])('is unusable %s', async (_, now) => {
    await expect(verify({ now })).rejects.toThrow(refused('CERTIFICATE_INVALID'))
  })

  it.each([Date.UTC(2020, 0, 1), Date.UTC(2045, 0, 1)])(
    'is usable at both limits of its validity',
    async (now) => {
      await expect(verify({ now })).resolves.toBeDefined()
    },
  )

  it('is skipped once expired in favour of the next one', async () => {
    const now = Date.UTC(2050, 0, 1)
    const certificates = [current.certificatePem, next.certificatePem]
    await expect(verify({ now, certificates, claim: signedBy(next) })).resolves.toBeDefined()
    await expect(verify({ now, certificates })).rejects.toThrow(refused('CONFIG_UNVERIFIED'))
  })

  it.each([
    ['of 1024 bits', [weak.certificatePem], signedBy(weak)],
    ['of exponent 3', [exponent3.certificatePem], signedBy(exponent3)],
    ['of an elliptic curve', [elliptic.certificatePem], signedBy(elliptic)],
    ['that is none', ['x'], signedBy(current)],
    ['that is missing', [], signedBy(current)],
  ])('is rejected %s', async (_, certificates, claim) => {
    await expect(verify({ certificates, claim })).rejects.toThrow(
      refused('CERTIFICATE_INVALID', { certificates: certificates.length }),
    )
  })
})
