import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type TestClient } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createTestUsers } from '../../testing/createTestUsers.ts'
import { fromBase32, totpAt, totpStep } from '../second-factors/ports/totp.ts'
import { stoppedUntil } from '../sessions/ports/withdrawalStop.ts'

const USERINFO = '/v1/user/overview/userinfo'
const NEW = 'better horse 8'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.stop())
const users = createTestUsers(() => gateway, { name: 'password-user' })

async function forgot(client: TestClient, loginName: string, fields = {}) {
  return client.post('/v1/user/password/forgot', {
    loginName,
    bizId: await client.solveCaptcha('sendCode'),
    ...fields,
  })
}
const tokenOf = ({ data }: { readonly data: unknown }) => (data as { token: string }).token

/** Asks for a code and answers what resets the password with it. */
async function begun(email: string) {
  const client = users.anonymousClient()
  const token = tokenOf(await forgot(client, email))
  return { client, token, emailCode: await client.code(email, 'resetPassword') }
}
const reset = (client: TestClient, fields: Readonly<Record<string, unknown>>) =>
  client.post('/v1/user/password/reset', { pwd: NEW, ...fields })

describe('change of the password (products 7)', () => {
  it('takes a step-up, ends other sessions and reports it by mail', async () => {
    const user = await users.newUser()
    const other = users.anonymousClient()
    await other.login({ loginName: user.email, password: PASSWORD })
    const verifyToken = await users.stepUp(user, 'password')
    expect(
      await user.client.post('/v1/user/password/change', { pwd: NEW, verifyToken }),
    ).toMatchObject({ code: '0', data: { userInfo: { userId: user.userId } } })
    expect(await user.client.get(USERINFO)).toMatchObject({ code: '0' })
    expect(await other.get(USERINFO)).toMatchObject({ code: '20205' })
    const fresh = users.anonymousClient()
    expect(await fresh.login({ loginName: user.email, password: PASSWORD })).toMatchObject({
      code: '40101',
    })
    expect(await fresh.login({ loginName: user.email, password: NEW })).toMatchObject({ code: '0' })
    expect(await user.client.code(user.email, 'passwordChanged')).toBe('')
  })

  it.each(['secondFactor', 'antiphishing'] as const)(
    'refuses the step-up of another action: %s',
    async (action) => {
      const user = await users.newUser()
      const verifyToken = await users.stepUp(user, action)
      expect(
        await user.client.post('/v1/user/password/change', { pwd: NEW, verifyToken }),
      ).toMatchObject({ code: '00005' })
    },
  )

  it('refuses a weak password before the step-up is used up', async () => {
    const user = await users.newUser()
    const verifyToken = await users.stepUp(user, 'password')
    expect(
      await user.client.post('/v1/user/password/change', { pwd: 'password123', verifyToken }),
    ).toMatchObject({ code: '40010', data: { field: 'pwd' } })
    expect(
      await user.client.post('/v1/user/password/change', { pwd: NEW, verifyToken }),
    ).toMatchObject({ code: '0' })
  })

  it('holds withdrawals of the holder for 24 hours, sub-accounts included', async () => {
    const user = await users.newUser()
    const created = await user.client.post('/v1/user/sub-account/create', {
      label: 'grid',
      verifyToken: await users.stepUp(user, 'subAccount'),
    })
    const sub = (created.data as { userId: string }).userId
    expect(await stoppedUntil(gateway.db, user.userId)).toBe(0)
    const verifyToken = await users.stepUp(user, 'password')
    await user.client.post('/v1/user/password/change', { pwd: NEW, verifyToken })
    const until = gateway.clock.now() + 86_400_000
    expect(await stoppedUntil(gateway.db, user.userId)).toBe(until)
    expect(await stoppedUntil(gateway.db, sub)).toBe(until)
  })
})

