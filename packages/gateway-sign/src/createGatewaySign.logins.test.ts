import type { Locks } from '@x/kit'
import { createMemoryLocks } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import type { GatewaySignOptions } from './createGatewaySign.ts'
import { createTestConfig, testClientKeys } from './testing.ts'
import { createFixture } from './testing/createFixture.ts'

const error = (code: string) => expect.objectContaining({ code }) as Error

describe('key lifecycle (spec 4.6)', () => {
  it('generates one key for a log-in with second factor and retry', async () => {
    const { sign, stamp, logIn, counts, send } = createFixture()
    const body = { loginName: 'a', pwd: 'wrong' }
    await sign.prepareBody({ path: '/v1/user/login', ...stamp(), body })
    await sign.afterLogin({
      path: '/v1/user/login',
      data: { verifyToken: 't', methods: ['email'] },
    })
    await logIn({ path: '/v1/user/login/verify' })
    expect(counts.generations).toBe(1)
    expect((await send()).verdict).toMatchObject({ ok: true })
  })

  it('binds the user id of accessTokenResVO', async () => {
    const { sign, stamp, cookies, keyStorage } = createFixture()
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
    const { sign, stamp, cookies, keyStorage } = createFixture()
    await sign.prepareBody({ path: '/v1/user/login', ...stamp(), body: { pwd: 'p' } })
    for (const [name, value] of Object.entries(cookieValues)) cookies.set(name, value)
    await sign.afterLogin({ path: '/v1/user/login', data })
    expect(await keyStorage.keys()).toEqual(['sign_key:backup'])
  })

  it('binds only the key sent in this log-in', async () => {
    const { sign, cookies, keyStorage, stamp } = createFixture()
    await sign.prepareBody({ path: '/v1/user/login', ...stamp(), body: { pwd: 'p' } })
    cookies.set('x_token', 't1')
    await sign.afterLogin({ path: '/v1/user/register/email', data: { userInfo: { userId: 'u1' } } })
    expect(await keyStorage.keys()).toEqual(['sign_key:backup'])
  })

  it('uses a key for one log-in only', async () => {
    const { logIn, counts, bound, sign } = createFixture()
    await logIn()
    await sign.forgetSession()
    await logIn({ token: 't2' })
    expect(counts.generations).toBe(2)
    expect(bound.size).toBe(2)
  })

  it('removes only the token entry at log-out', async () => {
    const { logIn, sign, keyStorage } = createFixture()
    await logIn()
    await sign.forgetSession()
    expect(await keyStorage.keys()).toEqual(['sign_key:uid:u1'])
  })
})

describe('requests between the login cookie and the key binding (wire 8)', () => {
  const path = '/v1/user/login'

  /**
   * A second log-in whose cookie is set and whose key is not bound yet, and a concurrent request by
   * `client`.
   */
  async function betweenCookieAndKey({
    options = {},
  }: { options?: Partial<GatewaySignOptions> } = {}) {
    const fixture = createFixture({ options: { locks: createMemoryLocks(), ...options } })
    const { sign, stamp, logIn, cookies, decryptor, bound, clock } = fixture
    await logIn()
    const other = fixture.openPage()
    let bind = () => {}
    const bindReached = new Promise<void>((resolve) => (bind = resolve))
    const loggedIn = sign.withLoginLock(path, async () => {
      const times = stamp()
      const body = await sign.prepareBody({ path, ...times, body: { loginName: 'a', pwd: 'p' } })
      const opened = decryptor.decrypt({ path, ...times, body })
      // The previous session's key is no longer accepted, because keys belong to sessions.
      bound.clear()
      if (opened.ok && opened.clientKey) bound.set(opened.clientKey.keyId, opened.clientKey)
      cookies.set('x_token', 't2')
      await bindReached
      await sign.afterLogin({ path, data: { userInfo: { userId: 'u1' } } })
    })
    while (cookies.get('x_token') !== 't2') await clock.advance(0)
    return { ...fixture, other, loggedIn, bind }
  }

  it.each(['the tab of the log-in', 'another tab'])(
    'waits for the new key before a request of %s',
    async (sender) => {
      const { sign, other, send, bind, loggedIn, clock } = await betweenCookieAndKey()
      const sent = send({ client: sender === 'another tab' ? other : sign })
      await clock.advance(0)
      bind()
      await loggedIn
      expect((await sent).verdict).toMatchObject({ ok: true })
    },
  )

  it('does not wait inside the log-in itself', async () => {
    const { sign, stamp, cookies, logIn, clock } = createFixture({
      config: { exactUrls: { [path]: '2' } },
      options: { locks: createMemoryLocks() },
    })
    await logIn()
    // A renewed session whose key is in the user-id entry only.
    cookies.set('x_token', 'renewed')
    const headers = sign.withLoginLock(path, () =>
      sign.sign({ method: 'POST', path, ...stamp(), body: '{}' }),
    )
    await clock.advance(0)
    expect(Object.keys(await headers)).toHaveLength(4)
  })

  it("waits once for a token without key, then uses the user's key", async () => {
    let asked = 0
    const memory = createMemoryLocks()
    const locks: Locks = {
      request: (name, options, run) => (asked++, memory.request(name, options, run)),
    }
    const { logIn, cookies, send } = createFixture({ options: { locks } })
    await logIn()
    cookies.set('x_token', 'renewed')
    for (let n = 0; n < 3; n++) expect((await send()).verdict).toMatchObject({ ok: true })
    expect(asked).toBe(1)
  })

  it('stops waiting for a suspended tab after the limit', async () => {
    const { sign, stamp, clock } = await betweenCookieAndKey()
    const headers = sign.sign({
      method: 'POST',
      path: '/v1/spot/order/place',
      ...stamp(),
      body: '{}',
    })
    await clock.advance(30_000)
    expect(Object.keys(await headers)).toHaveLength(4)
  })

  it('signs at once with the current key without Web Locks', async () => {
    const { sign, stamp } = await betweenCookieAndKey({ options: { locks: undefined } })
    expect(
      Object.keys(
        await sign.sign({ method: 'POST', path: '/v1/spot/order/place', ...stamp(), body: '{}' }),
      ),
    ).toHaveLength(4)
  })
})

