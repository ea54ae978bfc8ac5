import type { Decryptor, Verdict, Verifier } from '@x/gateway-sign/server'
import { describe, expect, it } from 'vitest'
import { GatewayError, type RequestSession, type RouteSpec } from '../http/route.ts'
import type { SessionVerdict } from '../http/SessionReader.ts'
import { createAdmission, SignRefusal, type AdmissionOptions, type Incoming } from './admission.ts'

const ANN: RequestSession = {
  sessionId: 's1',
  userId: '7',
  realm: 'live',
  roles: ['trader'],
  keyId: 'k1',
}
const SIGNED: Verdict = { ok: true, mode: '2', keyId: 'k1' }
const FRESH: Verdict = { ok: true, mode: null, keyId: null }

interface Setting {
  readonly session?: RequestSession | Extract<SessionVerdict, { ok: false }>
  readonly signed?: Verdict
  readonly fresh?: readonly Verdict[]
  readonly body?: Record<string, unknown>
  readonly opened?: ReturnType<Decryptor['decrypt']>
  readonly options?: Partial<AdmissionOptions>
}

/** An admission whose parts note that they were asked, in order. */
function setUp({
  session = ANN,
  signed = SIGNED,
  fresh = [],
  body = {},
  opened,
  options,
}: Setting) {
  const asked: unknown[] = []
  const left = [...fresh]
  const verifier: Verifier = {
    verify: async ({ path, session: of }) => {
      asked.push(['verify', path, of?.userId])
      return signed
    },
    verifyFreshness: async ({ replayScope, ciphertextId, ciphertextTtlMs }) => {
      asked.push(['fresh', { replayScope, ciphertextId, ciphertextTtlMs }])
      return left.shift() ?? FRESH
    },
  }
  const admit = createAdmission({
    sessions: {
      read: async () => {
        asked.push('session')
        return 'userId' in session ? { ok: true, session } : session
      },
      onEnd: () => () => {},
    },
    verifier,
    decryptor: {
      decrypt: () => {
        asked.push('decrypt')
        return opened ?? { ok: true, fields: body, encrypted: false }
      },
      selfTest() {},
    },
    allowsPlaintext: true,
    allowsKeyless: true,
    parseBody: async () => {
      asked.push('parse')
      return body
    },
    decryptLimit: async (address) => void asked.push(['limit', address]),
    ...options,
  })
  return { asked, admit }
}
const spec = (changes: Partial<RouteSpec> = {}): RouteSpec => ({
  method: 'POST',
  path: '/v1/spot/order/place',
  access: 'private',
  handler: async () => null,
  ...changes,
})
const incoming = (headers: Incoming['headers'] = {}): Incoming => ({
  path: '/v1/spot/order/place',
  headers: { 'x-realm': 'live', ...headers },
  rawBody: '{}',
  address: '192.0.2.1',
})
const login = spec({ path: '/v1/user/login', access: 'public', encrypted: true })

/** The code of a refusal; `admitted` where there is none. */
const codeOf = (run: Promise<unknown>) =>
  run.then(
    () => 'admitted',
    (error: unknown) => {
      if (!(error instanceof GatewayError)) throw error
      return error.code
    },
  )

