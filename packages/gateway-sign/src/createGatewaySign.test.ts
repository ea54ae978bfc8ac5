import { describe, expect, it } from 'vitest'
import { createGatewaySign } from './createGatewaySign.ts'
import { createWorld } from './laws/createWorld.ts'
import { testServerIdentity } from './testing.ts'
import { verifyUserCheckDevice } from './server/verifyUserCheckDevice.ts'

const error = (code: string) => expect.objectContaining({ code }) as Error

describe('spec 4 sign config', () => {
  it('starts notStarted, without a fetch or a byte of cryptography', async () => {
    const { sign, counts } = createWorld()
    expect(sign.getState()).toBe('notStarted')
    expect(counts).toEqual({ fetches: 0, cryptoLoads: 0, generations: 0 })
  })

  it('ends verified against the pinned issuer', async () => {
    const { sign } = createWorld()
    const seen: string[] = []
    sign.subscribe(() => void seen.push(sign.getState()))
    expect(await sign.init()).toBe('verified')
    expect(seen).toEqual(['fetching', 'verified'])
  })

  it('fetches once for two page loads and verifies at each', async () => {
    const { sign, openPage, counts } = createWorld()
    await sign.init()
    expect(await openPage().init()).toBe('verified')
    expect(counts).toMatchObject({ fetches: 1, cryptoLoads: 2 })
  })

  it('survives a session storage that somebody tampered with', async () => {
    const { sign, openPage, configStorage, events, counts } = createWorld()
    await sign.init()
    const stored = JSON.parse(configStorage.get('gatewaySignConfig') ?? '') as object
    configStorage.set('gatewaySignConfig', JSON.stringify({ ...stored, serverPublicKeySign: testServerIdentity.serverPublicKeySign.replace(/^./, 'A') }))
    expect(await openPage().init()).toBe('verified')
    expect(events).toEqual([{ type: 'config-cache-rejected', code: 'CONFIG_UNVERIFIED' }])
    expect(counts.fetches).toBe(2)
  })

  it('fails when the pinned issuer is another one, and says so', async () => {
    const { sign, events } = createWorld({ options: { issuerCertificates: [] } })
    expect(await sign.init()).toBe('failed')
    expect(events).toEqual([expect.objectContaining({ type: 'config-failed', code: 'CERTIFICATE_INVALID' })])
  })

  it('takes two issuers at most', () => {
    const pem = testServerIdentity.issuerCertificatePem
    expect(() => createWorld({ options: { issuerCertificates: [pem, pem, pem] } })).toThrow(error('CERTIFICATE_INVALID'))
  })
})

describe('spec 4 clientOpen false', () => {
  it('lets every request go unchanged and loads no cryptography', async () => {
    const { sign, counts, stamp } = createWorld({ config: { clientOpen: false } })
    const body = { loginName: 'a', pwd: 'p' }
    expect(await sign.prepareBody({ path: '/v1/user/login', ...stamp(), body })).toBe(body)
    expect(await sign.sign({ method: 'POST', path: '/v1/spot/order/place', ...stamp(), body: '{}' })).toEqual({})
    expect(await sign.sign({ method: 'POST', path: '//odd', ...stamp(), body: null })).toEqual({})
    await sign.afterLogin({ path: '/v1/user/login', data: { userInfo: { userId: 'u1' } } })
    expect(sign.getState()).toBe('off')
    expect(counts).toEqual({ fetches: 1, cryptoLoads: 0, generations: 0 })
  })

  it('still drops the token entry at log-out, without cryptography', async () => {
    const { sign, keyStorage, counts } = createWorld({ config: { clientOpen: false } })
    await keyStorage.set('sign_key:token:t0', 'left over')
    await keyStorage.set('sign_key:uid:u1', 'kept')
    await sign.init()
    await sign.forgetSession()
    expect(await keyStorage.keys()).toEqual(['sign_key:uid:u1'])
    expect(counts.cryptoLoads).toBe(0)
  })
})

