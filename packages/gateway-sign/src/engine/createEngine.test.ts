import {
  createManualClock,
  createMemoryAsyncStorage,
  createMemoryStorage,
  createSeededRandom,
} from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import type { CryptoSuite } from '../crypto/CryptoSuite.ts'
import { createWebCryptoSuite } from '../crypto/webCrypto.ts'
import type { GatewaySignEvent } from '../events.ts'
import { errorMatching } from '../testing/errorMatching.ts'
import { createTestConfig, testClientKeys, testServerIdentity } from '../testing.ts'
import { GS1, type GatewaySignConfig } from '../wire.ts'
import { createEngine } from './createEngine.ts'

const web = createWebCryptoSuite(crypto.subtle)
const stamp = { tm: '1732238512345', traceId: 'w17322385123450a1b2c3d4e5' }
const login = { path: '/v1/user/login', ...stamp, body: { pwd: 'p' } }
const answer = (userId: unknown) => ({ userInfo: { userId } })

async function setUp({
  config = {},
  suite = web,
}: { config?: Partial<GatewaySignConfig>; suite?: CryptoSuite } = {}) {
  const keyStorage = createMemoryAsyncStorage()
  const cookies = createMemoryStorage({ x_token: 't1', x_uid: 'u1' })
  const events: GatewaySignEvent[] = []
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
  await keyStorage.set('sign_key:backup', testClientKeys.rsa1024)
  return {
    engine,
    keyStorage,
    cookies,
    events,
    active: await engine.activate(createTestConfig(config)),
  }
}

describe('activation (spec 4.5)', () => {
  it.each([
    ['CONFIG_INVALID', { ...createTestConfig(), signModes: { '2': ['path'] } }],
    ['PUBLIC_KEY_INVALID', createTestConfig({ serverPublicKey: testClientKeys.rsa1024.publicKey })],
    ['CONFIG_UNVERIFIED', createTestConfig({ serverPublicKey: testClientKeys.rsa2048.publicKey })],
  ] as const)('fails with %s and activates nothing', async (code, config) => {
    const { engine } = await setUp()
    await expect(engine.activate(config)).rejects.toThrow(errorMatching(code))
  })
})

describe('log-in (spec 7.10)', () => {
  it('binds the key sent on this path, once', async () => {
    const { engine, active, keyStorage } = await setUp()
    await active.encryptLogin(login, ['pwd'])
    await engine.bindLogin({ path: '/v1/user/login/verify', data: answer('u1') })
    expect(await keyStorage.keys()).toEqual(['sign_key:backup'])
    await engine.bindLogin({ path: login.path, data: answer('u1') })
    expect((await keyStorage.keys()).sort()).toEqual(['sign_key:token:t1', 'sign_key:uid:u1'])
    await engine.bindLogin({ path: login.path, data: answer('u2') })
    expect((await keyStorage.keys()).sort()).toEqual(['sign_key:token:t1', 'sign_key:uid:u1'])
  })

  it('keeps the key when the response names no user', async () => {
    const { engine, active, keyStorage } = await setUp()
    await active.encryptLogin(login, ['pwd'])
    for (const data of [null, {}, answer(''), answer(null)])
      await engine.bindLogin({ path: login.path, data })
    expect(await keyStorage.keys()).toEqual(['sign_key:backup'])
    await engine.bindLogin({ path: login.path, data: answer(7) })
    expect((await keyStorage.keys()).sort()).toEqual(['sign_key:token:t1', 'sign_key:uid:7'])
  })

  it('discards the key of an earlier attempt that was not sent', async () => {
    let isBroken = false
    const suite: CryptoSuite = {
      ...web,
      encryptAes: async (...args) =>
        isBroken ? Promise.reject(new Error('broken')) : web.encryptAes(...args),
    }
    const { engine, active, keyStorage } = await setUp({ suite })
    await active.encryptLogin(login, ['pwd'])
    isBroken = true
    await expect(active.encryptLogin(login, ['pwd'])).rejects.toThrow('broken')
    await engine.bindLogin({ path: login.path, data: answer('u1') })
    expect(await keyStorage.keys()).toEqual(['sign_key:backup'])
  })

  it('validates the stamp before it looks for a key', async () => {
    const { active } = await setUp()
    await expect(active.encryptLogin({ ...login, tm: '' }, ['pwd'])).rejects.toThrow(
      errorMatching('INVALID_STAMP', { fault: 'tm-missing' }),
    )
  })
})

