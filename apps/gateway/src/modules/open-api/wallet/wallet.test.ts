import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '../../../exchange/ledger/invariants.ts'
import { createApiKeyClient, type ApiKeyClient } from '../../../testing/createApiKeyClient.ts'
import { createTestGateway, type TestGateway } from '../../../testing/createTestGateway.ts'
import { createTestUsers, type TestUser } from '../../../testing/createTestUsers.ts'
import { DEVELOPMENT_NETWORKS } from '../../wallet/ports/networks.ts'

type Row = Readonly<Record<string, unknown>>
const DAY_MS = 86_400_000
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const ALL = ['read', 'spot', 'margin', 'futures', 'transfer', 'withdraw'] as const

let gateway: TestGateway
let demo: TestUser
let paper: ApiKeyClient
let live: ApiKeyClient
const users = createTestUsers(() => gateway, { name: 'sapi' })
beforeAll(async () => {
  const keys = {
    accountKey: () => Promise.reject(new Error('No keys here.')),
    deriveAddress: () => Promise.reject(new Error('No keys here.')),
  }
  const wallet = { networks: DEVELOPMENT_NETWORKS, connect: async () => undefined, keys }
  gateway = await createTestGateway({ wallet })
  demo = { client: users.anonymousClient(), email: gateway.demo?.loginName ?? '', userId: '' }
  await login()
  const { data } = await demo.client.get('/v1/user/overview/userinfo')
  const { userId } = data as { userId: string }
  const address = '203.0.113.7'
  live = await createApiKeyClient(gateway, {
    userId,
    realm: 'live',
    permissions: [...ALL],
    addresses: [address],
    address,
  })
  paper = await createApiKeyClient(gateway, {
    userId: (await gateway.newUser()).userId,
    permissions: ['read', 'spot', 'margin', 'futures', 'transfer'],
  })
  await gateway.clock.advance(5_000)
}, 600_000)
afterAll(() => gateway.stop())

async function login(): Promise<void> {
  const { loginName = '', password = '' } = gateway.demo ?? {}
  expect(await demo.client.login({ loginName, password })).toMatchObject({ code: '0' })
}

type Fields = Record<string, string | number>
const call = (
  client: ApiKeyClient,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  fields: Fields = {},
) => client.signed(method, `/sapi/v1/${path}`, fields)
async function done<T = Row>(...request: Parameters<typeof call>): Promise<T> {
  const { status, body } = await call(...request)
  expect([request[2], status, body]).toEqual([request[2], 200, body])
  return body as T
}
const refusal = async (...request: Parameters<typeof call>) =>
  ((await call(...request)).body as Row)['code']

describe('the wallet of the dialect', () => {
  it('answers coins with networks, deposits, withdrawals and restrictions', async () => {
    const coins = await done<Row[]>(live, 'GET', 'capital/config/getall')
    expect(coins.find(({ coin }) => coin === 'USDT')).toMatchObject({
      networkList: expect.arrayContaining([expect.objectContaining({ network: 'evm-a' })]),
    })
    expect(await done(live, 'GET', 'capital/deposit/hisrec')).toEqual([])
    expect(await done(live, 'GET', 'capital/withdraw/history')).toEqual([])
    expect(await done(paper, 'GET', 'capital/withdraw/history')).toEqual([])
    expect(await done(live, 'GET', 'account/status')).toEqual({ data: 'Normal' })
    expect(await done(live, 'GET', 'account/apiRestrictions')).toMatchObject({
      ipRestrict: true,
      enableWithdrawals: true,
      enableMargin: true,
    })
    const nowhere = { coin: 'USDT', network: 'nowhere' }
    expect(await refusal(live, 'GET', 'capital/deposit/address', nowhere)).toBe(-4018)
    expect(await refusal(paper, 'GET', 'capital/deposit/address', nowhere)).toBe(-1002)
  })

  it('moves funds between wallets and lists the moves', async () => {
    const move = { type: 'MAIN_UMFUTURE', asset: 'USDT', amount: '100' }
    const { tranId } = await done(paper, 'POST', 'asset/transfer', move)
    expect(await done(paper, 'GET', 'asset/transfer', { type: 'MAIN_UMFUTURE' })).toMatchObject({
      rows: [{ tranId, amount: '100', status: 'CONFIRMED' }],
    })
    expect(await refusal(paper, 'POST', 'asset/transfer', { ...move, type: 'NOPE' })).toBe(-1130)
    expect(await refusal(paper, 'POST', 'asset/transfer', { ...move, amount: '10000000' })).toBe(
      -2010,
    )
  })
})

