import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createTestUsers } from '../../testing/createTestUsers.ts'
import { signInWith, ticketOf } from '../../testing/signInWith.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.stop())

const { newUser, anonymousClient, stepUp } = createTestUsers(() => gateway, { name: 'bind' })
const provider = 'google' as const
const CHECK = '/v1/user/third/bind/check'
const CHOOSE = '/v1/user/third/bind/choose'
const SETTINGS = '/v1/user/security/third'
let persons = 0
const person = () => `bound-${persons++}`

describe('third/bind: an address that has an account (wire 10)', () => {
  it('opens nothing by itself: the account’s password binds the identity', async () => {
    const { email, userId } = await newUser()
    const subject = person()
    const client = anonymousClient()
    const unbound = await signInWith(client, { provider, subject, email })
    expect(unbound).toMatchObject({
      code: '0',
      data: { next: 'bind', email: expect.stringMatching(/^bi\*\*\*@/) },
    })
    expect(client.cookies.size).toBe(0)
    const token = ticketOf(unbound)
    expect(await client.post(CHECK, { token })).toMatchObject({
      code: '0',
      data: { next: 'bind', provider, token },
    })
    expect(await client.post(`/v1/user/third/${provider}/register`, { token })).toMatchObject({
      code: '40010',
      data: { field: 'email' },
    })
    const fresh = ticketOf(await signInWith(client, { provider, subject, email }))
    expect(
      await client.post(CHOOSE, { token: fresh, loginName: email, pwd: 'wrong password 1' }),
    ).toMatchObject({ code: '40101' })
    expect(
      await client.post(CHOOSE, { token: fresh, loginName: email, pwd: PASSWORD }),
    ).toMatchObject({ code: '0', data: { userInfo: { userId } } })
    expect(await signInWith(anonymousClient(), { provider, subject, email })).toMatchObject({
      code: '0',
      data: { userInfo: { userId } },
    })
  })

  it('an address that nobody vouches for is treated as none', async () => {
    const { email } = await newUser()
    const unbound = await signInWith(anonymousClient(), {
      provider,
      subject: person(),
      email,
      emailVerified: false,
    })
    expect(unbound).toMatchObject({ code: '0', data: { next: 'register', email: null } })
  })

  it('opens no account from a sign-in meant for binding', async () => {
    const owner = await newUser()
    const subject = person()
    await owner.client.post(CHOOSE, {
      token: ticketOf(await signInWith(owner.client, { provider, subject })),
      loginName: owner.email,
      pwd: PASSWORD,
    })
    const other = await newUser()
    const proved = await signInWith(other.client, { provider, subject, isBinding: true })
    expect(proved).toMatchObject({ code: '0', data: { token: expect.any(String) } })
    expect(await other.client.get('/v1/user/overview/userinfo')).toMatchObject({
      data: { userId: other.userId },
    })
    expect(
      await other.client.post(`${SETTINGS}/bind`, {
        token: ticketOf(proved),
        verifyToken: await stepUp(other, 'thirdParty'),
      }),
    ).toMatchObject({ code: '40010', data: { field: 'token' } })
    expect(await signInWith(anonymousClient(), { provider, subject })).toMatchObject({
      data: { userInfo: { userId: owner.userId } },
    })
  })

  it('the second factor comes before the binding', async () => {
    const user = await newUser()
    const verifyToken = await stepUp(user, 'secondFactor')
    await user.client.post('/v1/user/security/secondFactor', {
      method: 'email',
      enabled: true,
      verifyToken,
    })
    const subject = person()
    const client = anonymousClient()
    const due = await client.post(CHOOSE, {
      token: ticketOf(await signInWith(client, { provider, subject })),
      loginName: user.email,
      pwd: PASSWORD,
    })
    expect(due).toMatchObject({ code: '0', data: { methods: ['email'] } })
    expect(await signInWith(anonymousClient(), { provider, subject })).toMatchObject({
      data: { next: 'register' },
    })
    await client.post('/v1/user/message/sendCode', {
      scene: 'login',
      email: user.email,
      bizId: await client.solveCaptcha('sendCode'),
    })
    const done = await client.post('/v1/user/login/verify', {
      verifyToken: (due.data as { verifyToken: string }).verifyToken,
      emailCode: await client.code(user.email, 'login'),
    })
    expect(done).toMatchObject({ code: '0', data: { userInfo: { userId: user.userId } } })
    expect(await signInWith(anonymousClient(), { provider, subject })).toMatchObject({
      code: '0',
      data: { verifyToken: expect.any(String), methods: ['email'] },
    })
  })

  it('the guesses at a password count as those of the log-in do', async () => {
    const { email } = await newUser()
    const client = anonymousClient()
    const token = ticketOf(await signInWith(client, { provider, subject: person() }))
    for (let failure = 0; failure < 3; failure++)
      expect(
        await client.post(CHOOSE, { token, loginName: email, pwd: 'wrong password 1' }),
      ).toMatchObject({ code: '40101' })
    expect(await client.post(CHOOSE, { token, loginName: email, pwd: PASSWORD })).toMatchObject({
      code: '40103',
    })
    expect(await anonymousClient().login({ loginName: email, password: PASSWORD })).toMatchObject({
      code: '40103',
    })
  })

  it('a frozen account is bound to nothing', async () => {
    const { email, userId } = await newUser()
    await gateway.db.query("update users set status = 'frozen' where id = $1", [userId])
    const client = anonymousClient()
    const subject = person()
    expect(
      await client.post(CHOOSE, {
        token: ticketOf(await signInWith(client, { provider, subject })),
        loginName: email,
        pwd: PASSWORD,
      }),
    ).toMatchObject({ code: '00004' })
    expect(
      await gateway.db.query('select 1 as x from third_party_identities where subject = $1', [
        subject,
      ]),
    ).toEqual([])
  })
})