describe('spec 7 a request through both halves', () => {
  it('is encrypted, bound, signed and accepted', async () => {
    const { logIn, send, keyStorage } = createWorld()
    const { body, opened } = await logIn()
    expect(Object.keys(body)).toEqual(['languageType', 'bodyCiphertext'])
    expect(opened).toMatchObject({ ok: true, fields: { loginName: 'a@b.c', pwd: 'p', languageType: 0 } })
    expect((await keyStorage.keys()).sort()).toEqual(['sign_key:token:t1', 'sign_key:uid:u1'])

    const { headers, verdict } = await send()
    expect(Object.keys(headers).sort()).toEqual(['device-sign', 'device-sign-data-md5', 'device-sign-key', 'device-sign-mode'])
    expect(verdict).toEqual({ ok: true, mode: '2', keyId: headers['device-sign-key'] })
  })

  it.each([
    ['1', 'GET', '/v1/user/overview/userinfo', ''],
    ['1', 'GET', '/v1/spot/order/open', ''],
    ['0', 'GET', '/v1/spot/public/symbols', ''],
    ['2', 'POST', '/v1/spot/order/place', '{"note":"é€🚀\\n"}'],
    ['2', 'POST', '/v1/spot/order/place', ''],
  ])('is signed in mode %s: %s %s', async (mode, method, path, body) => {
    const { logIn, send } = createWorld()
    await logIn()
    expect((await send({ method, path, body })).verdict).toMatchObject({ ok: true, mode })
  })

  it('wire 8 works with rsa2048 when the gateway asks for it', async () => {
    const { logIn, send } = createWorld({ config: { defaultAlgorithm: 'rsa2048' } })
    expect((await logIn()).opened).toMatchObject({ clientKey: { algorithm: 'rsa2048' } })
    expect((await send()).verdict).toMatchObject({ ok: true })
  })

  it('survives a reload', async () => {
    const { logIn, send, openPage } = createWorld()
    await logIn()
    expect((await send({ client: openPage() })).verdict).toMatchObject({ ok: true })
  })

  it('carries no header where no rule matches', async () => {
    const { sign, stamp } = createWorld()
    expect(await sign.sign({ method: 'POST', path: '/v1/user/message/sendCode', ...stamp(), body: '{}' })).toEqual({})
  })

  it('never carries the public key', async () => {
    const { logIn, send } = createWorld()
    const { opened } = await logIn()
    const publicKey = opened.ok ? opened.clientKey?.publicKey : ''
    expect(publicKey).not.toBe('')
    expect(JSON.stringify((await send()).headers)).not.toContain(publicKey)
  })
})

describe('spec 5 a request that cannot be signed is not sent', () => {
  it.each(['//evil.example/v1/spot/order/place', '/v1/spot/../spot/order/place', '/v1/spot/order/place?x=1'])('to the path %s', async (path) => {
    const { logIn, sign, stamp } = createWorld()
    await logIn()
    await expect(sign.sign({ method: 'POST', path, ...stamp(), body: '{}' })).rejects.toThrow(error('INVALID_PATH'))
  })

  it.each([
    ['without tm', { tm: '' }],
    ['without a trace id', { traceId: '' }],
    ['with a trace id of another time', { tm: '1732238512346' }],
  ])('%s', async (_, change) => {
    const { logIn, sign, stamp } = createWorld()
    await logIn()
    await expect(sign.sign({ method: 'POST', path: '/v1/spot/order/place', ...stamp(), ...change, body: '{}' })).rejects.toThrow(error('INVALID_STAMP'))
  })

  it('wire 2 with a form or a stream under mode 2, while mode 1 takes it', async () => {
    const { logIn, sign, stamp } = createWorld()
    await logIn()
    await expect(sign.sign({ method: 'POST', path: '/v1/spot/order/place', ...stamp(), body: null })).rejects.toThrow(error('UNSIGNABLE_BODY'))
    await expect(sign.sign({ method: 'POST', path: '/v1/spot/upload', ...stamp(), body: null })).resolves.toMatchObject({ 'device-sign-mode': '1' })
  })

  it('wire 8 without a bound key: one message, not a loop', async () => {
    const { sign, stamp, events, cookies } = createWorld()
    cookies.set('x_token', 't1')
    const ask = () => sign.sign({ method: 'POST', path: '/v1/spot/order/place', ...stamp(), body: '{}' })
    for (let request = 0; request < 5; request++) await expect(ask()).rejects.toThrow(error('NO_BOUND_KEY'))
    expect(events).toEqual([{ type: 'login-required', path: '/v1/spot/order/place' }])
  })
})

