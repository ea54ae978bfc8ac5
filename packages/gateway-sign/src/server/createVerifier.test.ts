import { createHash, sign as rsaSign } from 'node:crypto'
import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import keys from '../../vectors/keys.json' with { type: 'json' }
import { refusals, signings } from '../testing/vectors.ts'
import type { KeyAlgorithm } from '../wire.ts'
import { createMemoryReplayStore } from './createMemoryReplayStore.ts'
import {
  createVerifier,
  type KeyLookup,
  type ReplayStore,
  type VerifyRequest,
} from './createVerifier.ts'
import { keyIdOf } from './clientKey.ts'

const NOW = 1_732_238_512_345
const session = { userId: 'u1', sessionId: 's1' }
const bound = { u1: [keys.client1024, keys.client2048], u2: [keys.other1024] } as const
const boundKeys: KeyLookup = {
  async find({ keyId, userId }) {
    const key =
      userId === 'u1' || userId === 'u2'
        ? bound[userId].find(({ publicKey }) => keyIdOf(publicKey) === keyId)
        : undefined
    return key && { publicKey: key.publicKey, algorithm: key.algorithm as KeyAlgorithm }
  },
}
const tradingRules = {
  exactUrls: { '/v1/spot/order/place': '2', '/v1/spot/order/cancel': '2' },
  prefixUrls: { '/v1/spot/public/': '0', '/v1/spot/': '1' },
  signModes: {},
}

function setUp({
  now = NOW,
  rules = tradingRules as Parameters<typeof createVerifier>[0]['rules'],
  lookup = boundKeys,
  notBefore = (): number => 0,
} = {}) {
  const clock = createManualClock(now)
  const claims: { key: string; ttlMs: number }[] = []
  const memory = createMemoryReplayStore({ clock })
  const replay: ReplayStore = {
    claim: (key, ttlMs) => (claims.push({ key, ttlMs }), memory.claim(key, ttlMs)),
  }
  return {
    clock,
    claims,
    verifier: createVerifier({ rules, keys: lookup, replay, clock, notBefore }),
  }
}

/** A request signed by an independent implementation. */
function signedRequest({
  path = '/v1/spot/order/place',
  mode = '2',
  fields = ['path', 'time', 'traceId', 'body'],
  body = '{"size":"1"}',
  method = 'POST',
  at = NOW,
  key = keys.client1024,
  nonce = '0a1b2c3d4e5',
} = {}): VerifyRequest {
  const tm = String(at)
  const traceId = `w${tm}${nonce}`
  const values: Record<string, string> = { path, time: tm.slice(0, 8), traceId, body }
  const text = fields.map((field) => values[field]).join('\n')
  return {
    method,
    path,
    body,
    session,
    headers: {
      tm,
      'trace-id': traceId,
      'device-sign-mode': mode,
      'device-sign-data-md5': createHash('md5').update(text).digest('hex'),
      'device-sign-key': createHash('md5').update(key.publicKey).digest('hex'),
      'device-sign': rsaSign('sha256', Buffer.from(text), key.privateKeyPem).toString('base64'),
    },
  }
}

describe('accepts (wire 7)', () => {
  it.each(signings)(
    'the vector: $name',
    async ({ path, mode, fields, tm, traceId, body, md5, keyId, signature }) => {
      // Mode 0 allows reads only; the vectors only test the string.
      const method = mode === '0' ? 'GET' : 'POST'
      const { verifier } = setUp({
        now: Number(tm),
        rules: { exactUrls: { [path]: mode }, prefixUrls: {}, signModes: { [mode]: fields } },
      })
      const headers = {
        tm,
        'trace-id': traceId,
        'device-sign-mode': mode,
        'device-sign-data-md5': md5,
        'device-sign-key': keyId,
        'device-sign': signature,
      }
      expect(await verifier.verify({ method, path, body, session, headers })).toEqual({
        ok: true,
        mode,
        keyId,
      })
    },
  )

  it('a request without a rule, signed or not', async () => {
    const { verifier } = setUp()
    expect(
      await verifier.verify({
        method: 'POST',
        path: '/v1/open',
        body: '',
        session: undefined,
        headers: {},
      }),
    ).toEqual({ ok: true, mode: null, keyId: null })
  })

  it.each([60_000, -60_000])('accepts a clock %i ms off (row 3)', async (skew) => {
    const { verifier } = setUp({ now: NOW + skew })
    expect(await verifier.verify(signedRequest())).toMatchObject({ ok: true })
  })

  it('a read in mode 0', async () => {
    const { verifier } = setUp()
    const request = signedRequest({
      path: '/v1/spot/public/symbols',
      mode: '0',
      fields: ['path', 'time'],
      method: 'GET',
      body: '',
    })
    expect(await verifier.verify(request)).toMatchObject({ ok: true, mode: '0' })
  })
})

