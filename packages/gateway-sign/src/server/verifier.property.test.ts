import { createHash, sign as rsaSign } from 'node:crypto'
import { createManualClock } from '@x/kit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import keys from '../../vectors/keys.json' with { type: 'json' }
import { createMemoryReplayStore } from './createMemoryReplayStore.ts'
import { createVerifier, type VerifyRequest } from './createVerifier.ts'
import { keyIdOf } from './clientKey.ts'

/**
 * Properties of verification over random requests. `node:crypto`, not this package, creates the
 * honest ones.
 */

const NOW = 1_732_238_512_345
const PATH = '/v1/spot/order/place'
const key = keys.client1024
const session = { userId: 'u1', sessionId: 's1' }
const rules = { exactUrls: { [PATH]: '2' }, prefixUrls: { '/v1/spot/': '1' }, signModes: {} }

function createGateway(now = NOW) {
  const clock = createManualClock(now)
  const find = async ({ keyId, userId }: { keyId: string; userId: string | undefined }) =>
    userId === 'u1' && keyId === keyIdOf(key.publicKey)
      ? { publicKey: key.publicKey, algorithm: 'rsa1024' as const }
      : undefined
  return {
    clock,
    verifier: createVerifier({
      rules,
      keys: { find },
      replay: createMemoryReplayStore({ clock }),
      clock,
    }),
  }
}

function honest({ nonce = '0a1b2c3d4e5', body = '{"size":"1"}', at = NOW } = {}): VerifyRequest {
  const tm = String(at)
  const traceId = `w${tm}${nonce}`
  const text = [PATH, tm.slice(0, 8), traceId, body].join('\n')
  const headers = {
    tm,
    'trace-id': traceId,
    'device-sign-mode': '2',
    'device-sign-data-md5': createHash('md5').update(text).digest('hex'),
    'device-sign-key': createHash('md5').update(key.publicKey).digest('hex'),
    'device-sign': rsaSign('sha256', Buffer.from(text), key.privateKeyPem).toString('base64'),
  }
  return { method: 'POST', path: PATH, body, session, headers }
}
const withHeader = (
  request: VerifyRequest,
  name: string,
  value: string | undefined,
): VerifyRequest => ({ ...request, headers: { ...request.headers, [name]: value } })
const code = async (verifying: Promise<{ ok: boolean; code?: string }>) =>
  verifying.then((verdict) => (verdict.ok ? 'ok' : verdict.code))

const nonces = fc.stringMatching(/^[0-9a-f]{11}$/)
const bodies = fc.oneof(
  fc.constant(''),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.json({ maxDepth: 2 }),
)