describe('margin of the dialect', () => {
  it('keeps orders on credit apart from those of spot', async () => {
    const asset = 'USDT'
    await done(paper, 'POST', 'asset/transfer', { type: 'MAIN_MARGIN', asset, amount: '2000' })
    const { tranId } = await done(paper, 'POST', 'margin/loan', { asset, amount: '1000' })
    expect(tranId).toBeGreaterThan(0)
    const most = await done(paper, 'GET', 'margin/maxBorrowable', { asset })
    expect(Number(most['amount'])).toBeGreaterThan(1_000)
    expect(await done(paper, 'GET', 'margin/account')).toMatchObject({
      userAssets: [{ asset, borrowed: '1000', free: '3000' }],
    })
    const { body } = await paper.open('/api/v3/ticker/price', { symbol: 'BTCUSDT' })
    const price = (Number((body as { price: string }).price) * 0.9).toFixed(2)
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price }
    const placed = await done(paper, 'POST', 'margin/order', {
      ...order,
      quantity: '0.01',
      sideEffectType: 'MARGIN_BUY',
    })
    expect(placed).toMatchObject({ status: 'NEW', isIsolated: false })
    const spot = await paper.signed('GET', '/api/v3/openOrders')
    expect(spot.body).toEqual([])
    const query = { symbol: 'BTCUSDT', orderId: Number(placed['orderId']) }
    for (const method of ['GET', 'DELETE'] as const)
      expect((await paper.signed(method, '/api/v3/order', query)).status).toBe(400)
    expect((await paper.signed('DELETE', '/api/v3/openOrders', query)).body).toMatchObject({
      code: -2011,
    })
    expect(await done(paper, 'GET', 'margin/openOrders', query)).toMatchObject([
      { orderId: placed['orderId'] },
    ])
    expect(await done(paper, 'DELETE', 'margin/order', query)).toMatchObject({ status: 'CANCELED' })
    const market = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.02' }
    expect(await done(paper, 'POST', 'margin/order', market)).toMatchObject({ status: 'FILLED' })
    expect(await done<Row[]>(paper, 'GET', 'margin/myTrades', query)).toEqual([])
    const { symbol } = query
    expect(await done<Row[]>(paper, 'GET', 'margin/myTrades', { symbol })).not.toEqual([])
    expect(await done<Row[]>(paper, 'GET', 'margin/allOrders', { symbol })).toHaveLength(2)
    await done(paper, 'POST', 'margin/borrow-repay', { type: 'REPAY', asset, amount: '500' })
    expect(await done(paper, 'GET', 'margin/interestHistory', { asset })).toMatchObject({
      rows: expect.any(Array),
    })
    expect(await refusal(paper, 'POST', 'margin/repay', { asset: 'BTC', amount: '1' })).toBe(-3015)
    expect(await refusal(paper, 'POST', 'margin/loan', { asset, amount: '9000000' })).toBe(-3006)
  })

  it('has an isolated account for each pair', async () => {
    const move = { type: 'MAIN_ISOLATED_MARGIN', toSymbol: 'ETHUSDT', asset: 'USDT', amount: '500' }
    await done(paper, 'POST', 'asset/transfer', move)
    const loan = { asset: 'USDT', amount: '100', isIsolated: 'TRUE', symbol: 'ETHUSDT' }
    await done(paper, 'POST', 'margin/loan', loan)
    expect(await done(paper, 'GET', 'margin/isolated/account')).toMatchObject({
      assets: [{ symbol: 'ETHUSDT', quoteAsset: { free: '600', borrowed: '100' } }],
    })
    const { body } = await paper.open('/sapi/v1/margin/isolated/allPairs')
    expect(body).toContainEqual(expect.objectContaining({ symbol: 'ETHUSDT' }))
  })
})