describe('no take-over', () => {
  it('binds one account to one identity of a provider', async () => {
    const [one, two] = [await newUser(), await newUser()]
    const [first, second] = [person(), person()]
    const client = anonymousClient()
    const early = [
      ticketOf(await signInWith(client, { provider, subject: first })),
      ticketOf(await signInWith(client, { provider, subject: first })),
      ticketOf(await signInWith(client, { provider, subject: second })),
    ]
    const choose = (token: string | undefined, email: string) =>
      anonymousClient().post(CHOOSE, { token, loginName: email, pwd: PASSWORD })
    expect(await choose(early[0], one.email)).toMatchObject({ code: '0' })
    expect(await choose(early[1], two.email)).toMatchObject({
      code: '40010',
      data: { field: 'token' },
    })
    expect(await choose(early[2], one.email)).toMatchObject({
      code: '40010',
      data: { field: 'token' },
    })
    expect(await signInWith(anonymousClient(), { provider, subject: first })).toMatchObject({
      data: { userInfo: { userId: one.userId } },
    })
  })

  it('opens one account for two simultaneous registrations', async () => {
    const subject = person()
    const client = anonymousClient()
    const tickets = [
      ticketOf(await signInWith(client, { provider, subject, email: `${subject}a@mail.example` })),
      ticketOf(await signInWith(client, { provider, subject, email: `${subject}b@mail.example` })),
    ]
    const answers = await Promise.all(
      tickets.map((token) =>
        anonymousClient().post(`/v1/user/third/${provider}/register`, { token }),
      ),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual(['0', '40010'])
    expect(
      await gateway.db.query('select id from users where email like $1', [`${subject}%`]),
    ).toHaveLength(1)
  })
})

describe('identities in the settings', () => {
  it('adds and removes identities after a step-up, renewing the session', async () => {
    const user = await newUser()
    const subject = person()
    const elsewhere = anonymousClient()
    await elsewhere.login({ loginName: user.email, password: PASSWORD })
    const token = ticketOf(await signInWith(anonymousClient(), { provider, subject }))
    expect(
      await user.client.post(`${SETTINGS}/bind`, { token, verifyToken: 'made-up' }),
    ).toMatchObject({ code: '00005' })
    const before = user.client.cookies.get('__Host-session')
    expect(
      await user.client.post(`${SETTINGS}/bind`, {
        token,
        verifyToken: await stepUp(user, 'thirdParty'),
      }),
    ).toMatchObject({ code: '0', data: { identities: [{ provider }] } })
    expect(user.client.cookies.get('__Host-session')).not.toBe(before)
    expect(await elsewhere.get('/v1/user/overview/userinfo')).toMatchObject({ code: '20205' })
    expect(await signInWith(anonymousClient(), { provider, subject })).toMatchObject({
      data: { userInfo: { userId: user.userId } },
    })
    expect(await user.client.get(`${SETTINGS}/list`)).toMatchObject({
      code: '0',
      data: [{ provider, boundAt: expect.any(Number) }],
    })
    expect(
      await user.client.post(`${SETTINGS}/unbind`, {
        provider,
        verifyToken: await stepUp(user, 'thirdParty'),
      }),
    ).toMatchObject({ code: '0', data: { identities: [] } })
    expect(await signInWith(anonymousClient(), { provider, subject })).toMatchObject({
      data: { next: 'register' },
    })
    expect(
      await user.client.post(`${SETTINGS}/unbind`, {
        provider,
        verifyToken: await stepUp(user, 'thirdParty'),
      }),
    ).toMatchObject({ code: '40401' })
  })

  it('the only way into an account stays', async () => {
    const client = anonymousClient()
    const subject = person()
    const email = `${subject}@mail.example`
    await client.post(`/v1/user/third/${provider}/register`, {
      token: ticketOf(await signInWith(client, { provider, subject, email })),
    })
    expect(
      await client.post(`${SETTINGS}/unbind`, {
        provider,
        verifyToken: await stepUp({ client, email }, 'thirdParty'),
      }),
    ).toMatchObject({ code: '40010', data: { field: 'provider' } })
    expect(await anonymousClient().login({ loginName: email, password: PASSWORD })).toMatchObject({
      code: '40101',
    })
  })
})
