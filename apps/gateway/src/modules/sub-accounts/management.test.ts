import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type TestClient } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createTestUsers, type TestUser } from '../../testing/createTestUsers.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.stop())

const users = createTestUsers(() => gateway, { name: 'holder' })
const sub = (verb: string) => `/v1/user/sub-account/${verb}`
const USERINFO = '/v1/user/overview/userinfo'

type Holder = TestUser & { readonly subId: string }

async function holder(): Promise<Holder> {
  const user = await users.newUser()
  const verifyToken = await users.stepUp(user, 'subAccount')
  const { data } = await user.client.post(sub('create'), { label: 'Grid', verifyToken })
  return { ...user, subId: (data as { userId: string }).userId }
}
async function manage(user: Holder, verb: string, fields: Readonly<Record<string, unknown>> = {}) {
  const verifyToken = await users.stepUp(user, 'subAccount')
  return user.client.post(sub(verb), { userId: user.subId, ...fields, verifyToken })
}
/** A session in the sub-account, from another browser of its holder. */
async function inside(user: Holder): Promise<TestClient> {
  const client = users.anonymousClient()
  await client.login({ loginName: user.email, password: PASSWORD })
  await client.post(sub('switLogin'), { userId: user.subId })
  return client
}
/** Gives the sub-account a log-in of its own and answers its address. */
async function giveLogin(user: Holder, { password = 'worse horse 9' } = {}) {
  const email = `own-${user.subId}@example.com`
  await user.client.post('/v1/user/message/sendCode', {
    scene: 'newAddress',
    email,
    bizId: await user.client.solveCaptcha('sendCode'),
  })
  const emailCode = await user.client.code(email, 'newAddress')
  const answer = await manage(user, 'login', { email, emailCode, pwd: password })
  return { email, password, answer }
}
const ORDER = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', size: '0.01' }
/** Below the market, so that an order rests. */
async function restingPrice(client: TestClient): Promise<string> {
  const { data } = await client.get('/v1/spot/public/tickers')
  const ticker = (data as { symbol: string; last: string }[]).find(
    ({ symbol }) => symbol === ORDER.symbol,
  )
  return String(Math.floor(Number(ticker?.last) * 0.98))
}

describe('management of a sub-account (products 7)', () => {
  it('changes its name but to no empty one (products 7)', async () => {
    const user = await holder()
    expect(await manage(user, 'rename', { label: ' Arb ' })).toMatchObject({
      code: '0',
      data: { userId: user.subId, label: 'Arb', rights: 'full', isFrozen: false, email: null },
    })
    expect(await manage(user, 'rename', { label: '  ' })).toMatchObject({
      code: '40010',
      data: { field: 'label' },
    })
  })

  it('is for its holder alone (products 7)', async () => {
    const [user, other] = [await holder(), await holder()]
    const verifyToken = await users.stepUp(other, 'subAccount')
    for (const verb of ['rename', 'freeze', 'unfreeze', 'rights'])
      expect(
        await other.client.post(sub(verb), {
          userId: user.subId,
          label: 'x',
          rights: 'view',
          mayUseKeys: false,
          verifyToken,
        }),
      ).toMatchObject({ code: '40401' })
    expect(
      await user.client.post(sub('freeze'), { userId: user.subId, verifyToken }),
    ).toMatchObject({ code: '00005' })
  })

  it('ends sessions and orders of a frozen one (products 7)', async () => {
    const user = await holder()
    const client = await inside(user)
    await client.post(sub('switchTradeDemo'))
    expect(
      await client.post('/v1/spot/order/place', {
        ...ORDER,
        price: await restingPrice(client),
        clientOid: 'resting',
      }),
    ).toMatchObject({ code: '0' })
    expect(await manage(user, 'freeze')).toMatchObject({ code: '0', data: { isFrozen: true } })
    expect(await client.get(USERINFO)).toMatchObject({ code: '20205' })
    expect(
      await gateway.db.query(
        "select status from spot_order where user_id = $1 and status = 'open'",
        [user.subId],
      ),
    ).toEqual([])
    expect(await user.client.post(sub('switLogin'), { userId: user.subId })).toMatchObject({
      code: '00004',
    })
    expect(await manage(user, 'unfreeze')).toMatchObject({ code: '0', data: { isFrozen: false } })
    expect(await (await inside(user)).get(USERINFO)).toMatchObject({ code: '0' })
  })

  it('lets new rights count at once and removes its keys (products 7)', async () => {
    const user = await holder()
    const before = await inside(user)
    await gateway.db.query(
      `insert into api_keys (api_key, user_id, realm, label, kind, public_key, permissions,
         addresses, symbols, created_at)
       values ($1, $2, 'live', 'k', 'ed25519', 'x', '["read"]', '[]', '[]', 0)`,
      [`key-of-${user.subId}`.padEnd(64, 'x'), user.subId],
    )
    expect(await manage(user, 'rights', { rights: 'view', mayUseKeys: false })).toMatchObject({
      code: '0',
      data: { rights: 'view', mayUseKeys: false },
    })
    expect(await before.get(USERINFO)).toMatchObject({ code: '20205' })
    const client = await inside(user)
    expect(
      await client.post('/v1/spot/order/place', { ...ORDER, price: '1', clientOid: 'a' }),
    ).toMatchObject({
      code: '40301',
    })
    expect(await client.get('/v1/spot/order/open')).toMatchObject({ code: '0' })
    expect(
      await gateway.db.query('select 1 from api_keys where user_id = $1', [user.subId]),
    ).toEqual([])
  })

  it('shows what its accounts hold (products 7)', async () => {
    const user = await holder()
    await gateway.db.query(
      `insert into ledger_account (realm, owner, asset, balance)
       values ('live', $1, 'USDT', 150000000), ('live', $1 || '/futures', 'USDT', 50000000)`,
      [`user:${user.subId}`],
    )
    expect((await user.client.get(sub('funds'))).data).toEqual([
      { userId: user.subId, assets: [{ asset: 'USDT', total: '2' }] },
    ])
  })
})