describe('a private call (wire 7)', () => {
  it('has its session, its key and its body', async () => {
    const { admit, asked } = setUp({ body: { size: '1' } })
    expect(await admit(spec(), incoming())).toEqual({
      session: ANN,
      signKeyId: 'k1',
      clientKey: undefined,
      body: { size: '1' },
      rawBody: '{}',
    })
    expect(asked).toEqual(['session', ['verify', '/v1/spot/order/place', '7'], 'parse'])
  })

  it.each(['401', '20906', '20205'] as const)(
    'is refused without a session by %s, before anything is verified',
    async (code) => {
      const { admit, asked } = setUp({ session: { ok: false, code, message: 'No.' } })
      expect(await codeOf(admit(spec(), incoming()))).toBe(code)
      expect(asked).toEqual(['session'])
    },
  )

  it.each(['00020', '00021', '00022', '00023'] as const)(
    'is refused by %s before its body is parsed',
    async (code) => {
      const signed: Verdict = { ok: false, code, reason: 'sign-missing' }
      const { admit, asked } = setUp({ signed })
      const refusal = await admit(spec(), incoming()).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(SignRefusal)
      expect(refusal).toMatchObject({ code, reason: 'sign-missing' })
      expect(asked).not.toContain('parse')
    },
  )

  it.each(['paper', undefined, '', 'LIVE', 'live,paper'])(
    'is refused for the realm %j, which is not the session’s',
    async (realm) => {
      const { admit, asked } = setUp({})
      const headers = { 'x-realm': realm }
      expect(await codeOf(admit(spec(), incoming(headers)))).toBe('40901')
      expect(asked).not.toContain('parse')
    },
  )

  it('is judged by its signature before its realm', async () => {
    const signed: Verdict = { ok: false, code: '00023', reason: 'sign-missing' }
    const { admit } = setUp({ signed })
    expect(await codeOf(admit(spec(), incoming({ 'x-realm': 'paper' })))).toBe('00023')
  })

  it.each<[string, Partial<RouteSpec>, Partial<RequestSession>, string]>([
    ['of any realm', {}, { realm: 'live' }, 'admitted'],
    ['of its realm', { realms: ['live'] }, {}, 'admitted'],
    ['of the other realm', { realms: ['paper'] }, {}, '40301'],
    ['of no realm', { realms: [] }, {}, '40301'],
    ['of its role', { roles: ['agency', 'trader'] }, {}, 'admitted'],
    ['of another role', { roles: ['agency'] }, {}, '40301'],
    [
      'of a role that it has besides',
      { roles: ['agency'] },
      { roles: ['trader', 'agency'] },
      'admitted',
    ],
    ['of some role, without any', { roles: ['trader'] }, { roles: [] }, '40301'],
    ['of all roles, without any', {}, { roles: [] }, 'admitted'],
  ])('%s is judged by the account', async (_what, route, session, code) => {
    const { admit } = setUp({ session: { ...ANN, ...session } })
    expect(await codeOf(admit(spec(route), incoming()))).toBe(code)
  })

  it.each<[string, string, 'view' | 'trade' | 'full', string]>([
    ['GET', '/v1/spot/order/open', 'view', 'admitted'],
    ['POST', '/v1/spot/order/place', 'view', '40301'],
    ['POST', '/v1/spot/order/place', 'trade', 'admitted'],
    ['POST', '/v1/spot/withdraw/apply', 'full', '40301'],
    ['POST', '/v1/user/sub-account/create', 'full', '40301'],
    ['POST', '/v1/nothing/that/is/listed', 'full', '40301'],
  ])('lets a sub-account %s %s with the right to %s: %s', async (method, path, rights, code) => {
    const subAccount = { rights, mayUseKeys: false }
    const { admit } = setUp({ session: { ...ANN, holder: '1', subAccount } })
    const route = spec({ method: method as 'GET' | 'POST', path })
    expect(await codeOf(admit(route, incoming()))).toBe(code)
  })

  it('is refused for a character that no text has, at any depth', async () => {
    const { admit } = setUp({ body: { list: [{ name: 'a\0' }] } })
    await expect(admit(spec(), incoming())).rejects.toMatchObject({
      code: '40010',
      status: 400,
      data: { field: 'list' },
    })
  })
})

describe('a public call (wire 7)', () => {
  const read = spec({ method: 'GET', access: 'public' })
  const write = spec({ access: 'public' })

  it('reads no session for what everybody may read, whatever cookie comes along', async () => {
    const { admit, asked } = setUp({})
    const admitted = await admit(read, incoming({ cookie: 'session=x' }))
    expect([admitted.session, admitted.signKeyId, asked]).toEqual([undefined, null, ['parse']])
  })

  it('has the session of a write that brings a cookie', async () => {
    const { admit } = setUp({})
    expect((await admit(write, incoming({ cookie: 'session=x' }))).session).toBe(ANN)
    expect((await admit(write, incoming())).session).toBeUndefined()
  })

  it('goes on without a session that has ended', async () => {
    const session = { ok: false, code: '20906', message: 'Ended' } as const
    const { admit } = setUp({ session })
    expect((await admit(write, incoming({ cookie: 'session=x' }))).session).toBeUndefined()
  })

  it('needs no realm and no role', async () => {
    const { admit } = setUp({})
    const roles = ['agency'] as const
    expect(await codeOf(admit({ ...write, roles, realms: ['paper'] }, incoming()))).toBe('admitted')
  })
})