describe('recovery of the password (products 7)', () => {
  it('sets a new password with the code and ends every session', async () => {
    const user = await users.newUser()
    const { client, token, emailCode } = await begun(user.email)
    expect(await reset(client, { token, emailCode })).toMatchObject({ code: '0', data: null })
    expect(await user.client.get(USERINFO)).toMatchObject({ code: '20205' })
    expect(
      await users.anonymousClient().login({ loginName: user.email, password: NEW }),
    ).toMatchObject({ code: '0' })
    expect(await stoppedUntil(gateway.db, user.userId)).toBe(gateway.clock.now() + 86_400_000)
  })

  it('answers an unknown account like a known one', async () => {
    const { email } = await users.newUser()
    const known = await forgot(users.anonymousClient(), email)
    const unknown = await forgot(users.anonymousClient(), 'nobody-here@example.com')
    expect({ ...unknown, data: null, headers: null }).toEqual({
      ...known,
      data: null,
      headers: null,
    })
    expect(tokenOf(unknown)).toHaveLength(tokenOf(known).length)
    await expect(
      users.anonymousClient().code('nobody-here@example.com', 'resetPassword'),
    ).rejects.toThrow('No code')
  })

  it('refuses a wrong code alike for known and unknown accounts', async () => {
    const { email } = await users.newUser()
    const answers = []
    for (const name of [email, 'nobody-there@example.com']) {
      const client = users.anonymousClient()
      const token = tokenOf(await forgot(client, name))
      const { code, msg, data, http } = await reset(client, { token, emailCode: 'x00000' })
      answers.push({ code, msg, data, http })
    }
    expect(answers[0]).toMatchObject({ code: '40102' })
    expect(answers[1]).toEqual(answers[0])
  })

  it('takes a code once', async () => {
    const user = await users.newUser()
    const { client, token, emailCode } = await begun(user.email)
    const answers = await Promise.all([
      reset(client, { token, emailCode, pwd: 'first horse 1' }),
      reset(client, { token, emailCode, pwd: 'second horse 2' }),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual(['0', '40102'])
  })

  it('takes no code of another account', async () => {
    const [victim, thief] = [await users.newUser(), await users.newUser()]
    const client = users.anonymousClient()
    const token = tokenOf(await forgot(client, victim.email))
    const own = await begun(thief.email)
    expect(await reset(client, { token, emailCode: own.emailCode })).toMatchObject({
      code: '40102',
    })
    expect(
      await users.anonymousClient().login({ loginName: victim.email, password: PASSWORD }),
    ).toMatchObject({ code: '0' })
  })

  it('takes no code of a log-in or step-up for a new password', async () => {
    const user = await users.newUser()
    const stepUpCode = await users.ownCode(user)
    const client = users.anonymousClient()
    const token = tokenOf(await forgot(client, user.email))
    expect(await reset(client, { token, emailCode: stepUpCode })).toMatchObject({ code: '40102' })
  })

  it('asks for the authenticator too, once the code was right', async () => {
    const user = await users.newUser()
    const { secret } = (await user.client.post('/v1/user/security/totp/create')).data as {
      secret: string
    }
    const codeAt = (ahead: number) =>
      totpAt(fromBase32(secret), totpStep(gateway.clock.now()) + ahead)
    await user.client.post('/v1/user/security/secondFactor', {
      method: 'google',
      enabled: true,
      verifyToken: await users.stepUp(user, 'secondFactor'),
      googleCode: codeAt(0),
    })
    const { client, token, emailCode } = await begun(user.email)
    expect(await reset(client, { token, emailCode: '00000x' })).toMatchObject({ code: '40102' })
    expect(await reset(client, { token, emailCode })).toMatchObject({
      code: '40010',
      data: { field: 'googleCode' },
    })
    expect(await reset(client, { token, emailCode, googleCode: '123' })).toMatchObject({
      code: '40102',
    })
    gateway.leap(30_000)
    expect(await reset(client, { token, emailCode, googleCode: codeAt(0) })).toMatchObject({
      code: '0',
    })
  })

  it('needs a captcha, and the area code of a number', async () => {
    const client = users.anonymousClient()
    expect(
      await client.post('/v1/user/password/forgot', { loginName: 'a@b.cd', bizId: 'none' }),
    ).toMatchObject({ code: '40103' })
    expect(await forgot(client, '13800001234')).toMatchObject({
      code: '40010',
      data: { field: 'areaCode' },
    })
    expect(await forgot(client, '13800001234', { areaCode: '86' })).toMatchObject({ code: '0' })
  })

  it('sends a frozen account no code', async () => {
    const user = await users.newUser()
    await gateway.db.query("update users set status = 'frozen' where id = $1", [user.userId])
    const client = users.anonymousClient()
    expect(await forgot(client, user.email)).toMatchObject({ code: '0' })
    await expect(client.code(user.email, 'resetPassword')).rejects.toThrow('No code')
  })

  it('expires after a quarter of an hour', async () => {
    const user = await users.newUser()
    const { client, token, emailCode } = await begun(user.email)
    gateway.leap(900_001)
    expect(await reset(client, { token, emailCode })).toMatchObject({ code: '40102' })
  })
})
