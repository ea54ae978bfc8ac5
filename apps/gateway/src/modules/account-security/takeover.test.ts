import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type TestClient } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createTestUsers, type TestUser } from '../../testing/createTestUsers.ts'
import { signInWith, ticketOf } from '../../testing/signInWith.ts'
import { RECOVERY_MS } from './createRecovery.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.stop())
const users = createTestUsers(() => gateway, { name: 'takeover' })

const USERINFO = '/v1/user/overview/userinfo'
const ASK = '/v1/user/recovery/ask'
const LIST = '/v1/user/recovery/list'
const CHANGE = '/v1/user/security/address/change'
const sub = (verb: string) => `/v1/user/sub-account/${verb}`

async function sendCode(client: TestClient, scene: string, email: string): Promise<string> {
  gateway.leap(61_000)
  await client.post('/v1/user/message/sendCode', {
    scene,
    email,
    bizId: await client.solveCaptcha('sendCode'),
  })
  return client.code(email, scene)
}

/** A thief with a session and the password asks to replace the address. */
async function askedByThief(user: TestUser): Promise<string> {
  const thief = users.anonymousClient()
  await thief.login({ loginName: user.email, password: PASSWORD })
  const newEmail = `thief-${user.userId}@example.com`
  const newCode = await sendCode(thief, 'newAddress', newEmail)
  const body = { loginName: user.email, pwd: PASSWORD, lost: 'email', newEmail, newCode }
  expect(await thief.post(ASK, body)).toMatchObject({ code: '0' })
  return newEmail
}

/** A sub-account with a log-in of its own, and a session in it. */
async function ownLogin(holder: TestUser) {
  const { data } = await holder.client.post(sub('create'), {
    label: 'own',
    verifyToken: await users.stepUp(holder, 'subAccount'),
  })
  const { userId } = data as { readonly userId: string }
  const email = `own-${userId}@example.com`
  const emailCode = await sendCode(holder.client, 'newAddress', email)
  await holder.client.post(sub('login'), {
    userId,
    email,
    emailCode,
    pwd: 'worse horse 9',
    verifyToken: await users.stepUp(holder, 'subAccount'),
  })
  const client = users.anonymousClient()
  await client.login({ loginName: email, password: 'worse horse 9' })
  return { client, email, userId }
}

describe('a thief who asked for the 72-hour path (products 7)', () => {
  it('loses it when the owner changes the password', async () => {
    const user = await users.newUser()
    const newEmail = await askedByThief(user)
    const verifyToken = await users.stepUp(user, 'password')
    await user.client.post('/v1/user/password/change', { pwd: 'better horse 8', verifyToken })
    expect((await user.client.get(LIST)).data).toEqual([])
    gateway.leap(RECOVERY_MS)
    expect(
      await users.anonymousClient().login({ loginName: newEmail, password: PASSWORD }),
    ).toMatchObject({ code: '40101' })
  })

  it('loses it when the owner recovers the password by mail', async () => {
    const user = await users.newUser()
    await askedByThief(user)
    gateway.leap(61_000)
    const client = users.anonymousClient()
    const { data } = await client.post('/v1/user/password/forgot', {
      loginName: user.email,
      bizId: await client.solveCaptcha('sendCode'),
    })
    const emailCode = await client.code(user.email, 'resetPassword')
    expect(
      await client.post('/v1/user/password/reset', {
        token: (data as { token: string }).token,
        emailCode,
        pwd: 'better horse 8',
      }),
    ).toMatchObject({ code: '0' })
    await client.login({ loginName: user.email, password: 'better horse 8' })
    expect((await client.get(LIST)).data).toEqual([])
  })

  it('loses it when the owner proves the old address', async () => {
    const user = await users.newUser()
    await askedByThief(user)
    const email = `moved-${user.userId}@example.com`
    const emailCode = await sendCode(user.client, 'newAddress', email)
    const verifyToken = await users.stepUp(user, 'address')
    expect(await user.client.post(CHANGE, { email, emailCode, verifyToken })).toMatchObject({
      code: '0',
    })
    expect((await user.client.get(LIST)).data).toEqual([])
  })

  it('cannot take an address that got an account meanwhile', async () => {
    const user = await users.newUser()
    const newEmail = await askedByThief(user)
    gateway.leap(61_000)
    const other = users.anonymousClient()
    await other.register(newEmail)
    gateway.leap(RECOVERY_MS)
    expect(
      await users.anonymousClient().login({ loginName: user.email, password: PASSWORD }),
    ).toMatchObject({ code: '0', data: { userInfo: { userId: user.userId } } })
  })
})

