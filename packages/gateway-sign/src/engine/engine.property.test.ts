import { generateKeyPairSync } from 'node:crypto'
import {
  createManualClock,
  createMemoryAsyncStorage,
  createMemoryStorage,
  createSeededRandom,
} from '@x/kit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createWebCryptoSuite } from '../crypto/webCrypto.ts'
import type { GatewaySignEvent } from '../events.ts'
import { isGatewaySignError } from '../GatewaySignError.ts'
import { createDecryptor } from '../server/createDecryptor.ts'
import { createTestConfig, testServerIdentity } from '../testing.ts'
import { GS1 } from '../wire.ts'
import { createEngine } from './createEngine.ts'

const web = createWebCryptoSuite(crypto.subtle)
const decryptor = createDecryptor({ privateKeyPem: testServerIdentity.serverPrivateKeyPem })
const stamp = { tm: '1732238512345', traceId: 'w17322385123450a1b2c3d4e5' }
const ORDER = { method: 'POST', path: '/v1/spot/order/place', ...stamp, body: '{}' }

/** Enough keys for any run. Generated once, because each takes as long as a hundred signatures. */
const POOL = Array.from({ length: 8 }, () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    privateKeyPem: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
  }
})

type Step =
  | { readonly do: 'logIn'; readonly path: string }
  | {
      readonly do: 'answer'
      readonly path: string
      readonly token: string
      readonly user: string | null
    }
  | { readonly do: 'logOut' | 'clearCache' | 'sign' }
  | { readonly do: 'cookies'; readonly token: string | null; readonly user: string | null }

const path = fc.constantFrom('/v1/user/login', '/v1/user/login/verify')
const token = fc.constantFrom('t1', 't2')
const user = fc.constantFrom('u1', 'u2')
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: path.map((at) => ({ do: 'logIn', path: at }) as const) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      path,
      token,
      user: fc.option(user, { freq: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom('sign', 'sign', 'logOut', 'clearCache')
      .map((name) => ({ do: name }) as const),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('cookies' as const),
      token: fc.option(token),
      user: fc.option(user),
    }),
  },
)

/** The engine and a model of wire 8's key rules as plain maps. */
function setUp() {
  const keyStorage = createMemoryAsyncStorage()
  const cookies = createMemoryStorage()
  const events: GatewaySignEvent[] = []
  let made = 0
  const suite = { ...web, generateKey: async () => POOL[made++ % POOL.length]! }
  const engine = createEngine({
    suite,
    keyStorage,
    cookies,
    clock: createManualClock(),
    random: createSeededRandom(3),
    locks: undefined,
    secureContext: true,
    issuerCertificates: [testServerIdentity.issuerCertificatePem],
    keyProfile: 'pem',
    keyGenerationLimitMs: 8_000,
    bodyFormat: 'GS1',
    profile: GS1,
    emit: (event) => void events.push(event),
  })
  const model = {
    sent: new Map<string, string>(),
    byToken: new Map<string, string>(),
    byUser: new Map<string, string>(),
    shown: new Set<string>(),
  }
  return { engine, keyStorage, cookies, events, model }
}
type World = ReturnType<typeof setUp>

function put({ cookies }: World, name: string, value: string | null): void {
  if (value === null) cookies.remove(name)
  else cookies.set(name, value)
}

function expectedKey({ cookies, model }: World): string | undefined {
  return (
    model.byToken.get(cookies.get('x_token') ?? '') ?? model.byUser.get(cookies.get('x_uid') ?? '')
  )
}