describe('withdrawals and sub-accounts by key', () => {
  const terms = { coin: 'USDT', address: ADDRESS, amount: '100', network: 'evm-a' }

  it('withdraws to a day-old entry of the address book alone', async () => {
    expect(await refusal(live, 'POST', 'capital/withdraw/apply', terms)).toBe(-4015)
    const verifyToken = await users.stepUp(demo, 'addressBook')
    const entry = { network: 'evm-a', address: ADDRESS, label: 'Cold', verifyToken }
    expect(await demo.client.post('/v1/asset/book/add', entry)).toMatchObject({ code: '0' })
    expect(await refusal(live, 'POST', 'capital/withdraw/apply', terms)).toBe(-4015)
    gateway.leap(DAY_MS)
    const { id } = await done(live, 'POST', 'capital/withdraw/apply', terms)
    expect(await done(live, 'GET', 'capital/withdraw/history')).toMatchObject([
      { id, status: 4, amount: '99', transactionFee: '1', address: ADDRESS },
    ])
    expect(await checkLedger(gateway.db)).toEqual([])
  })

  it('refuses withdrawals from paper and without the permission', async () => {
    expect(await refusal(paper, 'POST', 'capital/withdraw/apply', terms)).toBe(-2015)
    const elsewhere = await live.signed('POST', '/sapi/v1/capital/withdraw/apply', terms, {
      address: '203.0.113.8',
    })
    expect(elsewhere.body).toMatchObject({ code: -2015 })
  })

  it('moves funds to sub-accounts of its own alone', async () => {
    // A day has passed, and with it the session.
    await login()
    const verifyToken = await users.stepUp(demo, 'subAccount')
    const { data } = await demo.client.post('/v1/user/sub-account/create', {
      label: 'Grid',
      verifyToken,
    })
    const { userId: subId } = data as { userId: string }
    expect(await done(live, 'GET', 'sub-account/list')).toMatchObject({
      subAccounts: [{ subUserId: Number(subId), remark: 'Grid' }],
    })
    const accounts = { fromAccountType: 'SPOT', toAccountType: 'SPOT' }
    const transfer = { ...accounts, toEmail: subId, asset: 'USDT', amount: '5' }
    const path = 'sub-account/universalTransfer'
    const { tranId } = await done(live, 'POST', path, { ...transfer, clientTranId: 'once' })
    // The same name moves once.
    expect(await done(live, 'POST', path, { ...transfer, clientTranId: 'once' })).toMatchObject({
      tranId,
    })
    const another = (await gateway.newUser()).userId
    expect(await refusal(live, 'POST', path, { ...transfer, toEmail: another })).toBe(-9000)
    const sub = await createApiKeyClient(gateway, {
      userId: subId,
      realm: 'live',
      permissions: ['read', 'transfer'],
    })
    expect(await refusal(sub, 'POST', path, { ...transfer, toEmail: another })).toBe(-9000)
    await done(sub, 'POST', path, { ...accounts, asset: 'USDT', amount: '5' })
    expect(await done(sub, 'GET', path)).toMatchObject({ totalCount: 2 })
    for (const rights of ['trade', 'view']) {
      await gateway.db.query('update users set rights = $2 where id = $1', [subId, rights])
      gateway.leap(2_001)
      const send = { ...accounts, asset: 'USDT', amount: '1' }
      expect([rights, await refusal(sub, 'POST', path, send)]).toEqual([rights, -2015])
      expect(await done(sub, 'GET', 'account/apiRestrictions')).toMatchObject({
        enableInternalTransfer: false,
      })
    }
  })
})