describe('spec 4 key life', () => {
  it('makes one key for a log-in with a second factor and another try', async () => {
    const { sign, stamp, logIn, counts, send } = createWorld()
    const body = { loginName: 'a', pwd: 'wrong' }
    await sign.prepareBody({ path: '/v1/user/login', ...stamp(), body })
    await sign.afterLogin({ path: '/v1/user/login', data: { verifyToken: 't', methods: ['email'] } })
    await logIn({ path: '/v1/user/login/verify' })
    expect(counts.generations).toBe(1)
    expect((await send()).verdict).toMatchObject({ ok: true })
  })

  it('binds under accessTokenResVO too', async () => {
    const { sign, stamp, cookies, keyStorage } = createWorld()
    const path = '/v1/user/login/verify/v2'
    await sign.prepareBody({ path, ...stamp(), body: { verifyToken: 't', googleCode: '1' } })
    cookies.set('x_token', 't1')
    await sign.afterLogin({ path, data: { accessTokenResVO: { userInfo: { userId: 'u9' } } } })
    expect((await keyStorage.keys()).sort()).toEqual(['sign_key:token:t1', 'sign_key:uid:u9'])
  })

  it.each([
    ['the answer names no user', { x_token: 't1' }, {}],
    ['there is no token cookie', {}, { userInfo: { userId: 'u1' } }],
  ])('binds nothing when %s', async (_, cookieValues, data) => {
    const { sign, stamp, cookies, keyStorage } = createWorld()
    await sign.prepareBody({ path: '/v1/user/login', ...stamp(), body: { pwd: 'p' } })
    for (const [name, value] of Object.entries(cookieValues)) cookies.set(name, value)
    await sign.afterLogin({ path: '/v1/user/login', data })
    expect(await keyStorage.keys()).toEqual(['sign_key:backup'])
  })

  it('binds nothing that did not travel in this log-in', async () => {
    const { sign, cookies, keyStorage, stamp } = createWorld()
    await sign.prepareBody({ path: '/v1/user/login', ...stamp(), body: { pwd: 'p' } })
    cookies.set('x_token', 't1')
    await sign.afterLogin({ path: '/v1/user/register/email', data: { userInfo: { userId: 'u1' } } })
    expect(await keyStorage.keys()).toEqual(['sign_key:backup'])
  })

  it('uses a key for one log-in only', async () => {
    const { logIn, counts, bound, sign } = createWorld()
    await logIn()
    await sign.forgetSession()
    await logIn({ token: 't2' })
    expect(counts.generations).toBe(2)
    expect(bound.size).toBe(2)
  })

  it('drops the token entry only at log-out', async () => {
    const { logIn, sign, keyStorage } = createWorld()
    await logIn()
    await sign.forgetSession()
    expect(await keyStorage.keys()).toEqual(['sign_key:uid:u1'])
  })
})

describe('spec 5 encryption that fails', () => {
  const body = { loginName: 'a', pwd: 'p' }
  const unverified = { issuerCertificates: [] }

  it('wire 4 blocks the log-in by default, with an event', async () => {
    const { sign, stamp, events } = createWorld({ options: unverified })
    await expect(sign.prepareBody({ path: '/v1/user/login', ...stamp(), body })).rejects.toThrow(error('ENCRYPTION_UNAVAILABLE'))
    expect(events.at(-1)).toEqual({ type: 'encryption-failed', path: '/v1/user/login', outcome: 'blocked', code: 'CERTIFICATE_INVALID' })
  })

  it('sends it in clear where the option says so, with an event', async () => {
    const { sign, stamp, events } = createWorld({ options: { ...unverified, onEncryptFailure: 'plaintext' } })
    expect(await sign.prepareBody({ path: '/v1/user/login', ...stamp(), body })).toBe(body)
    expect(events.at(-1)).toEqual({ type: 'encryption-failed', path: '/v1/user/login', outcome: 'plaintext', code: 'CERTIFICATE_INVALID' })
  })

  it('is the same when the cipher itself fails', async () => {
    const { sign, stamp, events } = createWorld({ options: { random: { bytes: () => new Uint8Array(1) } } })
    await expect(sign.prepareBody({ path: '/v1/user/login', ...stamp(), body })).rejects.toThrow(error('ENCRYPTION_UNAVAILABLE'))
    expect(events.at(-1)).toMatchObject({ type: 'encryption-failed', outcome: 'blocked' })
  })

  it('is the same outside a secure context', async () => {
    const { sign, stamp } = createWorld({ options: { secureContext: false, loadCrypto: undefined as never } })
    await expect(sign.prepareBody({ path: '/v1/user/login', ...stamp(), body })).rejects.toThrow(error('ENCRYPTION_UNAVAILABLE'))
  })

  it('leaves other requests alone', async () => {
    const { sign, stamp } = createWorld({ options: unverified })
    expect(await sign.prepareBody({ path: '/v1/user/logout', ...stamp(), body })).toBe(body)
    expect(await sign.sign({ method: 'POST', path: '/v1/spot/order/place', ...stamp(), body: '{}' })).toEqual({})
  })

  it('never names a value in the error or the event', async () => {
    const { sign, stamp, events } = createWorld({ options: unverified })
    const thrown = await sign.prepareBody({ path: '/v1/user/login', ...stamp(), body: { pwd: 'SECRET' } }).catch((cause: unknown) => cause as Error)
    expect(JSON.stringify([events, thrown, (thrown as Error).message])).not.toContain('SECRET')
  })
})

