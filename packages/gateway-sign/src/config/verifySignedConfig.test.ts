import { sign } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import keys from '../../vectors/keys.json' with { type: 'json' }
import { createWebCryptoSuite } from '../crypto/webCrypto.ts'
import { errorMatching } from '../testing/errorMatching.ts'
import { testServerIdentity } from '../testing.ts'
import { GS1 } from '../wire.ts'
import { verifySignedConfig } from './verifySignedConfig.ts'

const NOW = Date.UTC(2024, 0, 1)
const { current, next } = keys.issuers
const suite = createWebCryptoSuite(crypto.subtle)
const open = (value: unknown, { certificates = [current.certificatePem], now = NOW } = {}) =>
  verifySignedConfig(value, { issuerCertificates: certificates, now, suite, profile: GS1 })
const error = errorMatching

/** Signed with node:crypto only. */
function signed(
  configText: string,
  {
    configExpiresAt = NOW,
    issuer = current as { privateKeyPem: string },
    label = 'gatewaySignConfig',
  } = {},
) {
  const text = `${label}\n${configExpiresAt}\n${configText}`
  return {
    configText,
    configExpiresAt,
    configSign: sign('sha256', Buffer.from(text), issuer.privateKeyPem).toString('base64'),
  }
}

describe('signed configuration (wire 3)', () => {
  it('is read from the signed text', async () => {
    expect(await open(signed('{"clientOpen":false,"note":"é€\\n"}'))).toEqual({
      clientOpen: false,
      note: 'é€\n',
    })
  })

  it('is accepted from either of two issuers', async () => {
    const certificates = [current.certificatePem, next.certificatePem]
    await expect(open(signed('{}', { issuer: next }), { certificates })).resolves.toEqual({})
    await expect(open(signed('{}', { issuer: next }))).rejects.toThrow(error('CONFIG_UNVERIFIED'))
  })

  it('is valid up to and including the expiry millisecond', async () => {
    await expect(open(signed('{}'), { now: NOW })).resolves.toEqual({})
    await expect(open(signed('{}'), { now: NOW + 1 })).rejects.toThrow(error('CONFIG_UNVERIFIED'))
  })

  it.each([
    ['another label', signed('{}', { label: 'initSign' })],
    ['another end', { ...signed('{}'), configExpiresAt: NOW + 1 }],
    ['an end in text', { ...signed('{}'), configExpiresAt: String(NOW) }],
    ['another text', { ...signed('{}'), configText: '{"clientOpen":false}' }],
    ['no text', { ...signed('{}'), configText: undefined }],
    ['a text that is an object', { ...signed('{}'), configText: {} }],
    ['no signature', { ...signed('{}'), configSign: undefined }],
    ['an empty signature', { ...signed('{}'), configSign: '' }],
    [
      "the signature of the server's key",
      { ...signed('{}'), configSign: testServerIdentity.serverPublicKeySign },
    ],
    ['a signature by the server', signed('{}', { issuer: keys.server })],
  ])('is rejected with %s (PROTOCOL T4)', async (_, value) => {
    await expect(open(value)).rejects.toThrow(error('CONFIG_UNVERIFIED', { field: 'configSign' }))
  })

  it('is rejected without a valid issuer', async () => {
    await expect(open(signed('{}'), { certificates: [] })).rejects.toThrow(
      error('CERTIFICATE_INVALID'),
    )
  })

  it('is CONFIG_INVALID when the signed text is not JSON', async () => {
    await expect(open(signed('{'))).rejects.toThrow(error('CONFIG_INVALID'))
  })

  it('rejects any malformed value with a typed error (PROTOCOL T19)', async () => {
    const field = fc.oneof(fc.anything(), fc.constant(signed('{}').configSign))
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.anything(),
          fc.record({ configText: field, configExpiresAt: field, configSign: field }),
        ),
        async (value) => {
          await expect(open(value)).rejects.toThrow(error('CONFIG_UNVERIFIED'))
        },
      ),
    )
  })
})
