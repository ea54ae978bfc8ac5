import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type TestClient } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createTestUsers, type TestUser } from '../../testing/createTestUsers.ts'
import { fromBase32, totpAt, totpStep } from '../second-factors/ports/totp.ts'
import { stoppedUntil } from '../sessions/ports/withdrawalStop.ts'
import { RECOVERY_MS } from './createRecovery.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.stop())
const users = createTestUsers(() => gateway, { name: 'recovery' })
const USERINFO = '/v1/user/overview/userinfo'
const ASK = '/v1/user/recovery/ask'
const STOP = '/v1/user/recovery/stop'
const CHANGE = '/v1/user/security/address/change'

async function sendCode(client: TestClient, scene: string, to: string) {
  await client.post('/v1/user/message/sendCode', {
    scene,
    email: to,
    bizId: await client.solveCaptcha('sendCode'),
  })
  return client.code(to, scene)
}
async function withAuthenticator(): Promise<TestUser & { readonly secret: string }> {
  const user = await users.newUser()
  const { secret } = (await user.client.post('/v1/user/security/totp/create')).data as {
    secret: string
  }
  await user.client.post('/v1/user/security/secondFactor', {
    method: 'google',
    enabled: true,
    verifyToken: await users.stepUp(user, 'secondFactor'),
    googleCode: totpAt(fromBase32(secret), totpStep(gateway.clock.now())),
  })
  return { ...user, secret }
}
async function ask(user: TestUser, fields: Readonly<Record<string, unknown>>) {
  gateway.leap(61_000)
  const client = users.anonymousClient()
  const emailCode = await sendCode(client, 'login', user.email)
  return client.post(ASK, { loginName: user.email, pwd: PASSWORD, emailCode, ...fields })
}
/** The token of the link that the latest message about a change has. */
async function stopToken({ client, email }: TestUser): Promise<string> {
  const letters = (await client.get(`/v1/dev/mailbox?to=${encodeURIComponent(email)}`)).data as {
    scene: string
    path?: string
  }[]
  const path = letters.find(({ scene }) => scene === 'changeAsked')?.path ?? ''
  return new URL(path, 'http://x').searchParams.get('stop') ?? ''
}

describe('change of an address (products 7)', () => {
  it('is proved by both addresses and reported to both', async () => {
    const user = await users.newUser()
    const other = users.anonymousClient()
    await other.login({ loginName: user.email, password: PASSWORD })
    const email = `new-${user.userId}@example.com`
    const emailCode = await sendCode(user.client, 'newAddress', email)
    const verifyToken = await users.stepUp(user, 'address')
    expect(await user.client.post(CHANGE, { email, emailCode, verifyToken })).toMatchObject({
      code: '0',
      data: { userInfo: { userId: user.userId } },
    })
    expect(await user.client.get(USERINFO)).toMatchObject({ code: '0' })
    expect(await other.get(USERINFO)).toMatchObject({ code: '20205' })
    expect(await stoppedUntil(gateway.db, user.userId)).toBe(gateway.clock.now() + 86_400_000)
    for (const address of [email, user.email])
      expect(await user.client.code(address, 'emailChanged')).toBe('')
    expect(
      await users.anonymousClient().login({ loginName: email, password: PASSWORD }),
    ).toMatchObject({ code: '0' })
    expect(
      await users.anonymousClient().login({ loginName: user.email, password: PASSWORD }),
    ).toMatchObject({ code: '40101' })
  })

  it('refuses a token of another action and a code of another scene', async () => {
    const user = await users.newUser()
    const email = `other-${user.userId}@example.com`
    const emailCode = await sendCode(user.client, 'newAddress', email)
    const wrong = await users.stepUp(user, 'password')
    expect(await user.client.post(CHANGE, { email, emailCode, verifyToken: wrong })).toMatchObject({
      code: '00005',
    })
    const verifyToken = await users.stepUp(user, 'address')
    expect(
      await user.client.post(CHANGE, { email, emailCode: '000000', verifyToken }),
    ).toMatchObject({ code: '40102' })
    expect(await user.client.post(CHANGE, { verifyToken })).toMatchObject({
      code: '40010',
      data: { field: 'email' },
    })
  })
})

