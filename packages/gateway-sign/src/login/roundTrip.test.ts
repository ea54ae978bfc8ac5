import { createSeededRandom } from '@x/kit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BodyFormat } from '../crypto/jweHeader.ts'
import { createWebCryptoSuite } from '../crypto/webCrypto.ts'
import { createFixture } from '../testing/createFixture.ts'
import { clientKeys } from '../testing/vectors.ts'
import { createDecryptor } from '../server/createDecryptor.ts'
import { testServerIdentity } from '../testing.ts'
import { GS1 } from '../wire.ts'
import { ENCRYPTED_ENDPOINTS, SENSITIVE_FIELDS } from './encryptedEndpoints.ts'
import { encryptBody } from './encryptBody.ts'
import { userIdOf } from './userIdOf.ts'

/** Client and server with any login body: the server decrypts what the client encrypts. */

const suite = createWebCryptoSuite(crypto.subtle)
const { publicKey, algorithm, privateKeyPem } = clientKeys.client1024
const clientKey = {
  publicKey,
  algorithm,
  keyId: suite.md5Hex(publicKey),
  sign: await suite.importPrivateKey(privateKeyPem),
}
const serverKey = suite.readRsaPublicKey(testServerIdentity.serverPublicKey)!
const random = createSeededRandom(23)

const names = fc.oneof(
  fc.constantFrom(...SENSITIVE_FIELDS),
  fc.constantFrom('bizId', 't', 'languageType', '__proto__', 'constructor', 'é'),
)
const body = fc.dictionary(names, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 8 })
const path = fc.constantFrom(...Object.keys(ENCRYPTED_ENDPOINTS))
const stamp = fc
  .tuple(fc.integer({ min: 1e12, max: 9e12 }), fc.stringMatching(/^[0-9a-f]{11}$/))
  .map(([time, nonce]) => ({ tm: String(time), traceId: `w${time}${nonce}` }))

const encrypt = (
  value: Record<string, unknown>,
  {
    format,
    withKey,
    ...request
  }: { path: string; tm: string; traceId: string; format: BodyFormat; withKey: boolean },
) =>
  encryptBody(value, {
    ...request,
    sensitiveFields: SENSITIVE_FIELDS,
    clientKey: withKey ? clientKey : undefined,
    serverKey,
    format,
    suite,
    random,
    profile: GS1,
  })

describe.each(['GS1', 'JWE'] as const)('any log-in body as %s (wire 4)', (format) => {
  const decryptor = createDecryptor({
    privateKeyPem: testServerIdentity.serverPrivateKeyPem,
    formats: [format],
  })

  it('decrypts to the fields that were encrypted (spec 3.16)', async () => {
    await fc.assert(
      fc.asyncProperty(body, path, stamp, fc.boolean(), async (value, to, times, withKey) => {
        const sent = await encrypt(value, { path: to, ...times, format, withKey })
        const opened = decryptor.decrypt({
          path: to,
          ...times,
          body: JSON.parse(JSON.stringify(sent)) as Record<string, unknown>,
        })
        expect(opened).toEqual({
          ok: true,
          fields: JSON.parse(JSON.stringify(value)) as unknown,
          encrypted: sent !== value,
          ...(sent === value
            ? {}
            : { ciphertextId: expect.stringMatching(/^[\w-]{43}$/) as string }),
          ...(withKey ? { clientKey: { publicKey, algorithm, keyId: clientKey.keyId } } : {}),
        })
      }),
      { numRuns: 80 },
    )
  })

  it('contains no sensitive field in clear (PROTOCOL T1)', async () => {
    await fc.assert(
      fc.asyncProperty(body, path, stamp, async (value, to, times) => {
        const sent = await encrypt(value, { path: to, ...times, format, withKey: false })
        expect(Object.keys(sent).filter((name) => SENSITIVE_FIELDS.includes(name))).toEqual([])
        expect(
          Object.keys(sent)
            .filter((name) => name !== 'bodyCiphertext')
            .sort(),
        ).toEqual(
          Object.keys(value)
            .filter((name) => !SENSITIVE_FIELDS.includes(name))
            .sort(),
        )
      }),
      { numRuns: 60 },
    )
  })

  it('contains no value of a sensitive field in clear (PROTOCOL T1)', async () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9]{12,20}$/)
    await fc.assert(
      fc.asyncProperty(
        secret,
        fc.subarray([...SENSITIVE_FIELDS], { minLength: 1 }),
        stamp,
        async (value, fields, times) => {
          const sent = await encrypt(
            { ...Object.fromEntries(fields.map((name) => [name, value])), bizId: 'b' },
            { path: '/v1/user/login', ...times, format, withKey: true },
          )
          expect(JSON.stringify(sent)).not.toContain(value)
        },
      ),
      { numRuns: 30 },
    )
  })

  it('proves its key for one path, time and trace id only (PROTOCOL T8)', async () => {
    await fc.assert(
      fc.asyncProperty(path, path, stamp, stamp, async (to, other, times, otherTimes) => {
        const sent = await encrypt({ pwd: 'p' }, { path: to, ...times, format, withKey: true })
        const isSame =
          to === other &&
          times.traceId === otherTimes.traceId &&
          times.tm.slice(0, 8) === otherTimes.tm.slice(0, 8)
        expect(decryptor.decrypt({ path: other, ...otherTimes, body: sent }).ok).toBe(isSame)
        expect(decryptor.decrypt({ path: to, ...times, body: sent }).ok).toBe(true)
      }),
      { numRuns: 40 },
    )
  })
})

describe('the user id of any response (spec 3.16)', () => {
  it('is a non-empty string or undefined, and never throws (PROTOCOL T19)', () => {
    const id = fc.oneof(fc.anything(), fc.constantFrom('u1', ''))
    const info = fc.oneof(fc.anything(), fc.record({ userId: id }))
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          fc.record(
            {
              userInfo: info,
              accessTokenResVO: fc.oneof(fc.anything(), fc.record({ userInfo: info })),
            },
            { requiredKeys: [] },
          ),
        ),
        (data) => {
          const user = userIdOf(data)
          expect(user === undefined || (typeof user === 'string' && user !== '')).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('login paths (spec 7.10)', () => {
  it.each([
    '__proto__',
    'constructor',
    'toString',
    '/v1/user/login/',
    '/V1/user/login',
    '/v1/user/login?x=1',
    '',
  ])('do not include %j', async (to) => {
    const { sign, stamp } = createFixture()
    const body = { pwd: 'p' }
    expect(await sign.prepareBody({ path: to, ...stamp(), body })).toBe(body)
  })
})
