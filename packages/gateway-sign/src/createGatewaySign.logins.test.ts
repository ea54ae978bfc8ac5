import type { Locks } from '@x/kit'
import { createMemoryLocks } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import type { GatewaySignOptions } from './createGatewaySign.ts'
import { createFixture } from './testing/createFixture.ts'

const error = (code: string) => expect.objectContaining({ code }) as Error

describe('key life (spec 4.6)', () => {
  it('makes one key for a log-in with a second factor and another try', async () => {
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

  it('binds under accessTokenResVO too', async () => {
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

  it('binds nothing that did not travel in this log-in', async () => {
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

  it('drops the token entry only at log-out', async () => {
    const { logIn, sign, keyStorage } = createFixture()
    await logIn()
    await sign.forgetSession()
    expect(await keyStorage.keys()).toEqual(['sign_key:uid:u1'])
  })
})

describe('between the cookie of a log-in and its key (wire 8)', () => {
  const path = '/v1/user/login'

  /**
   * A second log-in whose cookie has come and whose key is not bound yet, and a request made
   * meanwhile by `client`.
   */
  async function betweenCookieAndKey({
    options = {},
  }: { options?: Partial<GatewaySignOptions> } = {}) {
    const world = createFixture({ options: { locks: createMemoryLocks(), ...options } })
    const { sign, stamp, logIn, cookies, decryptor, bound, clock } = world
    await logIn()
    const other = world.openPage()
    let bind = () => {}
    const told = new Promise<void>((resolve) => (bind = resolve))
    const loggedIn = sign.withLoginLock(path, async () => {
      const times = stamp()
      const body = await sign.prepareBody({ path, ...times, body: { loginName: 'a', pwd: 'p' } })
      const opened = decryptor.decrypt({ path, ...times, body })
      // The key of the session before is good for nothing now (docs/adr/sessions.md).
      bound.clear()
      if (opened.ok && opened.clientKey) bound.set(opened.clientKey.keyId, opened.clientKey)
      cookies.set('x_token', 't2')
      await told
      await sign.afterLogin({ path, data: { userInfo: { userId: 'u1' } } })
    })
    while (cookies.get('x_token') !== 't2') await clock.advance(0)
    return { ...world, other, loggedIn, bind }
  }

  it.each(['the tab of the log-in', 'another tab'])(
    'a request of %s waits for the new key: the old one would end the new session',
    async (whose) => {
      const { sign, other, send, bind, loggedIn, clock } = await betweenCookieAndKey()
      const sent = send({ client: whose === 'another tab' ? other : sign })
      await clock.advance(0)
      bind()
      await loggedIn
      expect((await sent).verdict).toMatchObject({ ok: true })
    },
  )

  it('does not wait in the turn of the log-in itself, which is signed as before', async () => {
    const { sign, stamp, cookies, logIn, clock } = createFixture({
      config: { exactUrls: { [path]: '2' } },
      options: { locks: createMemoryLocks() },
    })
    await logIn()
    // A renewed session whose key stands under its user alone.
    cookies.set('x_token', 'renewed')
    const headers = sign.withLoginLock(path, () =>
      sign.sign({ method: 'POST', path, ...stamp(), body: '{}' }),
    )
    await clock.advance(0)
    expect(Object.keys(await headers)).toHaveLength(4)
  })

  it('waits once for a token without a key of its own, and then signs with the user’s', async () => {
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

  it('does not wait for ever: a tab that fell asleep in its log-in keeps nobody', async () => {
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

  it('without Web Locks a request is signed at once, with the key there is', async () => {
    const { sign, stamp } = await betweenCookieAndKey({ options: { locks: undefined } })
    expect(
      Object.keys(
        await sign.sign({ method: 'POST', path: '/v1/spot/order/place', ...stamp(), body: '{}' }),
      ),
    ).toHaveLength(4)
  })
})

describe('encryption that fails (spec 5.7)', () => {
  const body = { loginName: 'a', pwd: 'p' }
  const unverified = { issuerCertificates: [] }

  it('blocks the log-in by default, with an event (PROTOCOL T3, wire 4)', async () => {
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

  it('sends it in clear where the option says so, with an event', async () => {
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

  it('is the same when the cipher itself fails', async () => {
    const { sign, stamp, events } = createFixture({
      options: { random: { bytes: () => new Uint8Array(1) } },
    })
    await expect(sign.prepareBody({ path: '/v1/user/login', ...stamp(), body })).rejects.toThrow(
      error('ENCRYPTION_UNAVAILABLE'),
    )
    expect(events.at(-1)).toMatchObject({ type: 'encryption-failed', outcome: 'blocked' })
  })

  it('is the same outside a secure context', async () => {
    const { sign, stamp } = createFixture({
      options: { secureContext: false, loadCrypto: undefined as never },
    })
    await expect(sign.prepareBody({ path: '/v1/user/login', ...stamp(), body })).rejects.toThrow(
      error('ENCRYPTION_UNAVAILABLE'),
    )
  })

  it('leaves other requests alone', async () => {
    const { sign, stamp } = createFixture({ options: unverified })
    expect(await sign.prepareBody({ path: '/v1/user/logout', ...stamp(), body })).toBe(body)
    expect(
      await sign.sign({ method: 'POST', path: '/v1/spot/order/place', ...stamp(), body: '{}' }),
    ).toEqual({})
  })

  it('never names a value in the error or the event', async () => {
    const { sign, stamp, events } = createFixture({ options: unverified })
    const thrown = await sign
      .prepareBody({ path: '/v1/user/login', ...stamp(), body: { pwd: 'SECRET' } })
      .catch((cause: unknown) => cause as Error)
    expect(JSON.stringify([events, thrown, (thrown as Error).message])).not.toContain('SECRET')
  })
})
