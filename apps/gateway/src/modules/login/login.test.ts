import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type TestClient, type Wire } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { fromBase32, totpAt, totpStep } from '../second-factors/ports/totp.ts'

const USERINFO = '/v1/user/overview/userinfo'
const WRONG = {
  code: '40101',
  status: 'error',
  msg: 'The login name or password is wrong',
  data: null,
}

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.stop())

const newUser = () => gateway.newUser()
const anonymousClient = () => gateway.visitor()
const cookieOf = (client: TestClient) => client.cookies.get('__Host-session')

describe('log-in (wire 10)', () => {
  it.each(['/v1/user/login', '/v1/user/agency/login', '/v1/user/auth/login'])(
    '%s opens a session, sets the cookies and reports who it is (spec 7.7, spec 7.9)',
    async (path) => {
      const { email, userId } = await newUser()
      const client = anonymousClient()
      const answer = await client.post(path, { loginName: email, pwd: PASSWORD })
      expect(answer).toMatchObject({ code: '0', data: { userInfo: { userId }, realm: 'live' } })
      expect(client.cookies.get('x_uid')).toBe(userId)
      expect(client.cookies.get('x_token')).toMatch(/^[0-9a-f]{32}$/)
      const cookies = answer.headers['set-cookie'] as string[]
      expect(cookies.find((cookie) => cookie.startsWith('__Host-session='))).toMatch(
        /; Path=\/; SameSite=Lax; Max-Age=\d+; HttpOnly; Secure$/,
      )
      expect(cookies.find((cookie) => cookie.startsWith('x_token='))).not.toContain('HttpOnly')
      expect(await client.get(USERINFO)).toMatchObject({
        code: '0',
        data: { userId, realm: 'live', roles: ['trader'], vipLevel: 0, preferences: {} },
      })
    },
  )

  it('names the cookie plainly on http hosts other than localhost (wire 1b)', async () => {
    const { email } = await newUser()
    const client = gateway.visitor({ host: '127.0.0.1:8080' })
    const answer = await client.post('/v1/user/login', { loginName: email, pwd: PASSWORD })
    expect(
      (answer.headers['set-cookie'] as string[]).find((cookie) => cookie.startsWith('session=')),
    ).toMatch(/HttpOnly$/)
    expect(await client.get(USERINFO)).toMatchObject({ code: '0' })
  })

  it('sends no sensitive field in clear', async () => {
    const { email } = await newUser()
    let sent: Wire | undefined
    await anonymousClient().post(
      '/v1/user/login',
      { loginName: email, pwd: PASSWORD },
      { tamper: (wire) => (sent = wire) },
    )
    expect(sent?.body).toContain('bodyCiphertext')
    expect(sent?.body).not.toContain(email)
    expect(sent?.body).not.toContain(PASSWORD)
  })

  it('ignores case and surrounding blanks of an address', async () => {
    const { email } = await newUser()
    expect(
      await anonymousClient().login({ loginName: ` ${email.toUpperCase()} `, password: PASSWORD }),
    ).toMatchObject({ code: '0' })
  })

  it('answers a wrong password and an unknown account with the same text', async () => {
    const { email } = await newUser()
    const known = await anonymousClient().login({ loginName: email, password: 'wrong password 1' })
    const unknown = await anonymousClient().login({
      loginName: 'nobody@example.com',
      password: 'wrong password 1',
    })
    expect(known).toMatchObject({ http: 200, ...WRONG })
    expect(unknown).toMatchObject({ http: 200, ...WRONG })
    expect(known.headers['set-cookie']).toBeUndefined()
  })

  it.each([
    ['loginName', { pwd: PASSWORD }],
    ['pwd', { loginName: 'a@example.com' }],
    ['pwd', { loginName: 'a@example.com', pwd: 7 }],
    ['loginName', { loginName: 'x'.repeat(300), pwd: PASSWORD }],
  ])('names the field %s that is missing or malformed', async (field, body) => {
    expect(await anonymousClient().post('/v1/user/login', body)).toMatchObject({
      http: 400,
      code: '40010',
      data: { field },
    })
  })

  it('does not let a frozen account in, and reports its owner only', async () => {
    const { email, userId } = await newUser()
    await gateway.db.query("update users set status = 'frozen' where id = $1", [userId])
    expect(await anonymousClient().login({ loginName: email, password: PASSWORD })).toMatchObject({
      code: '00004',
    })
    expect(
      await anonymousClient().login({ loginName: email, password: 'wrong password 1' }),
    ).toMatchObject(WRONG)
  })

  it('ends the session it replaces', async () => {
    const { client, email } = await newUser()
    const old = cookieOf(client)!
    await client.login({ loginName: email, password: PASSWORD })
    expect(cookieOf(client)).not.toBe(old)
    const ghost = gateway.client({ signs: false })
    ghost.cookies.set('__Host-session', old)
    expect(await ghost.get(USERINFO)).toMatchObject({ code: '20205' })
  })

  it('keeps at most twenty sessions of a user', async () => {
    const { client, email } = await newUser()
    for (let extra = 0; extra < 20; extra++) {
      await gateway.clock.advance(1)
      expect(
        await gateway
          .client({ address: `198.18.0.${extra}` })
          .login({ loginName: email, password: PASSWORD }),
      ).toMatchObject({ code: '0' })
    }
    expect(await client.get(USERINFO)).toMatchObject({ code: '20205' })
  })
})