describe('refuses (wire 7)', () => {
  it.each(refusals)(
    'refuses with $code: $name',
    async ({ request: { now, ...request }, code, reason }) => {
      const { verifier, claims } = setUp({ now })
      expect(await verifier.verify({ ...request, session })).toEqual({ ok: false, code, reason })
      // Row 6 comes after the signature, so a refused request must not use up a trace id.
      expect(claims).toEqual([])
    },
  )

  it('refuses mode 0 on a write (row 2)', async () => {
    const { verifier } = setUp()
    const request = signedRequest({
      path: '/v1/spot/public/symbols',
      mode: '0',
      fields: ['path', 'time'],
    })
    for (const method of ['POST', 'PUT', 'DELETE', 'HEAD'])
      expect(await verifier.verify({ ...request, method })).toEqual({
        ok: false,
        code: '00021',
        reason: 'method-not-allowed',
      })
    expect(await verifier.verify({ ...request, method: 'get' })).toMatchObject({ ok: true })
  })

  it('a non-canonical path under a prefix rule (row 1) (PROTOCOL T14)', async () => {
    const { verifier } = setUp()
    expect(await verifier.verify(signedRequest({ path: '/v1/spot/../user', mode: '1' }))).toEqual({
      ok: false,
      code: '00020',
      reason: 'path-malformed',
    })
  })

  it('a request without a session (row 5)', async () => {
    const { verifier } = setUp()
    expect(await verifier.verify({ ...signedRequest(), session: undefined })).toEqual({
      ok: false,
      code: '00023',
      reason: 'session-unknown',
    })
  })

  it("refuses another user's key (row 5) (PROTOCOL T10)", async () => {
    const { verifier } = setUp()
    expect(
      await verifier.verify({ ...signedRequest(), session: { userId: 'u2', sessionId: 's2' } }),
    ).toEqual({ ok: false, code: '00023', reason: 'key-unknown' })
  })

  it('a key whose size differs from its algorithm (row 5)', async () => {
    const { verifier } = setUp({
      lookup: {
        find: async () => ({ publicKey: keys.client1024.publicKey, algorithm: 'rsa2048' }),
      },
    })
    expect(await verifier.verify(signedRequest())).toEqual({
      ok: false,
      code: '00023',
      reason: 'key-unknown',
    })
  })

  it('a look-up that returns another key than requested (row 5) (PROTOCOL T11)', async () => {
    const { verifier } = setUp({
      lookup: { find: async () => ({ publicKey: keys.other1024.publicKey, algorithm: 'rsa1024' }) },
    })
    expect(await verifier.verify(signedRequest())).toEqual({
      ok: false,
      code: '00023',
      reason: 'key-unknown',
    })
  })

  it('refuses a public key with exponent 3 (row 5)', async () => {
    const weak = keys.serverExponent3
    const { verifier } = setUp({
      lookup: { find: async () => ({ publicKey: weak.publicKey, algorithm: 'rsa2048' }) },
    })
    expect(
      await verifier.verify(signedRequest({ key: { ...weak, algorithm: 'rsa2048' } })),
    ).toEqual({ ok: false, code: '00023', reason: 'key-unknown' })
  })
})