async function play(
  fixture: World,
  steps: readonly Step[],
  onSign: (headers: Record<string, string> | null) => Promise<void> | void = () => {},
): Promise<void> {
  const { engine, cookies, model } = fixture
  const active = await engine.activate(createTestConfig())
  for (const one of steps) {
    if (one.do === 'logIn') {
      const body = await active.encryptLogin({ path: one.path, ...stamp, body: { pwd: 'p' } }, [
        'pwd',
      ])
      const opened = decryptor.decrypt({ path: one.path, ...stamp, body })
      const keyId = opened.ok ? opened.clientKey?.keyId : undefined
      if (keyId === undefined) throw new Error('The gateway could not open a log-in.')
      model.sent.set(one.path, keyId)
      model.shown.add(keyId)
    } else if (one.do === 'answer') {
      cookies.set('x_token', one.token)
      put(fixture, 'x_uid', one.user)
      await engine.bindLogin({ path: one.path, data: { userInfo: { userId: one.user } } })
      const keyId = model.sent.get(one.path)
      if (keyId === undefined || one.user === null) continue
      model.sent.delete(one.path)
      model.byToken.clear()
      model.byToken.set(one.token, keyId)
      model.byUser.set(one.user, keyId)
    } else if (one.do === 'logOut') {
      await engine.forgetSession()
      model.byToken.clear()
    } else if (one.do === 'clearCache') engine.clearKeyCache()
    else if (one.do === 'cookies') {
      put(fixture, 'x_token', one.token)
      put(fixture, 'x_uid', one.user)
    } else {
      const headers = await active.sign(ORDER).catch((error: unknown) => {
        if (isGatewaySignError(error, 'NO_BOUND_KEY')) return null
        throw error
      })
      await onSign(headers)
    }
  }
}

describe('random sequences of log-ins, responses, cookies, log-outs and requests (wire 8)', () => {
  const runs = (check: (fixture: World, steps: readonly Step[]) => Promise<void>) =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 16 }), (steps) => check(setUp(), steps)),
      { numRuns: 40 },
    )

  it("signs with the token's key, else the user's, else not", () =>
    runs(async (fixture, steps) => {
      await play(fixture, [...steps, { do: 'sign' }], (headers) =>
        expect(headers?.['device-sign-key']).toBe(expectedKey(fixture)),
      )
    }))

  it('signs only with keys the gateway received and can verify', () =>
    runs(async (fixture, steps) => {
      await play(fixture, [...steps, { do: 'sign' }], async (headers) => {
        if (headers === null) return
        const keyId = headers['device-sign-key'] ?? ''
        expect([...fixture.model.shown]).toContain(keyId)
        const { publicKey } = POOL.find((pair) => web.md5Hex(pair.publicKey) === keyId)!
        const text = [ORDER.path, ORDER.tm.slice(0, 8), ORDER.traceId, ORDER.body].join('\n')
        expect(
          await web.verify({
            publicKey: web.readRsaPublicKey(publicKey)!,
            text,
            signature: headers['device-sign'] ?? '',
          }),
        ).toBe(true)
      })
    }))

  it('keeps at most one token key and none after log-out', () =>
    runs(async (fixture, steps) => {
      await play(fixture, steps)
      const keys = await fixture.keyStorage.keys()
      expect(keys.filter((key) => key.startsWith('sign_key:token:'))).toEqual(
        [...fixture.model.byToken.keys()].map((name) => `sign_key:token:${name}`),
      )
      for (const key of keys) expect(key).toMatch(/^sign_key:(?:backup|token:t[12]|uid:u[12])$/)
      await play(fixture, [{ do: 'logOut' }])
      expect(
        (await fixture.keyStorage.keys()).filter((key) => key.startsWith('sign_key:token:')),
      ).toEqual([])
    }))

  it('emits login-required once per session without a key', () =>
    runs(async (fixture, steps) => {
      const quiet = steps.filter(
        (one) => one.do !== 'logOut' && one.do !== 'answer' && one.do !== 'cookies',
      )
      await play(fixture, [...quiet, { do: 'sign' }, { do: 'sign' }, { do: 'sign' }])
      expect(fixture.events.filter(({ type }) => type === 'login-required')).toHaveLength(1)
    }))
})