describe('freshness of encrypted endpoints (wire 4)', () => {
  it('a captured log-in cannot be sent again', async () => {
    const { email } = await newUser()
    let captured: Wire | undefined
    await anonymousClient().post(
      '/v1/user/login',
      { loginName: email, pwd: PASSWORD },
      { tamper: (wire) => (captured = wire) },
    )
    const thief = anonymousClient()
    expect(await thief.post('/v1/user/login', {}, { tamper: () => captured! })).toMatchObject({
      code: '00022',
    })
    expect(thief.cookies.size).toBe(0)
  })

  it.each([
    ['00020', 'tm', undefined],
    ['00020', 'trace-id', undefined],
    ['00020', 'trace-id', 'w17322385123450a1b2c3d4e5'],
    ['00022', 'tm', '1732238512345'],
  ])('answers %s for %s %s', async (code, name, value) => {
    const { email } = await newUser()
    const headers =
      name === 'tm' && value ? { tm: value, 'trace-id': `w${value}0a1b2c3d4e5` } : { [name]: value }
    const answer = await anonymousClient().post(
      '/v1/user/login',
      { loginName: email, pwd: PASSWORD },
      { headers },
    )
    expect(answer).toMatchObject({ code })
    expect(answer.headers['gw-sign-error']).toBe(code)
  })

  it('gives one answer to everything that cannot be decrypted (wire 7)', async () => {
    const { email } = await newUser()
    const login = (change: (ciphertext: string) => string) =>
      anonymousClient().post(
        '/v1/user/login',
        { loginName: email, pwd: PASSWORD },
        {
          tamper: ({ headers, body }) => {
            const parsed = JSON.parse(body ?? '{}') as { bodyCiphertext: string }
            return {
              headers,
              body: JSON.stringify({ ...parsed, bodyCiphertext: change(parsed.bodyCiphertext) }),
            }
          },
        },
      )
    const flip = (text: string) =>
      text.startsWith('A') ? `B${text.slice(1)}` : `A${text.slice(1)}`
    const broken = await Promise.all([
      login((text) =>
        text
          .split('.')
          .with(0, flip(text.split('.')[0]!))
          .join('.'),
      ),
      login((text) =>
        text
          .split('.')
          .with(1, flip(text.split('.')[1]!))
          .join('.'),
      ),
      login((text) =>
        text
          .split('.')
          .with(2, flip(text.split('.')[2]!))
          .join('.'),
      ),
      login((text) => text.split('.').slice(0, 2).join('.')),
      login(() => ''),
    ])
    for (const { http, code, msg, data } of broken)
      expect({ http, code, msg, data }).toEqual({
        http: 200,
        code: '40010',
        msg: 'The encrypted part of the request cannot be read',
        data: { field: 'bodyCiphertext' },
      })
  })
})

