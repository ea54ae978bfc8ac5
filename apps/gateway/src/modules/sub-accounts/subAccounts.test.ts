import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createTestUsers, type TestUser } from '../../testing/createTestUsers.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.stop())

const { newUser, anonymousClient, stepUp } = createTestUsers(() => gateway, { name: 'sub' })
const sub = (verb: string) => `/v1/user/sub-account/${verb}`
const USERINFO = '/v1/user/overview/userinfo'

async function withSubAccount(): Promise<TestUser & { subId: string }> {
  const user = await newUser()
  const answer = await user.client.post(sub('create'), {
    label: ' Grid ',
    verifyToken: await stepUp(user, 'subAccount'),
  })
  return { ...user, subId: (answer.data as { userId: string }).userId }
}

describe('sub-accounts (spec 6.1)', () => {
  it('are opened by their holder, who stepped up, and listed', async () => {
    const { client, subId } = await withSubAccount()
    expect(subId).toMatch(/^[0-9]{10}$/)
    expect(await client.get(sub('list'))).toMatchObject({
      code: '0',
      data: [{ userId: subId, label: 'Grid', createdAt: expect.any(Number) }],
    })
    expect(await client.post(sub('create'), { label: 'x', verifyToken: 'made-up' })).toMatchObject({
      code: '00005',
    })
    expect(await client.post(sub('create'), { label: '  ', verifyToken: 'made-up' })).toMatchObject(
      { code: '40010', data: { field: 'label' } },
    )
  })
  it('are twenty at most', async () => {
    const { client, userId, email } = await withSubAccount()
    for (let extra = 0; extra < 19; extra++)
      await gateway.db.query(
        'insert into users (id, role, parent_id, label, created_at) values ($1, ' +
          "'sub-account', $2, 'x', 0)",
        [String(9_900_000_000 + extra), userId],
      )
    expect(
      await client.post(sub('create'), {
        label: 'y',
        verifyToken: await stepUp({ client, email }, 'subAccount'),
      }),
    ).toMatchObject({ code: '40010', data: { field: 'label' } })
  })
})

