import { describe, expect, it } from 'vitest'
import { createFixture, SESSION } from './testing/createFixture.ts'
import { verifyUserCheckDevice } from './server/verifyUserCheckDevice.ts'

const error = (code: string) => expect.objectContaining({ code }) as Error

describe('a request through both halves (spec 7.11)', () => {
  it('is encrypted, bound, signed and accepted', async () => {
    const { logIn, send, keyStorage } = createFixture()
    const { body, opened } = await logIn()
    expect(Object.keys(body)).toEqual(['languageType', 'bodyCiphertext'])
    expect(opened).toMatchObject({
      ok: true,
      fields: { loginName: 'a@b.c', pwd: 'p', languageType: 0 },
    })
    expect((await keyStorage.keys()).sort()).toEqual(['sign_key:token:t1', 'sign_key:uid:u1'])

    const { headers, verdict } = await send()
    expect(Object.keys(headers).sort()).toEqual([
      'device-sign',
      'device-sign-data-md5',
      'device-sign-key',
      'device-sign-mode',
    ])
    expect(verdict).toEqual({ ok: true, mode: '2', keyId: headers['device-sign-key'] })
  })

  it.each([
    ['1', 'GET', '/v1/user/overview/userinfo', ''],
    ['1', 'GET', '/v1/spot/order/open', ''],
    ['0', 'GET', '/v1/spot/public/symbols', ''],
    ['2', 'POST', '/v1/spot/order/place', '{"note":"é€🚀\\n"}'],
    ['2', 'POST', '/v1/spot/order/place', ''],
  ])('is signed in mode %s: %s %s', async (mode, method, path, body) => {
    const { logIn, send } = createFixture()
    await logIn()
    expect((await send({ method, path, body })).verdict).toMatchObject({ ok: true, mode })
  })

  it('works with rsa2048 when the gateway asks for it (wire 8)', async () => {
    const { logIn, send } = createFixture({ config: { defaultAlgorithm: 'rsa2048' } })
    expect((await logIn()).opened).toMatchObject({ clientKey: { algorithm: 'rsa2048' } })
    expect((await send()).verdict).toMatchObject({ ok: true })
  })

  it('survives a reload', async () => {
    const { logIn, send, openPage } = createFixture()
    await logIn()
    expect((await send({ client: openPage() })).verdict).toMatchObject({ ok: true })
  })

  it('has no sign header without a matching rule', async () => {
    const { sign, stamp } = createFixture()
    expect(
      await sign.sign({
        method: 'POST',
        path: '/v1/user/message/sendCode',
        ...stamp(),
        body: '{}',
      }),
    ).toEqual({})
  })

  it('never contains the public key', async () => {
    const { logIn, send } = createFixture()
    const { opened } = await logIn()
    const publicKey = opened.ok ? opened.clientKey?.publicKey : ''
    expect(publicKey).not.toBe('')
    expect(JSON.stringify((await send()).headers)).not.toContain(publicKey)
  })
})

describe('a request that cannot be signed is rejected (spec 5.8)', () => {
  it.each([
    '//evil.example/v1/spot/order/place',
    '/v1/spot/../spot/order/place',
    '/v1/spot/order/place?x=1',
  ])('rejects the path %s', async (path) => {
    const { logIn, sign, stamp } = createFixture()
    await logIn()
    await expect(sign.sign({ method: 'POST', path, ...stamp(), body: '{}' })).rejects.toThrow(
      error('INVALID_PATH'),
    )
  })

  it.each([
    ['without tm', { tm: '' }],
    ['without a trace id', { traceId: '' }],
    ['with a trace id of another time', { tm: '1732238512346' }],
  ])('rejects a stamp %s', async (_, change) => {
    const { logIn, sign, stamp } = createFixture()
    await logIn()
    await expect(
      sign.sign({
        method: 'POST',
        path: '/v1/spot/order/place',
        ...stamp(),
        ...change,
        body: '{}',
      }),
    ).rejects.toThrow(error('INVALID_STAMP'))
  })

  it('rejects a form or stream in mode 2 only (wire 2)', async () => {
    const { logIn, sign, stamp } = createFixture()
    await logIn()
    await expect(
      sign.sign({ method: 'POST', path: '/v1/spot/order/place', ...stamp(), body: null }),
    ).rejects.toThrow(error('UNSIGNABLE_BODY'))
    await expect(
      sign.sign({ method: 'POST', path: '/v1/spot/upload', ...stamp(), body: null }),
    ).resolves.toMatchObject({ 'device-sign-mode': '1' })
  })

  it('rejects a request without bound key and emits login-required once (wire 8)', async () => {
    const { sign, stamp, events, cookies } = createFixture()
    cookies.set('x_token', 't1')
    const ask = () =>
      sign.sign({ method: 'POST', path: '/v1/spot/order/place', ...stamp(), body: '{}' })
    for (let request = 0; request < 5; request++)
      await expect(ask()).rejects.toThrow(error('NO_BOUND_KEY'))
    expect(events).toEqual([{ type: 'login-required', path: '/v1/spot/order/place' }])
  })
})

