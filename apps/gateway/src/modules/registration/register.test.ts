import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type TestClient } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.stop())

let count = 0
const visitor = () => gateway.visitor()
const freshEmail = () => `new${count++}@example.com`
const userCount = async () =>
  Number((await gateway.db.query<{ n: bigint }>('select count(*) as n from users'))[0]?.n)

/** A captcha solved and a code on its way. */
async function applicant(email = freshEmail(), client: TestClient = visitor()) {
  const bizId = await client.solveCaptcha('register')
  expect(
    await client.post('/v1/user/message/sendCode', { scene: 'register', email, bizId }),
  ).toMatchObject({ code: '0', data: null })
  return {
    client,
    email,
    bizId,
    body: { email, emailCode: await client.code(email, 'register'), pwd: PASSWORD, bizId },
  }
}

describe('registration (wire 10)', () => {
  it('opens an account in both realms by e-mail, logs in', async () => {
    const { client, email, body } = await applicant()
    const answer = await client.post('/v1/user/register/email', body)
    expect(answer).toMatchObject({
      code: '0',
      data: { userInfo: { userId: expect.stringMatching(/^[1-9]\d{9}$/) }, realm: 'live' },
    })
    expect(await client.get('/v1/user/overview/userinfo')).toMatchObject({
      code: '0',
      data: { email: `ne***@${email.split('@')[1]}`, mobile: null },
    })
    expect(await client.get('/v1/spot/account/assets')).toMatchObject({ code: '0' })
    await client.post('/v1/user/sub-account/switchTradeDemo')
    expect((await client.get('/v1/spot/account/assets')).data).toContainEqual(
      expect.objectContaining({ asset: 'USDT', available: expect.stringMatching(/^50000/) }),
    )
  })

  it('opens an account by mobile number', async () => {
    const client = visitor()
    const bizId = await client.solveCaptcha('sendCode')
    await client.post('/v1/user/message/sendCode', {
      scene: 'register',
      areaCode: '+86',
      mobile: '138 0000 1234',
      bizId,
    })
    const body = {
      areaCode: '0086',
      mobile: '13800001234',
      mobileCode: await client.code('+8613800001234'),
      pwd: PASSWORD,
      bizId,
    }
    expect(await client.post('/v1/user/register/mobile', body)).toMatchObject({ code: '0' })
    expect(await client.get('/v1/user/overview/userinfo')).toMatchObject({
      data: { mobile: '138****1234', email: null },
    })
    for (const fields of [{ areaCode: '86' }, {}])
      expect(
        await visitor().login({ loginName: '13800001234', password: PASSWORD, fields }),
      ).toMatchObject({ code: '0' })
    expect(
      await visitor().login({
        loginName: '13800001234',
        password: PASSWORD,
        fields: { areaCode: '1' },
      }),
    ).toMatchObject({ code: '40101' })
  })

  it('opens an account by both, each with a code', async () => {
    const { client, bizId, body } = await applicant()
    await client.post('/v1/user/message/sendCode', {
      scene: 'register',
      areaCode: '44',
      mobile: '7700900123',
      bizId: await client.solveCaptcha('register'),
    })
    const mobileCode = await client.code('7700900123')
    const both = { ...body, bizId, areaCode: '44', mobile: '7700900123' }
    expect(
      await client.post('/v1/user/register/mobileAndEmail', { ...both, mobileCode: 'wrong1' }),
    ).toMatchObject({ code: '40102' })
    expect(
      await client.post('/v1/user/register/mobileAndEmail', { ...both, mobileCode }),
    ).toMatchObject({ code: '0' })
  })

  it('keeps the referral codes, channel and VIP codes only as a pair (spec 5.3)', async () => {
    const first = await applicant()
    const answer = await first.client.post('/v1/user/register/email', {
      ...first.body,
      channelCode: 'ch1',
      actCode: 'act',
      groupId: '<bad>',
    })
    const second = await applicant()
    const paired = await second.client.post('/v1/user/register/email', {
      ...second.body,
      channelCode: 'ch1',
      vipCode: 'v2',
    })
    const stored = async ({ data }: { data: unknown }) =>
      (
        await gateway.db.query<{ referral: object }>('select referral from users where id = $1', [
          (data as { userInfo: { userId: string } }).userInfo.userId,
        ])
      )[0]?.referral
    expect(await stored(answer)).toEqual({ actCode: 'act' })
    expect(await stored(paired)).toEqual({ channelCode: 'ch1', vipCode: 'v2' })
  })
})