describe('the 72-hour path (products 7)', () => {
  it('takes a lost authenticator away after 72 hours and ends all sessions', async () => {
    const user = await withAuthenticator()
    expect(await ask(user, { lost: 'google' })).toMatchObject({
      code: '0',
      data: { lost: 'google', effectiveAt: gateway.clock.now() + RECOVERY_MS, target: null },
    })
    const before = await users
      .anonymousClient()
      .login({ loginName: user.email, password: PASSWORD })
    expect(before.data).toMatchObject({ methods: ['google'] })
    expect((await user.client.get('/v1/user/recovery/list')).data).toHaveLength(1)
    expect(await user.client.code(user.email, 'changeAsked')).toBe('')
    gateway.leap(RECOVERY_MS)
    const after = await users.anonymousClient().login({ loginName: user.email, password: PASSWORD })
    expect(after).toMatchObject({ code: '0', data: { userInfo: { userId: user.userId } } })
    expect(await stoppedUntil(gateway.db, user.userId)).toBe(gateway.clock.now() + 86_400_000)
  })

  it('is stopped from the mail, once, by who has its link', async () => {
    const user = await withAuthenticator()
    await ask(user, { lost: 'google' })
    const token = await stopToken(user)
    const guest = users.anonymousClient()
    expect(await guest.post(STOP, { token: 'guessed' })).toMatchObject({ code: '40102' })
    expect(await guest.post(STOP, { token })).toMatchObject({ code: '0' })
    expect(await guest.post(STOP, { token })).toMatchObject({ code: '40102' })
    gateway.leap(RECOVERY_MS)
    expect(
      (await users.anonymousClient().login({ loginName: user.email, password: PASSWORD })).data,
    ).toMatchObject({ methods: ['google'] })
  })

  it('is stopped by its owner, and by "not me"', async () => {
    const user = await withAuthenticator()
    const { data } = await ask(user, { lost: 'google' })
    const { changeId } = data as { changeId: string }
    const other = await users.newUser()
    const CANCEL = '/v1/user/recovery/cancel'
    expect(await other.client.post(CANCEL, { changeId })).toMatchObject({ code: '40401' })
    expect(await user.client.post(CANCEL, { changeId })).toMatchObject({ code: '0' })
    await ask(user, { lost: 'google' })
    const [entry] = (
      (await user.client.get('/v1/user/security/history')).data as {
        items: readonly { eventId: string }[]
      }
    ).items
    await user.client.post('/v1/user/security/history/disown', { eventId: entry?.eventId })
    expect((await user.client.get('/v1/user/recovery/list')).data).toEqual([])
  })

  it('needs the password and a code of an address that is left', async () => {
    const user = await withAuthenticator()
    expect(await ask(user, { lost: 'google', pwd: 'not it 12' })).toMatchObject({ code: '40101' })
    expect(await ask(user, { lost: 'google', emailCode: '000000' })).toMatchObject({
      code: '40102',
    })
    expect(await ask(user, { lost: 'google', emailCode: undefined })).toMatchObject({
      code: '40010',
      data: { field: 'emailCode' },
    })
    expect(await ask(user, { lost: 'passkey' })).toMatchObject({
      code: '40010',
      data: { field: 'lost' },
    })
  })

  it('is not open while an authenticator could prove the owner', async () => {
    const user = await withAuthenticator()
    const newEmail = `thief-${user.userId}@example.com`
    const newCode = await sendCode(users.anonymousClient(), 'newAddress', newEmail)
    expect(await ask(user, { lost: 'email', newEmail, newCode })).toMatchObject({ code: '40301' })
  })

  it('replaces a lost address from a session of its owner alone', async () => {
    const user = await users.newUser()
    const newEmail = `left-${user.userId}@example.com`
    const body = { loginName: user.email, pwd: PASSWORD, lost: 'email', newEmail }
    const guest = users.anonymousClient()
    const newCode = await sendCode(guest, 'newAddress', newEmail)
    expect(await guest.post(ASK, { ...body, newCode })).toMatchObject({ code: '40301' })
    expect(await user.client.post(ASK, { ...body, newCode })).toMatchObject({
      code: '0',
      data: { target: expect.stringContaining('***') },
    })
    gateway.leap(RECOVERY_MS)
    // The first log-in after that time makes the change, once.
    await users.anonymousClient().login({ loginName: user.email, password: PASSWORD })
    expect(
      await users.anonymousClient().login({ loginName: newEmail, password: PASSWORD }),
    ).toMatchObject({ code: '0' })
    expect(await user.client.code(user.email, 'emailChanged')).toBe('')
  })

  it('waits once at a time and ends after three stops', async () => {
    const user = await withAuthenticator()
    await ask(user, { lost: 'google' })
    expect(await ask(user, { lost: 'google' })).toMatchObject({ code: '40301' })
    for (const round of [1, 2, 3]) {
      const guest = users.anonymousClient()
      expect(await guest.post(STOP, { token: await stopToken(user) })).toMatchObject({ code: '0' })
      const answer = await ask(user, { lost: 'google' })
      expect(answer.code).toBe(round < 3 ? '0' : '40301')
    }
  })
})