describe('signing (spec 5.8)', () => {
  const order = { method: 'POST', path: '/v1/spot/order/place', ...stamp, body: '{}' }

  it('checks path, rule, stamp and key in this order', async () => {
    const { active } = await setUp()
    await expect(active.sign({ ...order, path: '/v1/none/../x', tm: '' })).rejects.toThrow(
      errorMatching('INVALID_PATH'),
    )
    await expect(active.sign({ ...order, path: '/v1/none', tm: '' })).resolves.toEqual({})
    await expect(active.sign({ ...order, tm: '' })).rejects.toThrow(errorMatching('INVALID_STAMP'))
    await expect(active.sign(order)).rejects.toThrow(
      errorMatching('NO_BOUND_KEY', { path: order.path }),
    )
  })

  it('requires one log-in, and another after log-out', async () => {
    const { engine, active, events } = await setUp()
    const ask = () => active.sign(order).catch(() => {})
    await ask()
    await ask()
    expect(events).toEqual([{ type: 'login-required', path: order.path }])
    await engine.forgetSession()
    await ask()
    expect(events).toHaveLength(2)
  })

  it('signs with the bound key until the user logs out', async () => {
    const { engine, active, cookies } = await setUp()
    await active.encryptLogin(login, ['pwd'])
    await engine.bindLogin({ path: login.path, data: answer('u1') })
    expect((await active.sign(order))['device-sign-key']).toBe(
      web.md5Hex(testClientKeys.rsa1024.publicKey),
    )
    await engine.forgetSession()
    cookies.set('x_uid', 'u2')
    await expect(active.sign(order)).rejects.toThrow(errorMatching('NO_BOUND_KEY'))
  })
})

describe('a key storage that has not answered yet (wire 8)', () => {
  const order = { method: 'POST', path: '/v1/spot/order/place', ...stamp, body: '{}' }

  it('never counts as one without a key: no log-in is required', async () => {
    const { engine, active, events, keyStorage } = await setUp()
    await active.encryptLogin(login, ['pwd'])
    await engine.bindLogin({ path: login.path, data: answer('u1') })
    engine.clearKeyCache()
    const { get } = keyStorage
    keyStorage.get = () => Promise.reject(Object.assign(new Error('slow'), { code: 'timeout' }))
    await expect(active.sign(order)).rejects.toThrow(errorMatching('KEY_STORAGE_TIMEOUT'))
    expect(events).toEqual([])
    keyStorage.get = get
    expect((await active.sign(order))['device-sign-key']).toBe(
      web.md5Hex(testClientKeys.rsa1024.publicKey),
    )
  })

  it('does not prevent a log-in and its signatures', async () => {
    const { engine, active, keyStorage } = await setUp()
    keyStorage.get = () => Promise.reject(Object.assign(new Error('slow'), { code: 'timeout' }))
    await active.encryptLogin(login, ['pwd'])
    await engine.bindLogin({ path: login.path, data: answer('u1') })
    expect(Object.keys(await active.sign(order))).toContain('device-sign-key')
  })
})

describe('device check (wire 5)', () => {
  it('applies to its own path only and requires a stamp', async () => {
    const { active } = await setUp()
    expect(await active.checkDevice({ ...login, tm: '' })).toBe(login.body)
    await expect(
      active.checkDevice({ ...login, path: '/v1/user/device/check', tm: '' }),
    ).rejects.toThrow(errorMatching('INVALID_STAMP'))
  })

  it('is disabled when the configuration names no path', async () => {
    const { active } = await setUp({ config: { userCheckDeviceUrl: '' } })
    expect(await active.checkDevice({ ...login, path: '/v1/user/device/check' })).toBe(login.body)
  })
})
