import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import keys from '../../vectors/keys.json' with { type: 'json' }
import { readCertificate } from '../crypto/certificate.ts'
import { readRsaPublicKey } from '../crypto/rsaPublicKey.ts'
import { createWebCryptoSuite } from '../crypto/webCrypto.ts'
import { createJsrsasignSuite } from '../fallback/createJsrsasignSuite.ts'
import { isGatewaySignError } from '../GatewaySignError.ts'
import { createFixture } from '../testing/createFixture.ts'
import { createTestConfig, testServerIdentity } from '../testing.ts'
import { verifyServerKey } from './verifyServerKey.ts'

const NOW = Date.UTC(2024, 0, 1)
const certificate = keys.issuers.current.certificatePem
const { serverPublicKey, serverPublicKeySign } = testServerIdentity
const engines = [
  ['Web cryptography', createWebCryptoSuite(crypto.subtle)],
  ['the fallback', createJsrsasignSuite({ random: { bytes: (length) => new Uint8Array(length) } })],
] as const

/** Base64 with one byte changed, removed or added; usually still valid base64 and DER. */
const damaged = (base64: string) =>
  fc
    .tuple(fc.nat(), fc.integer({ min: 1, max: 255 }), fc.constantFrom('change', 'cut', 'grow'))
    .map(([position, change, how]) => {
      const bytes = [...Buffer.from(base64, 'base64')]
      const at = position % bytes.length
      if (how === 'cut') bytes.splice(at, 1)
      else bytes.splice(at, how === 'change' ? 1 : 0, (bytes[at] ?? 0) ^ change)
      return Buffer.from(bytes).toString('base64')
    })
const pemOf = (base64: string) =>
  `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`
const codeOf = (work: Promise<unknown>) =>
  work
    .then(() => 'accepted')
    .catch((error: unknown) =>
      isGatewaySignError(error) ? error.code : `untyped: ${String(error)}`,
    )

describe.each(engines)('damaged inputs with %s (PROTOCOL T19)', (_, suite) => {
  const verify = (
    claim: { serverPublicKey: string; serverPublicKeySign: string },
    pem = certificate,
  ) => codeOf(verifyServerKey(claim, { issuerCertificates: [pem], now: NOW, suite }))

  it('refuses a damaged server key with an error code', async () => {
    await fc.assert(
      fc.asyncProperty(damaged(serverPublicKey), async (publicKey) => {
        expect(['PUBLIC_KEY_INVALID', 'CONFIG_UNVERIFIED']).toContain(
          await verify({ serverPublicKey: publicKey, serverPublicKeySign }),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('rejects a damaged signature as CONFIG_UNVERIFIED', async () => {
    await fc.assert(
      fc.asyncProperty(damaged(serverPublicKeySign), async (sign) => {
        expect(await verify({ serverPublicKey, serverPublicKeySign: sign })).toBe(
          'CONFIG_UNVERIFIED',
        )
      }),
      { numRuns: 200 },
    )
  })

  it('refuses a damaged certificate unless its key and validity are intact', async () => {
    const base64 = certificate.replace(/-----[^-]+-----|\s/g, '')
    const genuine = readCertificate(certificate)!.publicKey.modulus
    await fc.assert(
      fc.asyncProperty(damaged(base64), async (changed) => {
        const code = await verify({ serverPublicKey, serverPublicKeySign }, pemOf(changed))
        expect(['accepted', 'CERTIFICATE_INVALID', 'CONFIG_UNVERIFIED']).toContain(code)
        if (code === 'accepted')
          expect(readCertificate(pemOf(changed))?.publicKey.modulus).toBe(genuine)
      }),
      { numRuns: 300 },
    )
  })
})

describe('readers of untrusted text (PROTOCOL T19)', () => {
  it('return a value, null or a typed error for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.base64String(), fc.base64String().map(pemOf)),
        (text) => {
          expect(readCertificate(text)).toBeNull()
          expect(readRsaPublicKey(text)).toBeNull()
        },
      ),
    )
  })
})

describe('initialisation from untrusted input (PROTOCOL T19)', () => {
  it('ends verified, failed or off for any gateway response', async () => {
    const field = fc.constantFrom(...Object.keys(createTestConfig()))
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.anything(),
          fc.tuple(field, fc.anything()).map(([name, value]) => ({
            gatewaySignConfig: { ...createTestConfig(), [name]: value },
          })),
        ),
        async (answer) => {
          const { sign, stamp } = createFixture({ options: { fetchConfig: async () => answer } })
          const state = await sign.init()
          expect(['verified', 'failed', 'off']).toContain(state)
          const outcome = await codeOf(
            sign.sign({ method: 'POST', path: '/v1/spot/order/place', ...stamp(), body: '{}' }),
          )
          expect(['accepted', 'NO_BOUND_KEY']).toContain(outcome)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('ends verified, failed or off for any text in session storage', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
        const { sign, configStorage, counts } = createFixture()
        configStorage.set('gatewaySignConfig', text)
        expect(await sign.init()).toBe('verified')
        expect(counts.fetches).toBe(1)
      }),
    )
  })
})