describe('failed encryption (spec 5.7)', () => {
  const body = { loginName: 'a', pwd: 'p' }
  const unverified = { issuerCertificates: [] }

  it('blocks the log-in by default and emits an event (PROTOCOL T3, wire 4)', async () => {
    const { sign, stamp, events } = createFixture({ options: unverified })
    await expect(sign.prepareBody({ path: '/v1/user/login', ...stamp(), body })).rejects.toThrow(
      error('ENCRYPTION_UNAVAILABLE'),
    )
    expect(events.at(-1)).toEqual({
      type: 'encryption-failed',
      path: '/v1/user/login',
      outcome: 'blocked',
      code: 'CERTIFICATE_INVALID',
    })
  })

  it.each([
    [undefined, 'no gatewaySignConfig with a clientOpen'],
    [
      {
        gatewaySignConfig: createTestConfig({ serverPublicKey: testClientKeys.rsa2048.publicKey }),
      },
      'Pass its issuerCertificatePem',
    ],
  ])('says what the page or its server lacks', async (config, way) => {
    const { sign, stamp } = createFixture({ options: { fetchConfig: async () => config } })
    await expect(sign.prepareBody({ path: '/v1/user/login', ...stamp(), body })).rejects.toThrow(
      way,
    )
  })

  it('sends plain text and emits an event with the plaintext policy', async () => {
    const { sign, stamp, events } = createFixture({
      options: { ...unverified, onEncryptFailure: 'plaintext' },
    })
    expect(await sign.prepareBody({ path: '/v1/user/login', ...stamp(), body })).toBe(body)
    expect(events.at(-1)).toEqual({
      type: 'encryption-failed',
      path: '/v1/user/login',
      outcome: 'plaintext',
      code: 'CERTIFICATE_INVALID',
    })
  })

  it('blocks the log-in when the cipher fails', async () => {
    const { sign, stamp, events } = createFixture({
      options: { random: { bytes: () => new Uint8Array(1) } },
    })
    await expect(sign.prepareBody({ path: '/v1/user/login', ...stamp(), body })).rejects.toThrow(
      error('ENCRYPTION_UNAVAILABLE'),
    )
    expect(events.at(-1)).toMatchObject({ type: 'encryption-failed', outcome: 'blocked' })
  })

  it('blocks the log-in outside a secure context', async () => {
    const { sign, stamp } = createFixture({
      options: { secureContext: false, loadCrypto: undefined as never },
    })
    const blocked = sign.prepareBody({ path: '/v1/user/login', ...stamp(), body })
    await expect(blocked).rejects.toThrow(error('ENCRYPTION_UNAVAILABLE'))
    await expect(blocked).rejects.toThrow('needs https or localhost; elsewhere pass loadCrypto')
  })

  it('leaves other requests unchanged', async () => {
    const { sign, stamp } = createFixture({ options: unverified })
    expect(await sign.prepareBody({ path: '/v1/user/logout', ...stamp(), body })).toBe(body)
    expect(
      await sign.sign({ method: 'POST', path: '/v1/spot/order/place', ...stamp(), body: '{}' }),
    ).toEqual({})
  })

  it('keeps field values out of the error and the event', async () => {
    const { sign, stamp, events } = createFixture({ options: unverified })
    const thrown = await sign
      .prepareBody({ path: '/v1/user/login', ...stamp(), body: { pwd: 'SECRET' } })
      .catch((cause: unknown) => cause as Error)
    expect(JSON.stringify([events, thrown, (thrown as Error).message])).not.toContain('SECRET')
  })
})
