import { createHash } from 'node:crypto'
import { createManualClock } from '@x/kit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createWebCryptoSuite } from '../crypto/webCrypto.ts'
import { clientKeys } from '../testing/vectors.ts'
import { createMemoryReplayStore } from '../server/createMemoryReplayStore.ts'
import { createVerifier, type VerifyRequest } from '../server/createVerifier.ts'
import { keyIdOf } from '../server/clientKey.ts'
import { GS1, SIGN_FIELDS, type SignField, type SignMode } from '../wire.ts'
import { signHeaders } from './signHeaders.ts'
import { isSignablePath } from './signPath.ts'

/** Client and server with any request: the server accepts exactly what the client signs. */

const NOW = 1_732_238_512_345
const suite = createWebCryptoSuite(crypto.subtle)
const { publicKey, algorithm, privateKeyPem } = clientKeys.client1024
const key = {
  publicKey,
  algorithm,
  keyId: keyIdOf(publicKey),
  sign: await suite.importPrivateKey(privateKeyPem),
}
const session = { userId: 'u1', sessionId: 's1' }

const mode = fc.constantFrom<SignMode>('1', '2')
/** The required fields of the mode, possibly more, in any order, body last. */
const fieldsOf = (chosen: SignMode) =>
  fc
    .shuffledSubarray(
      SIGN_FIELDS.filter((field) => field !== 'body'),
      { minLength: 3 },
    )
    .chain((front) =>
      fc
        .boolean()
        .map((withBody): SignField[] => (chosen === '2' || withBody ? [...front, 'body'] : front)),
    )
const request = mode.chain((chosen) =>
  fc.record({
    mode: fc.constant(chosen),
    fields: fieldsOf(chosen),
    path: fc
      .array(fc.constantFrom('a', '/', '%20', '1', '.', ':'), { maxLength: 12 })
      .map((pieces) => `/v1/${pieces.join('')}`)
      .filter(isSignablePath),
    body: fc.string({ unit: 'binary', maxLength: 60 }),
    tm: fc.integer({ min: NOW - 60_000, max: NOW + 60_000 }).map(String),
    nonce: fc.stringMatching(/^[0-9a-f]{11}$/),
  }),
)
type GeneratedRequest = typeof request extends fc.Arbitrary<infer Value> ? Value : never

async function signed({ mode: chosen, fields, path, body, tm, nonce }: GeneratedRequest) {
  const stamp = { tm, traceId: `w${tm}${nonce}` }
  const headers = await signHeaders(
    { path, body, ...stamp },
    { rule: { mode: chosen, fields }, key, suite, profile: GS1 },
  )
  const clock = createManualClock(NOW)
  const verifier = createVerifier({
    rules: { exactUrls: {}, prefixUrls: { '/': chosen }, signModes: { [chosen]: fields } },
    keys: {
      find: async ({ keyId }) => (keyId === key.keyId ? { publicKey, algorithm } : undefined),
    },
    replay: createMemoryReplayStore({ clock }),
    clock,
  })
  const sent: VerifyRequest = {
    method: 'POST',
    path,
    body,
    session,
    headers: { tm, 'trace-id': stamp.traceId, ...headers },
  }
  return { verifier, sent }
}

/** Recomputes the MD5, as an attacker without the key would. */
function withFreshMd5(sent: VerifyRequest, fields: readonly SignField[]): VerifyRequest {
  const values: Record<SignField, string> = {
    path: sent.path,
    time: (sent.headers['tm'] ?? '').slice(0, 8),
    traceId: sent.headers['trace-id'] ?? '',
    body: sent.body,
  }
  const md5 = createHash('md5')
    .update(fields.map((field) => values[field]).join('\n'))
    .digest('hex')
  return { ...sent, headers: { ...sent.headers, 'device-sign-data-md5': md5 } }
}

describe('any request signed by the client and verified by the server (wire 2)', () => {
  it('is accepted once as signed', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (generated) => {
        const { verifier, sent } = await signed(generated)
        expect(await verifier.verify(sent)).toEqual({
          ok: true,
          mode: generated.mode,
          keyId: key.keyId,
        })
        expect(await verifier.verify(sent)).toEqual({
          ok: false,
          code: '00022',
          reason: 'replayed',
        })
      }),
      { numRuns: 60 },
    )
  })

  it('is refused with any signed part changed (PROTOCOL T6)', async () => {
    await fc.assert(
      fc.asyncProperty(
        request,
        fc.constantFrom('path', 'body', 'traceId'),
        fc.nat(),
        async (generated, part, position) => {
          const { verifier, sent } = await signed(generated)
          const at = position % (sent.body.length + 1)
          const changed: VerifyRequest =
            part === 'path'
              ? { ...sent, path: `${sent.path}a` }
              : part === 'body'
                ? {
                    ...sent,
                    body: `${sent.body.slice(0, at)}x${sent.body.slice(at)}`,
                  }
                : {
                    ...sent,
                    headers: {
                      ...sent.headers,
                      'trace-id': (sent.headers['trace-id'] ?? '').replace(/.$/, (last) =>
                        last === '0' ? '1' : '0',
                      ),
                    },
                  }
          const isSigned = generated.fields.includes(part as SignField)
          expect((await verifier.verify(changed)).ok).toBe(!isSigned)
          if (isSigned)
            expect(await verifier.verify(withFreshMd5(changed, generated.fields))).toEqual({
              ok: false,
              code: '00023',
              reason: 'signature-wrong',
            })
        },
      ),
      { numRuns: 80 },
    )
  })

  it('is refused with any header changed (PROTOCOL T10)', async () => {
    const header = fc.constantFrom(
      'tm',
      'trace-id',
      'device-sign-mode',
      'device-sign-data-md5',
      'device-sign-key',
      'device-sign',
    )
    await fc.assert(
      fc.asyncProperty(
        request,
        header,
        fc.string({ maxLength: 30 }),
        fc.nat(),
        async (generated, name, insert, position) => {
          const { verifier, sent } = await signed(generated)
          const value = sent.headers[name] ?? ''
          const at = position % (value.length + 1)
          const changed = `${value.slice(0, at)}${insert}${value.slice(at + 1)}`
          fc.pre(changed !== value)
          expect(
            (await verifier.verify({ ...sent, headers: { ...sent.headers, [name]: changed } })).ok,
          ).toBe(false)
          expect(await verifier.verify(sent)).toMatchObject({ ok: true })
        },
      ),
      { numRuns: 120 },
    )
  })

  it('gets a verdict for any headers (PROTOCOL T19)', async () => {
    const { verifier, sent } = await signed({
      mode: '2',
      fields: ['path', 'time', 'traceId', 'body'],
      path: '/v1/a',
      body: '',
      tm: String(NOW),
      nonce: '0a1b2c3d4e5',
    })
    const names = Object.keys(sent.headers)
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom(...names), fc.string({ unit: 'binary' })),
        async (noise) => {
          const verdict = await verifier.verify({ ...sent, headers: noise })
          expect(verdict).toMatchObject({
            ok: false,
            code: expect.stringMatching(/^0002[0-3]$/) as string,
          })
        },
      ),
      { numRuns: 200 },
    )
  })
})