describe('an encrypted call (wire 4)', () => {
  const sealed = { ok: true, encrypted: true, fields: { pwd: 'x' }, ciphertextId: 'c1' } as const
  const clientKey = { publicKey: 'p', algorithm: 'rsa2048', keyId: 'k9' } as const

  it('is opened once it is fresh and within its limit', async () => {
    const { admit, asked } = setUp({ opened: { ...sealed, clientKey } })
    const admitted = await admit(login, incoming())
    expect(asked).toEqual([['fresh', {}], ['limit', '192.0.2.1'], 'parse', 'decrypt'])
    expect(admitted).toMatchObject({ body: { pwd: 'x' }, clientKey, isUnauthenticated: false })
  })

  it('is refused when it is too old, before the key is used', async () => {
    const old: Verdict = { ok: false, code: '00022', reason: 'time-out-of-window' }
    const { admit, asked } = setUp({ fresh: [old] })
    expect(await codeOf(admit(login, incoming()))).toBe('00022')
    expect(asked).toEqual([['fresh', {}]])
  })

  it('is refused beyond its limit, before the key is used', async () => {
    const { admit, asked } = setUp({
      options: { decryptLimit: () => Promise.reject(new GatewayError('42901', 'Slow', {})) },
    })
    expect(await codeOf(admit(login, incoming()))).toBe('42901')
    expect(asked).not.toContain('decrypt')
  })

  it('is refused alike whatever is wrong with it', async () => {
    const broken = setUp({ opened: { ok: false } })
    const unstorable = setUp({ opened: { ...sealed, fields: { pwd: '\0' } } })
    const refusals = await Promise.all(
      [broken, unstorable].map(({ admit }) =>
        admit(login, incoming()).catch((error: unknown) => error),
      ),
    )
    expect(refusals[0]).toMatchObject({ code: '40010', data: { field: 'bodyCiphertext' } })
    expect(refusals[1]).toEqual(refusals[0])
  })

  it('may come without a client key only where that is allowed', async () => {
    const allowed = setUp({ opened: sealed })
    expect(await allowed.admit(login, incoming())).toMatchObject({ isUnauthenticated: true })
    const strict = setUp({ opened: sealed, options: { allowsKeyless: false } })
    expect(await codeOf(strict.admit(login, incoming()))).toBe('40010')
  })

  it('brings no sensitive field in clear where it must be sealed', async () => {
    const body = { pwd: 'x' }
    expect(await codeOf(setUp({ body }).admit(login, incoming()))).toBe('admitted')
    for (const options of [{ allowsPlaintext: false }, { allowsKeyless: false }])
      expect(await codeOf(setUp({ body, options }).admit(login, incoming()))).toBe('00021')
    const without = setUp({ body: { kind: 'a' }, options: { allowsPlaintext: false } })
    expect(await codeOf(without.admit(login, incoming()))).toBe('admitted')
  })

  it('is remembered under its key, or its address, when it is claimed', async () => {
    const keyed = setUp({ opened: { ...sealed, clientKey } })
    await (await keyed.admit(login, incoming())).claim?.()
    expect(keyed.asked.at(-1)).toEqual([
      'fresh',
      { replayScope: 'k9', ciphertextId: 'c1', ciphertextTtlMs: undefined },
    ])
    const keyless = setUp({ opened: sealed })
    await (await keyless.admit({ ...login, sealMs: 5_000 }, incoming())).claim?.()
    expect(keyless.asked.at(-1)).toEqual([
      'fresh',
      { replayScope: '192.0.2.1', ciphertextId: 'c1', ciphertextTtlMs: 5_000 },
    ])
  })

  it('is refused when it was claimed before', async () => {
    const seen: Verdict = { ok: false, code: '00022', reason: 'time-out-of-window' }
    const { admit } = setUp({ opened: sealed, fresh: [FRESH, seen] })
    const { claim } = await admit(login, incoming())
    expect(await codeOf(claim?.() ?? Promise.resolve())).toBe('00022')
  })

  it('needs no claim where it is signed', async () => {
    const { admit, asked } = setUp({ opened: { ...sealed, clientKey } })
    const { claim, isUnauthenticated } = await admit(spec({ encrypted: true }), incoming())
    const before = asked.length
    await claim?.()
    expect([asked.length, isUnauthenticated]).toEqual([before, false])
  })

  it('spends the quota of its address when nothing proves who wrote it', async () => {
    const spent: unknown[] = []
    const replayQuota = {
      spend: async (attempt: object) => void spent.push(['spend', attempt]),
      failed: async (attempt: object) => void spent.push(['failed', attempt]),
      mayKeep: async () => false,
    }
    const attempt = { path: '/v1/user/login', address: '192.0.2.1' }
    const keyless = setUp({ opened: sealed, options: { replayQuota } })
    const admitted = await keyless.admit(login, incoming())
    await admitted.claim?.()
    await admitted.failed?.()
    expect(spent).toEqual([
      ['spend', attempt],
      ['failed', attempt],
    ])
    spent.length = 0
    const keyed = setUp({ opened: { ...sealed, clientKey }, options: { replayQuota } })
    const proved = await keyed.admit(login, incoming())
    await proved.claim?.()
    await proved.failed?.()
    expect(spent).toEqual([])
    // It is taken, yet not remembered beyond its moment.
    expect(keyed.asked.at(-1)).toMatchObject(['fresh', { ciphertextId: undefined }])
  })
})