describe('the log-in of a sub-account (products 7)', () => {
  it('comes in alone and cannot reach its main account (products 7)', async () => {
    const user = await holder()
    const { email, password, answer } = await giveLogin(user)
    expect(answer).toMatchObject({ code: '0', data: { email: expect.stringContaining('***') } })
    const client = users.anonymousClient()
    expect(await client.login({ loginName: email, password })).toMatchObject({
      code: '0',
      data: { userInfo: { userId: user.subId } },
    })
    expect(await client.get(USERINFO)).toMatchObject({
      data: { roles: ['sub-account'], enteredFrom: null },
    })
    for (const verb of ['switLogin', 'switchWeb', 'switchApp', 'switchTradeDemo'])
      expect(await client.post(sub(verb), { userId: user.userId })).toMatchObject({ code: '40401' })
    expect(await client.get(sub('list'))).toMatchObject({ code: '40301' })
  })

  it('steps up by its own address for its password (products 7)', async () => {
    const user = await holder()
    const { email, password } = await giveLogin(user)
    const client = users.anonymousClient()
    await client.login({ loginName: email, password })
    const verifyToken = await users.stepUp({ client, email }, 'password')
    expect(
      await client.post('/v1/user/password/change', { pwd: 'third horse 11', verifyToken }),
    ).toMatchObject({ code: '0' })
    expect(await user.client.get(USERINFO)).toMatchObject({ code: '0' })
  })

  it("ends with all others when the holder's password changes (products 7)", async () => {
    const user = await holder()
    const { email, password } = await giveLogin(user)
    const client = users.anonymousClient()
    await client.login({ loginName: email, password })
    const verifyToken = await users.stepUp(user, 'password')
    await user.client.post('/v1/user/password/change', { pwd: 'better horse 8', verifyToken })
    expect(await client.get(USERINFO)).toMatchObject({ code: '20205' })
  })

  it('takes no address of another account and no wrong code (products 7)', async () => {
    const [user, other] = [await holder(), await users.newUser()]
    await user.client.post('/v1/user/message/sendCode', {
      scene: 'newAddress',
      email: other.email,
      bizId: await user.client.solveCaptcha('sendCode'),
    })
    await expect(user.client.code(other.email, 'newAddress')).rejects.toThrow('No code')
    expect(
      await manage(user, 'login', { email: other.email, emailCode: '000000', pwd: PASSWORD }),
    ).toMatchObject({ code: '40102' })
  })
})