describe('codes and tokens (products 7)', () => {
  it('reset no password from a former address', async () => {
    const user = await users.newUser()
    const client = users.anonymousClient()
    const { data } = await client.post('/v1/user/password/forgot', {
      loginName: user.email,
      bizId: await client.solveCaptcha('sendCode'),
    })
    const stale = await client.code(user.email, 'resetPassword')
    const email = `after-${user.userId}@example.com`
    const emailCode = await sendCode(user.client, 'newAddress', email)
    const verifyToken = await users.stepUp(user, 'address')
    await user.client.post(CHANGE, { email, emailCode, verifyToken })
    expect(
      await client.post('/v1/user/password/reset', {
        token: (data as { token: string }).token,
        emailCode: stale,
        pwd: 'better horse 8',
      }),
    ).toMatchObject({ code: '40102' })
  })

  it.each(['device', 'closeAccount', 'secondFactor', 'subAccount'] as const)(
    'change no address for the action %s',
    async (action) => {
      const user = await users.newUser()
      const email = `${action}-${user.userId}@example.com`.toLowerCase()
      const emailCode = await sendCode(user.client, 'newAddress', email)
      const verifyToken = await users.stepUp(user, action)
      expect(await user.client.post(CHANGE, { email, emailCode, verifyToken })).toMatchObject({
        code: '00005',
      })
    },
  )

  it('open and close nothing else for a new address', async () => {
    const user = await users.newUser()
    const guest = users.anonymousClient()
    const email = `fresh-${user.userId}@example.com`
    const emailCode = await sendCode(guest, 'newAddress', email)
    expect(
      await guest.post('/v1/user/register/email', { email, emailCode, pwd: PASSWORD }),
    ).toMatchObject({ code: '40102' })
    expect(
      await user.client.post('/v1/user/account/close', { verifyToken: emailCode }),
    ).toMatchObject({ code: '00005' })
  })
})

describe('a sub-account with a log-in of its own (products 7)', () => {
  it('reaches neither its siblings nor its main account', async () => {
    const holder = await users.newUser()
    const [one, two] = [await ownLogin(holder), await ownLogin(holder)]
    expect(await one.client.get(USERINFO)).toMatchObject({ data: { userId: one.userId } })
    for (const userId of [two.userId, holder.userId])
      expect(await one.client.post(sub('switLogin'), { userId })).toMatchObject({ code: '40401' })
    for (const verb of ['rename', 'rights', 'freeze', 'unfreeze', 'login'])
      expect(
        await one.client.post(sub(verb), {
          userId: one.userId,
          label: 'x',
          rights: 'full',
          mayUseKeys: true,
          email: 'x@example.com',
          emailCode: '000000',
          pwd: PASSWORD,
          verifyToken: 'x',
        }),
      ).toMatchObject({ code: '40301' })
  })

  it('closes nothing and binds nobody', async () => {
    const { client, email } = await ownLogin(await users.newUser())
    const verifyToken = await users.stepUp({ client, email }, 'closeAccount')
    expect(await client.post('/v1/user/account/close', { verifyToken })).toMatchObject({
      code: '40301',
    })
    expect(
      await client.post('/v1/user/security/third/bind', { provider: 'google', verifyToken }),
    ).toMatchObject({ code: '40301' })
    expect(await client.post(CHANGE, { email: 'x@example.com', verifyToken })).toMatchObject({
      code: '40301',
    })
  })

  it('stays out while its main account is frozen', async () => {
    const holder = await users.newUser()
    const { client, email } = await ownLogin(holder)
    await gateway.db.query("update users set status = 'frozen' where id = $1", [holder.userId])
    expect(
      await users.anonymousClient().login({ loginName: email, password: 'worse horse 9' }),
    ).toMatchObject({ code: '00004' })
    expect(await client.post(sub('switchTradeDemo'), {})).toMatchObject({ code: '20205' })
  })
})

