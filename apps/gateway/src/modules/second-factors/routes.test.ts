import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type TestClient } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { fromBase32, totpAt, totpStep } from './ports/totp.ts'

const SECOND_FACTOR = '/v1/user/security/secondFactor'
const VERIFY = '/v1/user/securityVerify'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.stop())

const newUser = () => gateway.newUser()
async function codeFor(client: TestClient, to: string, fields: object = {}): Promise<string> {
  await client.post('/v1/user/message/sendCode', {
    scene: 'securityVerify',
    bizId: await client.solveCaptcha('sendCode'),
    ...fields,
  })
  return client.code(to, 'securityVerify')
}
async function stepUp(client: TestClient, email: string): Promise<string> {
  return (
    (await client.post(VERIFY, { emailCode: await codeFor(client, email) })).data as {
      verifyToken: string
    }
  ).verifyToken
}

describe('/securityVerify (wire 10)', () => {
  it('needs a code', async () => {
    const { client } = await newUser()
    expect(await client.post(VERIFY, {})).toMatchObject({
      code: '40010',
      data: { field: 'emailCode' },
    })
  })
  it('a code that was sent to the user’s mobile number counts too', async () => {
    const { client, userId } = await newUser()
    await gateway.db.query(
      "update users set area_code = '44', mobile = '7700900999' where id = $1",
      [userId],
    )
    const mobileCode = await codeFor(client, '+447700900999', { mobile: 'own' })
    expect(await client.post(VERIFY, { mobileCode, emailCode: '000000' })).toMatchObject({
      code: '40102',
    })
    expect(await client.post(VERIFY, { mobileCode })).toMatchObject({ code: '0' })
  })
  it('requires the authenticator of a user who has one', async () => {
    const { client, email } = await newUser()
    const { secret } = (await client.post('/v1/user/security/totp/create')).data as {
      secret: string
    }
    const codeNow = () => totpAt(fromBase32(secret), totpStep(gateway.clock.now()))
    await client.post(SECOND_FACTOR, {
      method: 'google',
      enabled: true,
      googleCode: codeNow(),
      verifyToken: await stepUp(client, email),
    })
    expect(await client.post(VERIFY, { emailCode: '123456' })).toMatchObject({
      code: '40010',
      data: { field: 'googleCode' },
    })
    gateway.clock.jump(30_000)
    expect(await client.post(VERIFY, { googleCode: codeNow() })).toMatchObject({ code: '0' })
  })
  it('the secret of an authenticator is not in the database', async () => {
    const { client, email, userId } = await newUser()
    const { secret } = (await client.post('/v1/user/security/totp/create')).data as {
      secret: string
    }
    await client.post(SECOND_FACTOR, {
      method: 'google',
      enabled: true,
      googleCode: totpAt(fromBase32(secret), totpStep(gateway.clock.now())),
      verifyToken: await stepUp(client, email),
    })
    const [row] = await gateway.db.query<{ secret: string }>(
      "select secret from second_factors where user_id = $1 and method = 'totp'",
      [userId],
    )
    expect(row?.secret).toMatch(/^gcm1\./)
    expect(row?.secret).not.toContain(secret)
  })
  it('takes ten wrong codes and no more', async () => {
    const { client } = await newUser()
    for (let guess = 0; guess < 10; guess++)
      expect(await client.post(VERIFY, { emailCode: '000000' })).toMatchObject({ code: '40102' })
    expect(await client.post(VERIFY, { emailCode: '000000' })).toMatchObject({
      code: '42901',
      data: { retryAfter: expect.any(Number) },
    })
  })
  it('refuses its token in another session', async () => {
    const { client, email } = await newUser()
    const verifyToken = await stepUp(client, email)
    await client.login({ loginName: email, password: PASSWORD })
    expect(
      await client.post(SECOND_FACTOR, { method: 'email', enabled: true, verifyToken }),
    ).toMatchObject({ code: '00005' })
  })
})

describe('settings of the second factor', () => {
  it('asks for no factor at log-in once it is disabled', async () => {
    const { client, email } = await newUser()
    await client.post(SECOND_FACTOR, {
      method: 'email',
      enabled: true,
      verifyToken: await stepUp(client, email),
    })
    expect(
      await gateway
        .client({ address: '198.51.100.1' })
        .login({ loginName: email, password: PASSWORD }),
    ).toMatchObject({ data: { methods: ['email'] } })
    // One code a minute to an address: the second comes by the other one.
    await gateway.db.query(
      "update users set area_code = '44', mobile = '7700900888' where email = $1",
      [email],
    )
    const { verifyToken } = (
      await client.post(VERIFY, {
        mobileCode: await codeFor(client, '+447700900888', { mobile: 'own' }),
      })
    ).data as { verifyToken: string }
    expect(
      await client.post(SECOND_FACTOR, { method: 'email', enabled: false, verifyToken }),
    ).toMatchObject({ code: '0', data: { secondFactors: [] } })
    expect(
      await gateway
        .client({ address: '198.51.100.2' })
        .login({ loginName: email, password: PASSWORD }),
    ).toMatchObject({ data: { userInfo: expect.anything() } })
  })
  it.each([
    [{ method: 'mobile', enabled: true }, 'mobileCode', 'This account has no mobile number'],
    [
      { method: 'google', enabled: true, googleCode: '123456' },
      'method',
      'Ask for an authenticator secret first',
    ],
  ])('%o is refused with a reason, and the token stays good', async (body, field, msg) => {
    const { client, email } = await newUser()
    const verifyToken = await stepUp(client, email)
    expect(await client.post(SECOND_FACTOR, { ...body, verifyToken })).toMatchObject({
      code: '40010',
      msg,
      data: { field },
    })
    expect(
      await client.post(SECOND_FACTOR, { method: 'email', enabled: true, verifyToken }),
    ).toMatchObject({ code: '0' })
  })
  it.each([
    { method: 'pigeon', enabled: true, verifyToken: 'x' },
    { method: 'email', enabled: 'yes', verifyToken: 'x' },
    { method: 'email', enabled: true },
  ])('%o is malformed', async (body) => {
    expect(await (await newUser()).client.post(SECOND_FACTOR, body)).toMatchObject({
      http: 400,
      code: '40010',
    })
  })
})

describe('a crash in the middle', () => {
  it('is repaired at the next log-in where trading accounts are missing', async () => {
    const { client, email, userId } = await newUser()
    await gateway.db.query('update users set accounts_opened_at = null where id = $1', [userId])
    expect(await client.login({ loginName: email, password: PASSWORD })).toMatchObject({
      code: '0',
    })
    expect(
      await gateway.db.query(
        'select 1 as ok from users where id = $1 and accounts_opened_at is not null',
        [userId],
      ),
    ).toHaveLength(1)
  })
  it('an account that was frozen between password and second factor stays out', async () => {
    const { client, email, userId } = await newUser()
    await client.post(SECOND_FACTOR, {
      method: 'email',
      enabled: true,
      verifyToken: await stepUp(client, email),
    })
    const other = gateway.client({ address: '198.51.100.3' })
    const { verifyToken } = (await other.login({ loginName: email, password: PASSWORD })).data as {
      verifyToken: string
    }
    await other.post('/v1/user/message/sendCode', {
      scene: 'login',
      email,
      bizId: await other.solveCaptcha('sendCode'),
    })
    await gateway.db.query("update users set status = 'frozen' where id = $1", [userId])
    expect(
      await other.post('/v1/user/login/verify', {
        verifyToken,
        emailCode: await other.code(email, 'login'),
      }),
    ).toMatchObject({ code: '00004' })
    expect(other.cookies.size).toBe(0)
  })
})