describe('order of the rows (wire 7)', () => {
  /** Each step fixes the first remaining fault, so the verdict must advance one row. */
  it('reports the first row that applies', async () => {
    const good = signedRequest()
    const { 'device-sign': signature, ...unsigned } = good.headers
    const faulty = {
      ...unsigned,
      'device-sign-mode': '1',
      'device-sign-data-md5': '0'.repeat(32),
      'device-sign-key': '0'.repeat(32),
    }
    const late = setUp({ now: NOW + 60_001 }).verifier
    const { verifier } = setUp()
    const verdicts = [
      await late.verify({ ...good, headers: faulty }),
      await late.verify({ ...good, headers: { ...faulty, 'device-sign': signature } }),
      await late.verify({
        ...good,
        headers: { ...faulty, 'device-sign': signature, 'device-sign-mode': '2' },
      }),
      await verifier.verify({
        ...good,
        headers: { ...faulty, 'device-sign': signature, 'device-sign-mode': '2' },
      }),
      await verifier.verify({
        ...good,
        headers: { ...good.headers, 'device-sign-key': '0'.repeat(32) },
      }),
      await verifier.verify(good),
      await verifier.verify(good),
    ]
    expect(verdicts.map((verdict) => (verdict.ok ? 'ok' : verdict.code))).toEqual([
      '00020',
      '00021',
      '00022',
      '00021',
      '00023',
      'ok',
      '00022',
    ])
  })
})