describe('what a thief may leave behind to come back by (products 7)', () => {
  const KEYS = '/v1/user/api/list'
  const THIRD = '/v1/user/security/third/list'
  const HISTORY = '/v1/user/security/history'
  const newKey = async (user: TestUser) =>
    user.client.post('/v1/user/api/create', {
      label: 'bot',
      kind: 'hmac',
      permissions: ['read', 'spot'],
      addresses: [],
      verifyToken: await users.stepUp(user, 'apiKey'),
    })
  const bindGoogle = async (user: TestUser, subject: string) => {
    const unbound = await signInWith(user.client, { provider: 'google', subject, isBinding: true })
    return user.client.post('/v1/user/security/third/bind', {
      token: ticketOf(unbound),
      verifyToken: await users.stepUp(user, 'thirdParty'),
    })
  }
  const counts = async ({ client }: Pick<TestUser, 'client'>) => [
    ((await client.get(KEYS)).data as object[]).length,
    ((await client.get(THIRD)).data as object[]).length,
  ]
  const events = async ({ client }: TestUser) =>
    ((await client.get(HISTORY)).data as { items: { kind: string; eventId: string }[] }).items

  it('is reported by mail and in the history, all of it', async () => {
    const user = await users.newUser()
    expect(await newKey(user)).toMatchObject({ code: '0' })
    expect(await bindGoogle(user, `left-${user.userId}`)).toMatchObject({ code: '0' })
    const verifyToken = await users.stepUp(user, 'secondFactor')
    const factor = { method: 'email', enabled: true, verifyToken }
    expect(await user.client.post('/v1/user/security/secondFactor', factor)).toMatchObject({
      code: '0',
    })
    const kinds = ['factorChanged', 'identityChanged', 'apiKeyChanged']
    expect(
      (await events(user)).map(({ kind }) => kind).filter((each) => kinds.includes(each)),
    ).toEqual(kinds)
    for (const kind of kinds) expect(await user.client.code(user.email, kind)).toBe('')
  })

  it('is reported of an identity that the password alone binds', async () => {
    const user = await users.newUser()
    const thief = users.anonymousClient()
    const unbound = await signInWith(thief, { provider: 'google', subject: `by-${user.userId}` })
    await thief.post('/v1/user/third/bind/choose', {
      token: ticketOf(unbound),
      loginName: user.email,
      pwd: PASSWORD,
    })
    expect(await user.client.code(user.email, 'identityChanged')).toBe('')
  })

  it('ends with a recovered password, keys of sub-accounts too', async () => {
    const user = await users.newUser()
    const created = await user.client.post(sub('create'), {
      label: 'bots',
      verifyToken: await users.stepUp(user, 'subAccount'),
    })
    const account = (created.data as { readonly userId: string }).userId
    await newKey(user)
    await user.client.post('/v1/user/api/create', {
      account,
      label: 'bot',
      kind: 'hmac',
      permissions: ['read'],
      addresses: [],
      verifyToken: await users.stepUp(user, 'apiKey'),
    })
    await bindGoogle(user, `reset-${user.userId}`)
    gateway.leap(61_000)
    const client = users.anonymousClient()
    const { data } = await client.post('/v1/user/password/forgot', {
      loginName: user.email,
      bizId: await client.solveCaptcha('sendCode'),
    })
    const emailCode = await client.code(user.email, 'resetPassword')
    const { token } = data as { readonly token: string }
    await client.post('/v1/user/password/reset', { token, emailCode, pwd: 'better horse 8' })
    await client.login({ loginName: user.email, password: 'better horse 8' })
    expect(await counts({ client })).toEqual([0, 0])
    expect((await client.get(`${KEYS}?account=${account}`)).data).toEqual([])
  })

  it('ends with "not me", but for what was there before', async () => {
    const user = await users.newUser()
    await newKey(user)
    gateway.leap(1_000)
    const thief = users.anonymousClient()
    await thief.login({ loginName: user.email, password: PASSWORD })
    gateway.leap(1_000)
    await newKey(user)
    await bindGoogle(user, `disown-${user.userId}`)
    const entry = (await events(user)).find(({ kind }) => kind === 'newDevice' || kind === 'login')
    await user.client.post(`${HISTORY}/disown`, { eventId: entry?.eventId })
    expect(await counts(user)).toEqual([1, 0])
  })

  it('leaves an account without a password its only way in', async () => {
    const client = users.anonymousClient()
    const subject = 'only-way-in'
    const unbound = await signInWith(client, {
      provider: 'google',
      subject,
      email: `${subject}@mail.example`,
    })
    await client.post('/v1/user/third/google/register', { token: ticketOf(unbound) })
    const { data } = await client.get(HISTORY)
    const [entry] = (data as { items: { eventId: string }[] }).items
    await client.post(`${HISTORY}/disown`, { eventId: entry?.eventId })
    expect(((await client.get(THIRD)).data as object[]).length).toBe(1)
  })

  it('ends a claimed loss once the owner changes a factor', async () => {
    const user = await users.newUser()
    await askedByThief(user)
    const verifyToken = await users.stepUp(user, 'secondFactor')
    const factor = { method: 'email', enabled: true, verifyToken }
    await user.client.post('/v1/user/security/secondFactor', factor)
    expect((await user.client.get(LIST)).data).toEqual([])
  })
})
