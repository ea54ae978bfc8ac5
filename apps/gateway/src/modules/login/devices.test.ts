import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createTestUsers } from '../../testing/createTestUsers.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.stop())

const { newUser, anonymousClient, stepUp, ownCode } = createTestUsers(() => gateway, {
  name: 'device',
})
const SESSIONS = '/v1/user/security/sessions'
const USERINFO = '/v1/user/overview/userinfo'
interface Listed {
  readonly sessionId: string
  readonly isCurrent: boolean
}

async function twoDevices() {
  const user = await newUser()
  const other = anonymousClient()
  await other.post(
    '/v1/user/login',
    { loginName: user.email, pwd: PASSWORD },
    { headers: { 'user-agent': 'Phone/2' } },
  )
  return { ...user, other }
}
const list = async (client: { get(path: string): Promise<{ data: unknown }> }) =>
  (await client.get(SESSIONS)).data as Listed[]

describe('the devices of a user', () => {
  it('lists devices, marks the own one, and exposes no credential', async () => {
    const { client, other } = await twoDevices()
    const listed = await list(client)
    expect(listed).toHaveLength(2)
    expect(listed).toContainEqual({
      sessionId: other.cookies.get('x_token'),
      realm: 'live',
      userAgent: 'Phone/2',
      createdAt: expect.any(Number),
      seenAt: expect.any(Number),
      isCurrent: false,
      name: null,
      isTrusted: false,
    })
    expect(listed.find(({ isCurrent }) => isCurrent)?.sessionId).toBe(client.cookies.get('x_token'))
    expect(JSON.stringify(listed)).not.toContain(other.cookies.get('__Host-session'))
  })
  it('answers 20205 on an ended device; others continue (wire 7)', async () => {
    const { client, other } = await twoDevices()
    expect(
      await client.post(`${SESSIONS}/revoke`, { sessionId: other.cookies.get('x_token') }),
    ).toMatchObject({ code: '0', data: { ended: 1 } })
    expect(await other.get(USERINFO)).toMatchObject({ code: '20205' })
    expect(await client.get(USERINFO)).toMatchObject({ code: '0' })
    expect(await list(client)).toHaveLength(1)
  })
  it('ends all devices but the own one at once', async () => {
    const { client, other } = await twoDevices()
    expect(await client.post(`${SESSIONS}/revoke`, { others: true })).toMatchObject({
      code: '0',
      data: { ended: 1 },
    })
    expect(await other.get(USERINFO)).toMatchObject({ code: '20205' })
    expect(await client.get(USERINFO)).toMatchObject({ code: '0' })
  })
  it("treats another user's session as missing", async () => {
    const [{ client }, victim] = [await newUser(), await newUser()]
    const theirs = await client.post(`${SESSIONS}/revoke`, {
      sessionId: victim.client.cookies.get('x_token'),
    })
    const none = await client.post(`${SESSIONS}/revoke`, { sessionId: 'f'.repeat(32) })
    expect({ ...theirs, headers: null }).toEqual({ ...none, headers: null })
    expect(theirs.code).toBe('40401')
    expect(await victim.client.get(USERINFO)).toMatchObject({ code: '0' })
  })
  it.each([{}, { sessionId: 'short' }, { others: false }])('%o is malformed', async (body) => {
    expect(await (await newUser()).client.post(`${SESSIONS}/revoke`, body)).toMatchObject({
      http: 400,
      code: '40010',
    })
  })
})

describe('what the account asks for at log-in has changed', () => {
  it('renews the session’s secret, keeps its key and ends other sessions', async () => {
    const user = await twoDevices()
    const { client, other } = user
    const before = client.cookies.get('__Host-session')!
    expect(
      await client.post('/v1/user/security/secondFactor', {
        method: 'email',
        enabled: true,
        verifyToken: await stepUp(user, 'secondFactor'),
      }),
    ).toMatchObject({ code: '0', data: { secondFactors: ['email'], realm: 'live' } })
    expect(client.cookies.get('__Host-session')).not.toBe(before)
    expect(await client.get(USERINFO)).toMatchObject({ code: '0' })
    expect(await other.get(USERINFO)).toMatchObject({ code: '20205' })
    const thief = gateway.client({ signs: false })
    thief.cookies.set('__Host-session', before)
    expect(await thief.get(USERINFO)).toMatchObject({ code: '20205' })
  })
  it('the realm stays', async () => {
    const user = await newUser()
    await user.client.post('/v1/user/sub-account/switchTradeDemo')
    const changed = await user.client.post('/v1/user/security/secondFactor', {
      method: 'email',
      enabled: true,
      verifyToken: await stepUp(user, 'secondFactor'),
    })
    expect(changed).toMatchObject({ code: '0', data: { realm: 'paper' } })
    expect(await user.client.get(USERINFO)).toMatchObject({ code: '0', data: { realm: 'paper' } })
  })
  it('encrypts its token in transit (wire 4)', async () => {
    const user = await newUser()
    const verifyToken = await stepUp(user, 'secondFactor')
    let body = ''
    await user.client.post(
      '/v1/user/security/secondFactor',
      { method: 'email', enabled: true, verifyToken },
      { tamper: (wire) => ((body = wire.body ?? ''), wire) },
    )
    expect(body).toContain('bodyCiphertext')
    expect(body).not.toContain(verifyToken)
  })
})

describe('/securityVerify in a session (wire 10)', () => {
  it('the serial number of another user’s step-up proves nothing', async () => {
    const [one, two] = [await newUser(), await newUser()]
    const { serialNO } = (await one.client.post('/v1/user/security/stepUp', { action: 'passkey' }))
      .data as { serialNO: string }
    expect(
      await two.client.post('/v1/user/securityVerify', { serialNO, emailCode: await ownCode(two) }),
    ).toMatchObject({ code: '40102' })
  })
  it("rejects another user's token", async () => {
    const [one, two] = [await newUser(), await newUser()]
    const verifyToken = await stepUp(one, 'secondFactor')
    expect(
      await two.client.post('/v1/user/security/secondFactor', {
        method: 'email',
        enabled: true,
        verifyToken,
      }),
    ).toMatchObject({ code: '00005' })
  })
  it.each([{}, { action: 'withdraw everything' }])(
    'a step-up for %o is malformed',
    async (body) => {
      expect(await (await newUser()).client.post('/v1/user/security/stepUp', body)).toMatchObject({
        http: 400,
        code: '40010',
        data: { field: 'action' },
      })
    },
  )
  it('a user begins thirty in ten minutes', async () => {
    const { client } = await newUser()
    for (let begun = 0; begun < 30; begun++)
      expect(await client.post('/v1/user/security/stepUp', { action: 'passkey' })).toMatchObject({
        code: '0',
      })
    expect(await client.post('/v1/user/security/stepUp', { action: 'passkey' })).toMatchObject({
      code: '42901',
      data: { retryAfter: expect.any(Number) },
    })
  })
})