describe('limits of the log-in (wire 10)', () => {
  it('asks for a captcha after three failures of an account anywhere', async () => {
    const { email } = await newUser()
    for (let failure = 0; failure < 3; failure++)
      expect(
        await anonymousClient().login({ loginName: email, password: 'wrong password 1' }),
      ).toMatchObject(WRONG)
    const client = anonymousClient()
    expect(
      (
        await client.post('/v1/security/policy/captcha/get-captcha-id', {
          scene: 'login',
          bizParam: email,
        })
      ).data,
    ).toMatchObject({ status: 1 })
    expect(await client.login({ loginName: email, password: PASSWORD })).toMatchObject({
      code: '40103',
    })
    expect(
      await client.login({ loginName: email, password: PASSWORD, fields: { bizId: 'made-up' } }),
    ).toMatchObject({ code: '40103' })
    const bizId = await client.solveCaptcha('login', { bizParam: email })
    expect(
      await client.login({ loginName: email, password: PASSWORD, fields: { bizId } }),
    ).toMatchObject({ code: '0' })
  })

  it("requires a captcha after an address's third failure", async () => {
    const client = gateway.client({ address: '2001:db8:1:1::1' })
    for (let failure = 0; failure < 3; failure++)
      await client.login({ loginName: `ghost${failure}@example.com`, password: 'wrong password 1' })
    const neighbour = gateway.client({ address: '2001:db8:1:1:ffff::2' })
    expect(
      (await neighbour.post('/v1/security/policy/captcha/get-captcha-id', { scene: 'login' })).data,
    ).toMatchObject({ status: 1 })
    expect(
      (
        await anonymousClient().post('/v1/security/policy/captcha/get-captcha-id', {
          scene: 'login',
        })
      ).data,
    ).toEqual({ status: 0, bizId: expect.any(String), geetestId: '' })
  })

  it('a captcha serves one log-in', async () => {
    const { email } = await newUser()
    for (let failure = 0; failure < 3; failure++)
      await anonymousClient().login({ loginName: email, password: 'wrong password 1' })
    const client = anonymousClient()
    const bizId = await client.solveCaptcha('login', { bizParam: email })
    expect(
      await client.login({ loginName: email, password: 'wrong password 1', fields: { bizId } }),
    ).toMatchObject(WRONG)
    expect(
      await client.login({ loginName: email, password: PASSWORD, fields: { bizId } }),
    ).toMatchObject({ code: '40103' })
  })

  it('refuses an account to an address for 15 minutes after ten failures', async () => {
    const { email } = await newUser()
    const client = anonymousClient()
    for (let failure = 0; failure < 10; failure++) {
      const bizId =
        failure < 3 ? undefined : await client.solveCaptcha('login', { bizParam: email })
      await client.login({
        loginName: email,
        password: 'wrong password 1',
        fields: bizId ? { bizId } : {},
      })
    }
    const refused = await client.login({
      loginName: email,
      password: PASSWORD,
      fields: { bizId: await client.solveCaptcha('login', { bizParam: email }) },
    })
    expect(refused).toMatchObject({
      http: 200,
      code: '42901',
      data: { retryAfter: expect.any(Number) },
    })
    expect((refused.data as { retryAfter: number }).retryAfter).toBeLessThanOrEqual(900)
  })

  it('counts parallel guesses one after the other', async () => {
    const { email } = await newUser()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        anonymousClient().login({ loginName: email, password: 'wrong password 1' }),
      ),
    )
    expect(answers.filter(({ code }) => code === '40101')).toHaveLength(3)
    expect(answers.filter(({ code }) => code === '40103')).toHaveLength(5)
  })

  it('forgets the failures of an account after a success', async () => {
    const { email } = await newUser()
    for (let round = 0; round < 3; round++) {
      for (let failure = 0; failure < 2; failure++)
        expect(
          await anonymousClient().login({ loginName: email, password: 'wrong password 1' }),
        ).toMatchObject(WRONG)
      expect(await anonymousClient().login({ loginName: email, password: PASSWORD })).toMatchObject(
        {
          code: '0',
        },
      )
    }
  })
})