describe('a stolen session cookie (PROTOCOL T9)', () => {
  const path = '/v1/spot/order/place'
  const body = '{"size":"1"}'

  it('cannot sign in another browser', async () => {
    const { logIn, cookies } = createFixture()
    await logIn()
    const attacker = createFixture({ options: { cookies } })
    await expect(
      attacker.sign.sign({ method: 'POST', path, ...attacker.stamp(), body }),
    ).rejects.toThrow(error('NO_BOUND_KEY'))
  })

  it("is refused without a signature and under the attacker's key", async () => {
    const { logIn, stamp, verifier } = createFixture()
    await logIn()
    const times = stamp()
    const headers = { tm: times.tm, 'trace-id': times.traceId }
    expect(
      await verifier.verify({ method: 'POST', path, body, session: SESSION, headers }),
    ).toMatchObject({ code: '00020' })
    const attacker = createFixture()
    await attacker.logIn()
    const signed = await attacker.sign.sign({ method: 'POST', path, ...times, body })
    expect(
      await verifier.verify({
        method: 'POST',
        path,
        body,
        session: SESSION,
        headers: { ...headers, ...signed },
      }),
    ).toEqual({ ok: false, code: '00023', reason: 'key-unknown' })
  })

  it("cannot bind the attacker's key without a log-in", async () => {
    const { logIn, cookies, bound } = createFixture()
    await logIn()
    const attacker = createFixture({ options: { cookies } })
    await attacker.sign.init()
    await attacker.sign.afterLogin({
      path: '/v1/user/login',
      data: { userInfo: { userId: SESSION.userId } },
    })
    expect(await attacker.keyStorage.keys()).toEqual([])
    expect(bound.size).toBe(1)
  })
})

describe('device check (wire 5)', () => {
  const path = '/v1/user/device/check'

  it('leaves the body unchanged without a bound key', async () => {
    const { sign, stamp } = createFixture()
    const body = { a: 1 }
    expect(await sign.prepareBody({ path, ...stamp(), body })).toBe(body)
  })

  it('is signed by the bound key after the first log-in', async () => {
    const { sign, stamp, logIn } = createFixture()
    const { opened } = await logIn()
    const lastKey = opened.ok ? opened.clientKey! : undefined
    const times = stamp()
    const body = await sign.prepareBody({ path, ...times, body: { languageType: 0 } })
    expect(body).toMatchObject({ languageType: 0, lastAlgorithm: 'rsa1024' })
    expect(
      verifyUserCheckDevice({
        path,
        ...times,
        newKeyId: '',
        sign: String(body['userCheckDeviceSign']),
        lastKey: lastKey!,
      }),
    ).toBe(true)
  })

  it('is signed by the previous key after a second log-in', async () => {
    const { sign, stamp, logIn, openPage, cookies } = createFixture()
    const first = await logIn()
    await sign.forgetSession()
    cookies.remove('x_token')
    const second = await logIn({ token: 't2' })
    const [lastKey, newKey] = [first, second].map(({ opened }) =>
      opened.ok ? opened.clientKey! : undefined,
    )
    const times = stamp()
    const body = await openPage().prepareBody({ path, ...times, body: {} })
    const check = { path, ...times, sign: String(body['userCheckDeviceSign']) }
    expect(verifyUserCheckDevice({ ...check, newKeyId: newKey!.keyId, lastKey: lastKey! })).toBe(
      true,
    )
    expect(verifyUserCheckDevice({ ...check, newKeyId: '', lastKey: newKey! })).toBe(false)
  })

  it('is signed as a request after the device check is added', async () => {
    const { sign, stamp, logIn, send } = createFixture()
    await logIn()
    const body = await sign.prepareBody({ path, ...stamp(), body: {} })
    expect((await send({ path, body: JSON.stringify(body) })).verdict).toMatchObject({
      ok: true,
      mode: '2',
    })
  })
})
