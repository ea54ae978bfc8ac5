import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type TestClient } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createTestUsers, type TestUser } from '../../testing/createTestUsers.ts'
import { encryptFields } from '../../testing/encryptFields.ts'
import { fromBase32, totpAt, totpStep } from './ports/totp.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.stop())

const { newUser, anonymousClient, stepUp } = createTestUsers(() => gateway, { name: 'factor' })
const VERIFY = '/v1/user/login/verify'
const WRONG = { code: '40102', msg: 'The verification code is wrong or expired' }

/** A user with an authenticator, and its code some steps from now. */
async function withAuthenticator(): Promise<TestUser & { codeAt(steps: number): string }> {
  const user = await newUser()
  const verifyToken = await stepUp(user, 'secondFactor')
  const { secret } = (await user.client.post('/v1/user/security/totp/create')).data as {
    secret: string
  }
  const codeAt = (steps: number) =>
    totpAt(fromBase32(secret), totpStep(gateway.clock.now()) + steps)
  await user.client.post('/v1/user/security/secondFactor', {
    method: 'google',
    enabled: true,
    googleCode: codeAt(0),
    verifyToken,
  })
  // The step of the enrolment is used up, and so are those before it.
  gateway.leap(90_000)
  return { ...user, codeAt }
}
async function withCodes(method: 'email' | 'mobile', mobile = '7700900111'): Promise<TestUser> {
  const user = await newUser()
  if (method === 'mobile')
    await gateway.db.query("update users set area_code = '44', mobile = $2 where id = $1", [
      user.userId,
      mobile,
    ])
  expect(
    await user.client.post('/v1/user/security/secondFactor', {
      method,
      enabled: true,
      verifyToken: await stepUp(user, 'secondFactor'),
    }),
  ).toMatchObject({ code: '0' })
  return user
}
async function ticketFor({ email }: { email: string }, client: TestClient = anonymousClient()) {
  const { verifyToken } = (await client.login({ loginName: email, password: PASSWORD })).data as {
    verifyToken: string
  }
  return { client, verifyToken }
}