describe('any request (wire 2, wire 7)', () => {
  it('is accepted once as signed', async () => {
    await fc.assert(
      fc.asyncProperty(
        nonces,
        bodies,
        fc.integer({ min: NOW - 60_000, max: NOW + 60_000 }),
        async (nonce, body, at) => {
          const { verifier } = createGateway()
          const request = honest({ nonce, body, at })
          expect([
            await code(verifier.verify(request)),
            await code(verifier.verify(request)),
          ]).toEqual(['ok', '00022'])
        },
      ),
      { numRuns: 60 },
    )
  })

  it('is refused with any one character changed (PROTOCOL T6)', async () => {
    const names = Object.keys(honest().headers)
    const place = fc.oneof(fc.constantFrom(...names), fc.constant('body'))
    await fc.assert(
      fc.asyncProperty(
        nonces,
        bodies,
        place,
        fc.nat(),
        fc.constantFrom(...'0189afAF=+/ {}"é'.split('')),
        async (nonce, body, where, position, character) => {
          const request = honest({ nonce, body })
          const text = where === 'body' ? body : (request.headers[where] ?? '')
          const at = text === '' ? 0 : position % text.length
          const changed = text.slice(0, at) + character + text.slice(at + 1)
          fc.pre(changed !== text)
          const tampered =
            where === 'body' ? { ...request, body: changed } : withHeader(request, where, changed)
          const { verifier } = createGateway()
          expect(await code(verifier.verify(tampered))).toMatch(/^0002[0-3]$/)
          // The refused attempt does not affect the honest request.
          expect(await code(verifier.verify(request))).toBe('ok')
        },
      ),
      { numRuns: 100 },
    )
  })

  it('gets a verdict without throwing for any input (PROTOCOL T19)', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary-ascii', maxLength: 40 }),
      fc.constantFrom('__proto__', 'constructor', '\u0000', '%2e%2e', PATH, '/v1/spot/x'),
    )
    const names = fc.constantFrom(...Object.keys(honest().headers), '__proto__', 'x')
    const { verifier } = createGateway()
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(names, text),
        text,
        text,
        text,
        async (headers, path, method, body) => {
          const verdict = await verifier.verify({ method, path, body, session, headers })
          expect(verdict.ok).toBe(path !== PATH && !path.startsWith('/v1/spot/'))
          expect((await verifier.verifyFreshness({ headers, replayScope: 'a' })).ok).toBe(false)
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('order of the rows under random combined faults (wire 7)', () => {
  const other = honest({ body: '{"size":"2"}', nonce: 'ffffffffff0' })
  /** Possible faults by row; the clock is row 3. */
  const faults = {
    stamp: {
      code: '00020',
      apply: (request: VerifyRequest) => withHeader(request, 'trace-id', undefined),
    },
    mode: {
      code: '00021',
      apply: (request: VerifyRequest) => withHeader(request, 'device-sign-mode', '1'),
    },
    late: { code: '00022', apply: (request: VerifyRequest) => request },
    digest: {
      code: '00021',
      apply: (request: VerifyRequest) =>
        withHeader(request, 'device-sign-data-md5', '0'.repeat(32)),
    },
    otherSession: {
      code: '00023',
      apply: (request: VerifyRequest) => ({
        ...request,
        session: { userId: 'u2', sessionId: 's2' },
      }),
    },
    forged: {
      code: '00023',
      apply: (request: VerifyRequest) =>
        withHeader(request, 'device-sign', other.headers['device-sign']),
    },
    repeated: { code: '00022', apply: (request: VerifyRequest) => request },
  } as const
  type Fault = keyof typeof faults
  const order = Object.keys(faults) as Fault[]

  it('reports the first row that applies', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(order, { minLength: 1 }), async (chosen) => {
        const { verifier, clock } = createGateway()
        const request = honest()
        if (chosen.includes('repeated')) expect(await code(verifier.verify(request))).toBe('ok')
        if (chosen.includes('late')) clock.jump(60_001)
        const faulty = chosen.reduce((made, fault) => faults[fault].apply(made), request)
        const first = order.find((fault) => chosen.includes(fault))!
        expect(await code(verifier.verify(faulty)), chosen.join()).toBe(faults[first].code)
      }),
      { numRuns: 127 },
    )
  })
})

describe('random traffic with replays (row 6) (wire 7)', () => {
  it('accepts each request once, in any order and at any time (PROTOCOL T7)', async () => {
    const count = 5
    const requests = Array.from({ length: count }, (_, index) =>
      honest({ nonce: `0000000000${index}` }),
    )
    const steps = fc.array(
      fc.record({ which: fc.nat({ max: count - 1 }), wait: fc.constantFrom(0, 1, 20_000, 60_000) }),
      { minLength: 1, maxLength: 8 },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const { verifier, clock } = createGateway()
        const seen = new Set<number>()
        for (const { which, wait } of sequence) {
          await clock.advance(wait)
          const isFresh = clock.now() - NOW <= 60_000
          expect(await code(verifier.verify(requests[which]!))).toBe(
            isFresh && !seen.has(which) ? 'ok' : '00022',
          )
          if (isFresh) seen.add(which)
        }
      }),
      { numRuns: 30 },
    )
  })
})