describe('/sub-account: switching to another account of the holder (spec 7.10, wire 10)', () => {
  it.each([
    ['switLogin', 'live'],
    ['switchWeb', 'live'],
    ['switchApp', 'live'],
    ['switchLoginDemo', 'paper'],
    ['switchTradeDemo', 'paper'],
  ] as const)('%s leads into its %s account and back, signing all the way', async (verb, realm) => {
    const { client, userId, subId } = await withSubAccount()
    expect(await client.post(sub(verb), { userId: subId })).toMatchObject({
      code: '0',
      data: { userInfo: { userId: subId }, realm },
    })
    expect(await client.get(USERINFO)).toMatchObject({
      code: '0',
      data: { userId: subId, roles: ['sub-account'], realm, enteredFrom: userId },
    })
    expect(await client.get('/v1/spot/account/assets')).toMatchObject({ code: '0' })
    expect(await client.post(sub('switLogin'), { userId })).toMatchObject({
      code: '0',
      data: { userInfo: { userId }, realm: 'live' },
    })
    expect(await client.get(USERINFO)).toMatchObject({
      code: '0',
      data: { userId, roles: ['trader'], enteredFrom: null },
    })
  })

  it('changes realm in a sub-account, keeping the return (spec 1.2)', async () => {
    const { client, userId, subId } = await withSubAccount()
    await client.post(sub('switLogin'), { userId: subId })
    expect(await client.post(sub('switchTradeDemo'))).toMatchObject({
      code: '0',
      data: { userInfo: { userId: subId }, realm: 'paper' },
    })
    expect(await client.post(sub('switLogin'), { userId })).toMatchObject({
      code: '0',
      data: { userInfo: { userId } },
    })
  })

  it('switches between sub-accounts of one holder', async () => {
    const user = await withSubAccount()
    const second = (
      await user.client.post(sub('create'), {
        label: 'Two',
        verifyToken: await stepUp(user, 'subAccount'),
      })
    ).data as { userId: string }
    await user.client.post(sub('switLogin'), { userId: user.subId })
    expect(await user.client.post(sub('switLogin'), { userId: second.userId })).toMatchObject({
      code: '0',
      data: { userInfo: { userId: second.userId } },
    })
    expect(await user.client.post(sub('switLogin'), { userId: user.userId })).toMatchObject({
      code: '0',
      data: { userInfo: { userId: user.userId } },
    })
  })

  it('hides accounts of other holders', async () => {
    const [mine, theirs] = [await withSubAccount(), await withSubAccount()]
    for (const userId of [theirs.userId, theirs.subId, '9999999999', ''])
      expect(await mine.client.post(sub('switLogin'), { userId })).toMatchObject({ code: '40401' })
    await mine.client.post(sub('switLogin'), { userId: mine.subId })
    for (const userId of [theirs.userId, theirs.subId])
      expect(await mine.client.post(sub('switLogin'), { userId })).toMatchObject({ code: '40401' })
  })

  it('the session that was left reads 20205', async () => {
    const { client, subId } = await withSubAccount()
    const old = client.cookies.get('__Host-session')!
    await client.post(sub('switLogin'), { userId: subId })
    const ghost = gateway.client({ signs: false })
    ghost.cookies.set('__Host-session', old)
    expect(await ghost.get(USERINFO)).toMatchObject({ code: '20205' })
  })

  it("ends a device in a sub-account with its holder's others", async () => {
    const { client, email, subId } = await withSubAccount()
    const other = anonymousClient()
    await other.login({ loginName: email, password: PASSWORD })
    await other.post(sub('switLogin'), { userId: subId })
    expect(await client.post('/v1/user/security/sessions/revoke', { others: true })).toMatchObject({
      code: '0',
      data: { ended: 1 },
    })
    expect(await other.get(USERINFO)).toMatchObject({ code: '20205' })
  })

  it('refuses to enter a frozen one, or to let one step up', async () => {
    const { client, subId } = await withSubAccount()
    await gateway.db.query("update users set status = 'frozen' where id = $1", [subId])
    expect(await client.post(sub('switLogin'), { userId: subId })).toMatchObject({ code: '00004' })
    await gateway.db.query("update users set status = 'active' where id = $1", [subId])
    await client.post(sub('switLogin'), { userId: subId })
    expect(await client.post(sub('create'), { label: 'x', verifyToken: 'x' })).toMatchObject({
      code: '40301',
    })
    expect(await client.post('/v1/user/security/stepUp', { action: 'secondFactor' })).toMatchObject(
      { code: '40301' },
    )
  })
})

describe('/agency/login (wire 10)', () => {
  it('gives the agent role here alone, and keeps it across realms', async () => {
    const { email, userId } = await newUser()
    await gateway.db.query('update users set is_agent = true where id = $1', [userId])
    const agent = anonymousClient()
    expect(
      await agent.post('/v1/user/agency/login', { loginName: email, pwd: PASSWORD }),
    ).toMatchObject({ code: '0' })
    expect(await agent.get(USERINFO)).toMatchObject({ data: { roles: ['trader', 'agency'] } })
    await agent.post(sub('switchTradeDemo'))
    expect(await agent.get(USERINFO)).toMatchObject({
      data: { roles: ['trader', 'agency'], realm: 'paper' },
    })
    const trader = anonymousClient()
    await trader.login({ loginName: email, password: PASSWORD })
    expect(await trader.get(USERINFO)).toMatchObject({ data: { roles: ['trader'] } })
  })
  it('lets a trader in as a trader', async () => {
    const { email } = await newUser()
    const client = anonymousClient()
    expect(
      await client.post('/v1/user/agency/login', { loginName: email, pwd: PASSWORD }),
    ).toMatchObject({ code: '0' })
    expect(await client.get(USERINFO)).toMatchObject({ data: { roles: ['trader'] } })
  })
})