describe('devices (products 7)', () => {
  it('are named, trusted with a step-up, and known from then on', async () => {
    const user = await users.newUser()
    const sessions = async () =>
      (await user.client.get('/v1/user/security/sessions')).data as {
        sessionId: string
        name: string | null
        isTrusted: boolean
      }[]
    const sessionId = (await sessions())[0]?.sessionId
    const RENAME = '/v1/user/security/devices/rename'
    expect(await user.client.post(RENAME, { sessionId, name: ' Home ' })).toMatchObject({
      code: '0',
    })
    expect(
      await user.client.post('/v1/user/security/devices/trust', { verifyToken: 'made-up' }),
    ).toMatchObject({ code: '00005' })
    const verifyToken = await users.stepUp(user, 'device')
    expect(
      await user.client.post('/v1/user/security/devices/trust', { verifyToken }),
    ).toMatchObject({ code: '0' })
    expect(await sessions()).toMatchObject([{ name: 'Home', isTrusted: true }])
    await user.client.post('/v1/user/security/devices/distrust', { sessionId })
    expect(await sessions()).toMatchObject([{ name: 'Home', isTrusted: false }])
    const other = await users.newUser()
    expect(await other.client.post(RENAME, { sessionId, name: 'x' })).toMatchObject({
      code: '40401',
    })
  })
})

describe('closing an account (products 7)', () => {
  const CLOSE = '/v1/user/account/close'

  it('takes an empty account and a step-up, and lets nobody in again', async () => {
    const user = await users.newUser()
    expect(await user.client.post(CLOSE, { verifyToken: 'made-up' })).toMatchObject({
      code: '00005',
    })
    const verifyToken = await users.stepUp(user, 'closeAccount')
    expect(await user.client.post(CLOSE, { verifyToken })).toMatchObject({ code: '0' })
    expect(await user.client.get(USERINFO)).toMatchObject({ code: '20205' })
    expect(
      await users.anonymousClient().login({ loginName: user.email, password: PASSWORD }),
    ).toMatchObject({ code: '00004' })
    expect(await user.client.code(user.email, 'accountClosed')).toBe('')
  })

  it('is refused while it holds anything', async () => {
    const user = await users.newUser()
    await gateway.db.query(
      `insert into ledger_account (realm, owner, asset, balance) values ('live', $1, 'BTC', 1)`,
      [`user:${user.userId}/margin/BTCUSDT`],
    )
    const verifyToken = await users.stepUp(user, 'closeAccount')
    expect(await user.client.post(CLOSE, { verifyToken })).toMatchObject({ code: '40214' })
    expect(await user.client.get(USERINFO)).toMatchObject({ code: '0' })
  })
})
