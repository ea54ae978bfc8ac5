import { describe, expect, it } from 'vitest'
import { createWorld } from './laws/createWorld.ts'

const error = (code: string) => expect.objectContaining({ code }) as Error

describe('spec 4.6 key life', () => {
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

describe('spec 5.7 encryption that fails', () => {
  const body = { loginName: 'a', pwd: 'p' }
  const unverified = { issuerCertificates: [] }

  it('PROTOCOL T3 wire 4 blocks the log-in by default, with an event', async () => {
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