describe('replays (row 6) (wire 7)', () => {
  it('refuses the same request a second time (PROTOCOL T7)', async () => {
    const { verifier } = setUp()
    expect(await verifier.verify(signedRequest())).toMatchObject({ ok: true })
    expect(await verifier.verify(signedRequest())).toEqual({
      ok: false,
      code: '00022',
      reason: 'replayed',
    })
  })

  it('does not let a forged request use up a trace id (PROTOCOL T16)', async () => {
    const { verifier } = setUp()
    const honest = signedRequest()
    const forged = [
      {
        ...honest,
        headers: {
          ...honest.headers,
          'device-sign': signedRequest({ key: keys.other1024 }).headers['device-sign'],
        },
      },
      { ...honest, body: '{}' },
      { ...honest, session: { userId: 'u2', sessionId: 's2' } },
    ]
    for (const request of forged)
      expect(await verifier.verify(request)).toMatchObject({ ok: false })
    expect(await verifier.verify(honest)).toMatchObject({ ok: true })
  })

  it('refuses a reused trace id with another body', async () => {
    const { verifier } = setUp()
    await verifier.verify(signedRequest())
    expect(await verifier.verify(signedRequest({ body: '{"size":"2"}' }))).toMatchObject({
      code: '00022',
    })
  })

  it('accepts one of many concurrent copies (PROTOCOL T7)', async () => {
    const { verifier } = setUp()
    const verdicts = await Promise.all(
      Array.from({ length: 20 }, () => verifier.verify(signedRequest())),
    )
    expect(verdicts.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('separates users and keys', async () => {
    const { verifier, claims } = setUp()
    expect(await verifier.verify(signedRequest())).toMatchObject({ ok: true })
    expect(await verifier.verify(signedRequest({ key: keys.client2048 }))).toMatchObject({
      ok: true,
    })
    expect(
      await verifier.verify({
        ...signedRequest({ key: keys.other1024 }),
        session: { userId: 'u2', sessionId: 's2' },
      }),
    ).toMatchObject({ ok: true })
    expect(new Set(claims.map(({ key }) => key)).size).toBe(3)
  })

  it('uses the key alone where keys are not bound to users', async () => {
    const { verifier, claims } = setUp({
      lookup: {
        find: async () => ({ publicKey: keys.client1024.publicKey, algorithm: 'rsa1024' }),
      },
    })
    expect(await verifier.verify({ ...signedRequest(), session: undefined })).toMatchObject({
      ok: true,
    })
    expect(claims.map(({ key }) => key)).toEqual([
      JSON.stringify(['', keyIdOf(keys.client1024.publicKey), 'w17322385123450a1b2c3d4e5']),
    ])
  })

  it('remembers claims for twice the window plus one time bucket', async () => {
    const { verifier, claims } = setUp()
    await verifier.verify(signedRequest())
    expect(claims).toEqual([
      {
        key: JSON.stringify([
          'u1',
          keyIdOf(keys.client1024.publicKey),
          'w17322385123450a1b2c3d4e5',
        ]),
        ttlMs: 220_000,
      },
    ])
  })

  it('refuses requests stamped before the replay set began (SR9)', async () => {
    const { verifier, claims } = setUp({ notBefore: () => NOW })
    expect(await verifier.verify(signedRequest({ at: NOW - 1 }))).toEqual({
      ok: false,
      code: '00022',
      reason: 'time-out-of-window',
    })
    expect(
      await verifier.verifyFreshness({
        headers: { tm: String(NOW - 1), 'trace-id': `w${NOW - 1}0a1b2c3d4e5` },
        replayScope: 'a',
      }),
    ).toMatchObject({ code: '00022' })
    expect(claims).toEqual([])
    expect(await verifier.verify(signedRequest())).toMatchObject({ ok: true })
  })

  it('never accepts a request twice, at any delay (PROTOCOL T7)', async () => {
    const { verifier, clock } = setUp()
    const request = signedRequest({ at: NOW + 60_000 })
    expect(await verifier.verify(request)).toMatchObject({ ok: true })
    for (let step = 0; step < 30; step++) {
      await clock.advance(10_000)
      expect(await verifier.verify(request)).toMatchObject({ ok: false, code: '00022' })
    }
  })
})

describe('freshness of encrypted endpoints (wire 4)', () => {
  const headers = { tm: String(NOW), 'trace-id': 'w17322385123450a1b2c3d4e5' }

  it('accepts each scope once', async () => {
    const { verifier } = setUp()
    const ask = (replayScope: string) => verifier.verifyFreshness({ headers, replayScope })
    expect(await ask('192.0.2.1')).toEqual({ ok: true, mode: null, keyId: null })
    expect(await ask('192.0.2.1')).toEqual({ ok: false, code: '00022', reason: 'replayed' })
    expect(await ask('192.0.2.2')).toMatchObject({ ok: true })
  })

  it('accepts a ciphertext id once a day from any address (PROTOCOL T8)', async () => {
    const { verifier, clock, claims } = setUp()
    const ask = (replayScope: string, ciphertextId: string) => {
      const tm = String(clock.now())
      return verifier.verifyFreshness({
        headers: { tm, 'trace-id': `w${tm}0a1b2c3d4e5` },
        replayScope,
        ciphertextId,
      })
    }
    expect(await ask('192.0.2.1', 'one')).toEqual({ ok: true, mode: null, keyId: null })
    expect(claims.map(({ ttlMs }) => ttlMs)).toEqual([220_000, 86_400_000])
    expect(await ask('192.0.2.2', 'one')).toEqual({ ok: false, code: '00022', reason: 'replayed' })
    expect(await ask('192.0.2.3', 'other')).toMatchObject({ ok: true })
    await clock.advance(86_399_999)
    expect(await ask('192.0.2.4', 'one')).toMatchObject({ code: '00022' })
    await clock.advance(1)
    expect(await ask('192.0.2.4', 'one')).toMatchObject({ ok: true })
  })

  it('remembers a ciphertext id for the given time (PROTOCOL T8)', async () => {
    const { verifier, claims } = setUp()
    await verifier.verifyFreshness({
      headers,
      replayScope: '192.0.2.1',
      ciphertextId: 'one',
      ciphertextTtlMs: 120_000,
    })
    expect(claims.map(({ ttlMs }) => ttlMs)).toEqual([220_000, 120_000])
  })

  it('claims nothing without a scope', async () => {
    const { verifier, claims } = setUp()
    expect(await verifier.verifyFreshness({ headers })).toMatchObject({ ok: true })
    expect(claims).toEqual([])
  })

  it.each([
    ['00020', 'tm-missing', { 'trace-id': headers['trace-id'] }],
    ['00020', 'trace-id-missing', { tm: headers.tm }],
    ['00020', 'trace-id-malformed', { ...headers, 'trace-id': 'w1' }],
    ['00020', 'trace-id-time-differs', { ...headers, tm: String(NOW + 1) }],
    [
      '00022',
      'time-out-of-window',
      { tm: String(NOW - 60_001), 'trace-id': `w${NOW - 60_001}0a1b2c3d4e5` },
    ],
  ])('refuses with %s: %s', async (code, reason, faulty) => {
    const { verifier, claims } = setUp()
    expect(await verifier.verifyFreshness({ headers: faulty, replayScope: 'a' })).toEqual({
      ok: false,
      code,
      reason,
    })
    expect(claims).toEqual([])
  })
})

it('rejects rules that clients reject', () => {
  const rules = { exactUrls: { '/v1/a': '9' }, prefixUrls: {}, signModes: {} }
  expect(() => setUp({ rules })).toThrow(
    expect.objectContaining({ code: 'CONFIG_INVALID' }) as Error,
  )
})