describe('authenticator codes (RFC 6238) (spec 7.10)', () => {
  it.each([-1, 0, 1])('the code %i steps from now is taken', async (steps) => {
    const user = await withAuthenticator()
    const { client, verifyToken } = await ticketFor(user)
    expect(
      await client.post(VERIFY, { verifyToken, googleCode: user.codeAt(steps) }),
    ).toMatchObject({ code: '0' })
  })
  it.each([-2, 2])('the code %i steps from now is not', async (steps) => {
    const user = await withAuthenticator()
    const { client, verifyToken } = await ticketFor(user)
    expect(
      await client.post(VERIFY, { verifyToken, googleCode: user.codeAt(steps) }),
    ).toMatchObject(WRONG)
  })
  it('accepts a code once, and no older one after a newer', async () => {
    const user = await withAuthenticator()
    const first = await ticketFor(user)
    expect(
      await first.client.post(VERIFY, {
        verifyToken: first.verifyToken,
        googleCode: user.codeAt(0),
      }),
    ).toMatchObject({ code: '0' })
    const second = await ticketFor(user)
    for (const steps of [0, -1])
      expect(
        await second.client.post(VERIFY, {
          verifyToken: second.verifyToken,
          googleCode: user.codeAt(steps),
        }),
      ).toMatchObject(WRONG)
    const { serialNO } = (
      await first.client.post('/v1/user/security/stepUp', { action: 'passkey' })
    ).data as { serialNO: string }
    expect(
      await first.client.post('/v1/user/securityVerify', { serialNO, googleCode: user.codeAt(0) }),
    ).toMatchObject(WRONG)
    expect(
      await first.client.post('/v1/user/securityVerify', { serialNO, googleCode: user.codeAt(1) }),
    ).toMatchObject({ code: '0' })
  })
  it('admits one of two logins with one code', async () => {
    const user = await withAuthenticator()
    const [one, two] = [await ticketFor(user), await ticketFor(user)]
    const answers = await Promise.all(
      [one, two].map(({ client, verifyToken }) =>
        client.post(VERIFY, { verifyToken, googleCode: user.codeAt(0) }),
      ),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual(['0', '40102'])
  })
  it("refuses another user's code", async () => {
    const [one, two] = [await withAuthenticator(), await withAuthenticator()]
    const { client, verifyToken } = await ticketFor(one)
    expect(await client.post(VERIFY, { verifyToken, googleCode: two.codeAt(0) })).toMatchObject(
      WRONG,
    )
  })
})

describe('/login/verify with codes that were sent (wire 10)', () => {
  it('a code to the mobile number completes the log-in', async () => {
    const user = await withCodes('mobile')
    const { client, verifyToken } = await ticketFor(user)
    await client.post('/v1/user/message/sendCode', {
      scene: 'login',
      areaCode: '44',
      mobile: '7700900111',
      bizId: await client.solveCaptcha('sendCode'),
    })
    expect(
      await client.post(VERIFY, {
        verifyToken,
        mobileCode: await client.code('+447700900111', 'login'),
      }),
    ).toMatchObject({ code: '0', data: { userInfo: { userId: user.userId } } })
  })
  it('a factor that is off does not count, however right its code', async () => {
    const user = await withCodes('mobile', '7700900112')
    const { client, verifyToken } = await ticketFor(user)
    await client.post('/v1/user/message/sendCode', {
      scene: 'login',
      email: user.email,
      bizId: await client.solveCaptcha('sendCode'),
    })
    expect(
      await client.post(VERIFY, { verifyToken, emailCode: await client.code(user.email, 'login') }),
    ).toMatchObject({ code: '40010', data: { field: 'mobileCode' } })
  })
  it('a code of another scene is wrong', async () => {
    const user = await withCodes('email')
    const { client, verifyToken } = await ticketFor(user)
    gateway.leap(61_000)
    await user.client.post('/v1/user/message/sendCode', {
      scene: 'securityVerify',
      bizId: await user.client.solveCaptcha('sendCode'),
    })
    expect(
      await client.post(VERIFY, {
        verifyToken,
        emailCode: await client.code(user.email, 'securityVerify'),
      }),
    ).toMatchObject(WRONG)
  })
  it("refuses another user's ticket with an own code", async () => {
    const [victim, thief] = [await withCodes('email'), await withCodes('email')]
    const { client, verifyToken } = await ticketFor(victim)
    await client.post('/v1/user/message/sendCode', {
      scene: 'login',
      email: thief.email,
      bizId: await client.solveCaptcha('sendCode'),
    })
    expect(
      await client.post(VERIFY, {
        verifyToken,
        emailCode: await client.code(thief.email, 'login'),
      }),
    ).toMatchObject(WRONG)
    expect(client.cookies.size).toBe(0)
  })
  it('a ticket lives ten minutes', async () => {
    const user = await withAuthenticator()
    const { client, verifyToken } = await ticketFor(user)
    gateway.leap(600_000)
    expect(await client.post(VERIFY, { verifyToken, googleCode: user.codeAt(0) })).toMatchObject({
      code: '40102',
    })
  })
  it('enforces a factor that was enabled after the ticket', async () => {
    const user = await withCodes('email')
    const { client, verifyToken } = await ticketFor(user)
    await gateway.db.query("update second_factors set method = 'mobile' where user_id = $1", [
      user.userId,
    ])
    expect(await client.post(VERIFY, { verifyToken, emailCode: '123456' })).toMatchObject({
      code: '40010',
      data: { field: 'mobileCode' },
    })
  })
})

describe('the key of a log-in in two steps', () => {
  it("keeps the password step's key without a second one", async () => {
    const user = await withAuthenticator()
    const { client, verifyToken } = await ticketFor(user)
    expect(
      await client.post(
        VERIFY,
        {},
        {
          bare: () => ({
            bodyCiphertext: encryptFields({ verifyToken, googleCode: user.codeAt(0) }),
          }),
        },
      ),
    ).toMatchObject({ code: '0' })
    const [session] = await gateway.db.query<{ key_id: string | null }>(
      'select key_id from sessions where id = $1',
      [client.cookies.get('x_token')],
    )
    expect(session?.key_id).toMatch(/^[0-9a-f]{32}$/)
  })
})