describe('wire 5 device check', () => {
  const path = '/v1/user/device/check'

  it('is left alone on a device without a bound key', async () => {
    const { sign, stamp } = createWorld()
    const body = { a: 1 }
    expect(await sign.prepareBody({ path, ...stamp(), body })).toBe(body)
  })

  it('is vouched for by the bound key after the first log-in, with an empty new key', async () => {
    const { sign, stamp, logIn } = createWorld()
    const { opened } = await logIn()
    const lastKey = opened.ok ? opened.clientKey! : undefined
    const times = stamp()
    const body = await sign.prepareBody({ path, ...times, body: { languageType: 0 } })
    expect(body).toMatchObject({ languageType: 0, lastAlgorithm: 'rsa1024' })
    expect(verifyUserCheckDevice({ path, ...times, newKeyId: '', sign: String(body['userCheckDeviceSign']), lastKey: lastKey! })).toBe(true)
  })

  it('is vouched for by the key before, after another log-in', async () => {
    const { sign, stamp, logIn, openPage, cookies } = createWorld()
    const first = await logIn()
    await sign.forgetSession()
    cookies.remove('x_token')
    const second = await logIn({ token: 't2' })
    const [lastKey, newKey] = [first, second].map(({ opened }) => (opened.ok ? opened.clientKey! : undefined))
    const times = stamp()
    const body = await openPage().prepareBody({ path, ...times, body: {} })
    const check = { path, ...times, sign: String(body['userCheckDeviceSign']) }
    expect(verifyUserCheckDevice({ ...check, newKeyId: newKey!.keyId, lastKey: lastKey! })).toBe(true)
    expect(verifyUserCheckDevice({ ...check, newKeyId: '', lastKey: newKey! })).toBe(false)
  })

  it('is signed as a whole afterwards', async () => {
    const { sign, stamp, logIn, send } = createWorld()
    await logIn()
    const body = await sign.prepareBody({ path, ...stamp(), body: {} })
    expect((await send({ path, body: JSON.stringify(body) })).verdict).toMatchObject({ ok: true, mode: '2' })
  })
})

describe('spec 8 gateway sign codes', () => {
  it.each(['00020', '00021'] as const)('%s resets, and fetches again after two seconds', async (code) => {
    const { sign, clock, counts, events } = createWorld()
    await sign.init()
    sign.onVerdict(code)
    sign.onVerdict(code)
    expect(sign.getState()).toBe('notStarted')
    expect(counts.fetches).toBe(1)
    await clock.advance(2_000)
    await sign.init()
    expect(counts.fetches).toBe(2)
    expect(events).toEqual([1, 2].map(() => ({ type: 'verdict', code, reset: true, refetch: true, sampleClock: false, logOut: false, report: false })))
  })

  it('00022 resets and asks for the clock, without a fetch', async () => {
    const { sign, clock, counts, events } = createWorld()
    await sign.init()
    sign.onVerdict('00022')
    expect(sign.getState()).toBe('notStarted')
    await clock.advance(10_000)
    expect(await sign.init()).toBe('verified')
    expect(counts.fetches).toBe(1)
    expect(events).toEqual([expect.objectContaining({ code: '00022', reset: true, refetch: false, sampleClock: true })])
  })

  it('00023 asks for log-out and a report, and keeps the configuration', async () => {
    const { sign, events } = createWorld()
    await sign.init()
    sign.onVerdict('00023')
    expect(sign.getState()).toBe('verified')
    expect(events).toEqual([expect.objectContaining({ code: '00023', reset: false, logOut: true, report: true })])
  })

  it('00023 has the key read from storage again', async () => {
    const { sign, logIn, send, keyStorage, events } = createWorld()
    await logIn()
    await send()
    await keyStorage.remove('sign_key:token:t1')
    await keyStorage.remove('sign_key:uid:u1')
    sign.onVerdict('00023')
    await expect(send()).rejects.toThrow(error('NO_BOUND_KEY'))
    expect(events.at(-1)).toMatchObject({ type: 'login-required' })
  })
})

describe('reset and disposal', () => {
  it('reset goes back to notStarted and forgets the cached configuration', async () => {
    const { sign, configStorage, counts } = createWorld()
    await sign.init()
    sign.reset()
    expect(sign.getState()).toBe('notStarted')
    expect(configStorage.keys()).toEqual([])
    await sign.init()
    expect(counts.fetches).toBe(2)
  })

  it('dispose leaves no timer', async () => {
    const { sign, clock } = createWorld()
    await sign.init()
    sign.onVerdict('00020')
    sign.dispose()
    await clock.advance(0)
    expect(clock.pendingTimers()).toBe(0)
  })

  it('importing and creating touches nothing', () => {
    const touch = () => {
      throw new Error('touched')
    }
    const storage = { get: touch, set: touch, remove: touch, keys: touch }
    const options = { configStorage: storage, keyStorage: storage, cookies: storage, fetchConfig: touch, random: { bytes: touch }, clock: { now: touch, monotonic: touch, after: touch } }
    expect(() => createGatewaySign({ ...options, secureContext: true, issuerCertificates: [] })).not.toThrow()
  })
})