describe('second factors (wire 10)', () => {
  async function stepUp(client: TestClient, email: string): Promise<string> {
    await client.post('/v1/user/message/sendCode', {
      scene: 'securityVerify',
      bizId: await client.solveCaptcha('sendCode'),
    })
    const answer = await client.post('/v1/user/securityVerify', {
      emailCode: await client.code(email, 'securityVerify'),
    })
    expect(answer).toMatchObject({ code: '0', data: { verifyToken: expect.any(String) } })
    return (answer.data as { verifyToken: string }).verifyToken
  }
  async function withEmailFactor() {
    const user = await newUser()
    const verifyToken = await stepUp(user.client, user.email)
    expect(
      await user.client.post('/v1/user/security/secondFactor', {
        method: 'email',
        enabled: true,
        verifyToken,
      }),
    ).toMatchObject({ code: '0', data: { secondFactors: ['email'] } })
    return user
  }

  it.each([
    ['/v1/user/login/verify', (data: unknown) => data],
    [
      '/v1/user/login/verify/v2',
      (data: unknown) => (data as { accessTokenResVO: unknown }).accessTokenResVO,
    ],
  ])('%s completes a log-in with the code that was sent', async (path, read) => {
    const { email, userId } = await withEmailFactor()
    const client = anonymousClient()
    const due = await client.login({ loginName: email, password: PASSWORD })
    expect(due).toMatchObject({
      code: '0',
      data: { verifyToken: expect.any(String), methods: ['email'] },
    })
    expect(client.cookies.size).toBe(0)
    const { verifyToken } = due.data as { verifyToken: string }
    await client.post('/v1/user/message/sendCode', {
      scene: 'login',
      email,
      bizId: await client.solveCaptcha('sendCode'),
    })
    expect(await client.post(path, { verifyToken, emailCode: '000000' })).toMatchObject({
      code: '40102',
    })
    const answer = await client.post(path, {
      verifyToken,
      emailCode: await client.code(email, 'login'),
    })
    expect(read(answer.data)).toMatchObject({ userInfo: { userId } })
    expect(await client.get(USERINFO)).toMatchObject({ code: '0' })
    expect(
      await client.post(path, { verifyToken, emailCode: await client.code(email, 'login') }),
    ).toMatchObject({ code: '40102' })
  })

  it('an authenticator app works, and none of its codes twice', async () => {
    const { client, email } = await newUser()
    const { secret } = (await client.post('/v1/user/security/totp/create')).data as {
      secret: string
    }
    const codeNow = () => totpAt(fromBase32(secret), totpStep(gateway.clock.now()))
    const verifyToken = await stepUp(client, email)
    const enable = (googleCode: string) =>
      client.post('/v1/user/security/secondFactor', {
        method: 'google',
        enabled: true,
        googleCode,
        verifyToken,
      })
    expect(await enable('12345x')).toMatchObject({ code: '40102' })
    expect(await enable(codeNow())).toMatchObject({
      code: '0',
      data: { secondFactors: ['google'] },
    })

    const other = anonymousClient()
    const ticket = (await other.login({ loginName: email, password: PASSWORD })).data as {
      verifyToken: string
    }
    expect(
      await other.post('/v1/user/login/verify', { ...ticket, googleCode: codeNow() }),
    ).toMatchObject({ code: '40102' })
    gateway.clock.jump(30_000)
    expect(
      await other.post('/v1/user/login/verify', {
        verifyToken: ticket.verifyToken,
        googleCode: codeNow(),
      }),
    ).toMatchObject({ code: '0' })
  })

  it('a ticket takes ten codes and no more', async () => {
    const { email } = await withEmailFactor()
    const client = anonymousClient()
    const { verifyToken } = (await client.login({ loginName: email, password: PASSWORD })).data as {
      verifyToken: string
    }
    for (let guess = 0; guess < 10; guess++)
      expect(
        await client.post('/v1/user/login/verify', { verifyToken, emailCode: '111111' }),
      ).toMatchObject({ code: '40102' })
    expect(
      await client.post('/v1/user/login/verify', { verifyToken, emailCode: '111111' }),
    ).toMatchObject({ code: '42901' })
  })

  it('a made-up ticket opens nothing', async () => {
    expect(
      await anonymousClient().post('/v1/user/login/verify', {
        verifyToken: 'made-up',
        emailCode: '111111',
      }),
    ).toMatchObject({ code: '40102' })
  })

  it("requires the session's step-up token for factor settings, once", async () => {
    const { client, email } = await newUser()
    const change = (verifyToken: string) =>
      client.post('/v1/user/security/secondFactor', { method: 'email', enabled: true, verifyToken })
    expect(await change('made-up')).toMatchObject({ code: '00005' })
    const verifyToken = await stepUp(client, email)
    expect(await change(verifyToken)).toMatchObject({ code: '0' })
    expect(await change(verifyToken)).toMatchObject({ code: '00005' })
  })
})