describe('bad input gets a clear error and changes nothing', () => {
  const cases: readonly [what: string, change: Record<string, unknown>, expected: object][] = [
    [
      'a wrong code',
      { emailCode: '000000' },
      { http: 200, code: '40102', msg: 'The verification code is wrong or expired' },
    ],
    [
      'a code that is no string',
      { emailCode: 123456 },
      { http: 400, code: '40010', data: { field: 'emailCode' } },
    ],
    [
      'another address than the code was sent to',
      { email: 'elsewhere@example.com' },
      { code: '40102' },
    ],
    ['an address that is none', { email: 'nobody' }, { code: '40010', data: { field: 'email' } }],
    ['no captcha', { bizId: undefined }, { code: '40103' }],
    ['another captcha than the code’s', { bizId: 'f'.repeat(32) }, { code: '40103' }],
    ['no password', { pwd: undefined }, { http: 400, code: '40010', data: { field: 'pwd' } }],
    [
      'a short password',
      { pwd: 'abc 123' },
      {
        http: 200,
        code: '40010',
        msg: 'The password must have at least 8 characters',
        data: { field: 'pwd' },
      },
    ],
    [
      'a long password',
      { pwd: 'a1'.repeat(65) },
      { code: '40010', msg: 'The password must have at most 128 characters' },
    ],
    [
      'a password of letters only',
      { pwd: 'correcthorse' },
      { code: '40010', msg: 'The password must hold a letter and a digit or sign' },
    ],
    ['a password of digits only', { pwd: '9081726354' }, { code: '40010', data: { field: 'pwd' } }],
    [
      'a common password',
      { pwd: 'Password123' },
      { code: '40010', msg: 'This password is too common' },
    ],
  ]
  it.each(cases)('%s', async (_, change, expected) => {
    const { client, body } = await applicant()
    const before = await userCount()
    const answer = await client.post('/v1/user/register/email', { ...body, ...change })
    expect(answer).toMatchObject({ status: 'error', ...expected })
    expect(client.cookies.size).toBe(0)
    expect(await userCount()).toBe(before)
    // The honest request still goes through: a refusal used nothing up.
    expect(await client.post('/v1/user/register/email', body)).toMatchObject({ code: '0' })
  })

  it('a password that holds the login name', async () => {
    const { client, body } = await applicant('sunflower@example.com')
    expect(
      await client.post('/v1/user/register/email', { ...body, pwd: 'Sunflower-77' }),
    ).toMatchObject({ code: '40010', data: { field: 'pwd' } })
  })

  it('a code serves once, for one account', async () => {
    const { client, body } = await applicant()
    expect(await client.post('/v1/user/register/email', body)).toMatchObject({ code: '0' })
    expect(await client.post('/v1/user/register/email', body)).toMatchObject({ code: '40102' })
  })

  it('opens one account for two requests with one code', async () => {
    const { client, body } = await applicant()
    const before = await userCount()
    const answers = await Promise.all([
      client.post('/v1/user/register/email', body),
      client.post('/v1/user/register/email', body),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual(['0', '40102'])
    expect(await userCount()).toBe(before + 1)
  })

  it('a code dies after five wrong tries', async () => {
    const { client, body } = await applicant()
    for (let guess = 0; guess < 5; guess++)
      expect(
        await client.post('/v1/user/register/email', { ...body, emailCode: `00000${guess}` }),
      ).toMatchObject({ code: '40102' })
    expect(await client.post('/v1/user/register/email', body)).toMatchObject({ code: '40102' })
  })

  it('reports an existing account only to the holder of a code', async () => {
    const client = visitor()
    const email = freshEmail()
    await gateway.db.query(
      "insert into users (id, email, password_hash, created_at) values ('1234567890', $1, 'x', 0)",
      [email],
    )
    const { body } = await applicant(email, client)
    expect(await client.post('/v1/user/register/email', body)).toMatchObject({
      code: '40010',
      msg: 'This e-mail address has an account already, please log in',
      data: { field: 'email' },
    })
  })
})

describe('/message/sendCode (wire 10)', () => {
  it('requires a captcha of its scene, good for one action', async () => {
    const client = visitor()
    const send = (fields: Record<string, unknown>) =>
      client.post('/v1/user/message/sendCode', {
        scene: 'register',
        email: freshEmail(),
        ...fields,
      })
    expect(await send({})).toMatchObject({ code: '40103' })
    expect(await send({ bizId: 'made-up' })).toMatchObject({ code: '40103' })
    expect(await send({ bizId: await client.solveCaptcha('securityVerify') })).toMatchObject({
      code: '40103',
    })
    const bizId = await client.solveCaptcha('sendCode')
    expect(await send({ bizId })).toMatchObject({ code: '0' })
    expect(await send({ bizId })).toMatchObject({ code: '40103' })
  })

  it('sends one code a minute to an address', async () => {
    const { client, email } = await applicant()
    const again = await client.post('/v1/user/message/sendCode', {
      scene: 'register',
      email,
      bizId: await client.solveCaptcha('register'),
    })
    expect(again).toMatchObject({ code: '42901', data: { retryAfter: expect.any(Number) } })
    expect((again.data as { retryAfter: number }).retryAfter).toBeGreaterThan(50)
  })

  it.each([
    [{ scene: 'register' }, 'email'],
    [{ scene: 'register', email: 'x' }, 'email'],
    [{ scene: 'register', mobile: '123456', areaCode: 'x' }, 'areaCode'],
    [{ scene: 'register', mobile: '1', areaCode: '86' }, 'mobile'],
    [{ scene: 'lottery', email: 'a@example.com' }, 'scene'],
  ])('%o is refused at the field %s', async (body, field) => {
    expect(await visitor().post('/v1/user/message/sendCode', body)).toMatchObject({
      code: '40010',
      data: { field },
    })
  })

  it('answers alike for an unknown address and sends nothing', async () => {
    const client = visitor()
    const email = freshEmail()
    expect(
      await client.post('/v1/user/message/sendCode', {
        scene: 'login',
        email,
        bizId: await client.solveCaptcha('sendCode'),
      }),
    ).toMatchObject({ code: '0', data: null })
    expect((await client.get(`/v1/dev/mailbox?to=${email}`)).data).toEqual([])
  })

  it('sends a log-in code to the owner of a mobile number', async () => {
    await gateway.db.query(
      'insert into users (id, area_code, mobile, password_hash, created_at) values ' +
        "('1234567891', '49', '1511234567', 'x', 0)",
    )
    const client = visitor()
    await client.post('/v1/user/message/sendCode', {
      scene: 'login',
      areaCode: '49',
      mobile: '1511234567',
      bizId: await client.solveCaptcha('sendCode'),
    })
    expect(await client.code('+491511234567', 'login')).toMatch(/^\d{6}$/)
  })

  it('sends a step-up code only to somebody who is logged in', async () => {
    expect(
      await visitor().post('/v1/user/message/sendCode', { scene: 'securityVerify' }),
    ).toMatchObject({ code: '401' })
  })
})

describe('development mailbox (wire 10)', () => {
  it('lists messages newest first, with address, scene, code and time', async () => {
    const { client, email } = await applicant()
    const letters = (await client.get(`/v1/dev/mailbox?to=${encodeURIComponent(email)}`)).data
    expect(letters).toEqual([
      {
        to: email,
        scene: 'register',
        code: expect.stringMatching(/^\d{6}$/),
        at: gateway.clock.now(),
      },
    ])
  })
  it.each(['', ' '])('refuses an empty address (%j)', async (to) => {
    expect(await visitor().get(`/v1/dev/mailbox?to=${encodeURIComponent(to)}`)).toMatchObject({
      code: '40010',
      data: { field: 'to' },
    })
  })
})
