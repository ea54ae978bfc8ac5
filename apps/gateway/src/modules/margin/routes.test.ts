import type { MarginAccount, MarginLoan, Page } from '@x/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import type { Harness } from '../../testing/tradingHarness.ts'
import { ANN, BOB, loan, move, oid, openMarginHarness, setPrices } from './testing/marginHarness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openMarginHarness()
})
afterAll(() => harness.close())

const prices = () => setPrices(harness)
const post = <T = MarginAccount>(path: string, userId: string, body: object, realm = 'live') =>
  harness.call<T>(path, { userId, realm: realm as 'live', body: { ...body } })
const refusal = async (path: string, userId: string, body: object) =>
  (await harness.refusal(path, { userId, body: { ...body } })).code

it.each(['live', 'paper'])(
  'moves in, borrows, trades and repays, %s (futures 7)',
  async (realm) => {
    await post('/v1/asset/move', ANN, move('6000'), realm)
    prices()
    const borrowed = await post('/v1/margin/borrow', ANN, loan('1000'), realm)
    expect(borrowed.assets.find(({ asset }) => asset === 'USDT')).toMatchObject({
      balance: '7000',
      principal: '1000',
      interest: '0.00526163',
    })
    expect(Number(borrowed.level)).toBeCloseTo(7, 2)
    prices()
    const placed = await post<{ orderId: string; status: string }>(
      '/v1/spot/order/place',
      ANN,
      {
        symbol: 'BTCUSDT',
        side: 'buy',
        orderType: 'limit',
        price: '60000.00',
        size: '0.15',
        timeInForce: 'ioc',
        funds: 'cross',
        loan: 'auto',
      },
      realm,
    )
    expect(placed.status).toBe('filled')
    const [cross] = await harness.call<MarginAccount[]>('/v1/margin/account', {
      userId: ANN,
      realm: realm as 'live',
    })
    const usdt = cross?.assets.find(({ asset }) => asset === 'USDT')
    // 9,000 were paid of 7,000.
    expect(usdt).toMatchObject({ balance: '0', principal: '3000' })
    await post('/v1/asset/move', ANN, move('4000'), realm)
    const repaid = await post('/v1/margin/repay', ANN, loan('99999'), realm)
    expect(repaid.level).toBeNull()
    const { items } = await harness.call<Page<MarginLoan>>('/v1/margin/loans', {
      userId: ANN,
      realm: realm as 'live',
    })
    expect(items.map(({ kind }) => kind)).toEqual([
      'repay',
      'interest',
      'draw',
      'interest',
      'borrow',
    ])
    expect(await checkLedger(harness.db)).toEqual([])
  },
)

it('answers a repeated request once and refuses another under its key (wire 10)', async () => {
  await post('/v1/asset/move', BOB, move('1000'))
  const request = loan('100')
  prices()
  const first = await post('/v1/margin/borrow', BOB, request)
  expect(await post('/v1/margin/borrow', BOB, request)).toMatchObject({ assets: first.assets })
  expect(await refusal('/v1/margin/borrow', BOB, { ...request, amount: '101' })).toBe('40902')
})

it.each([
  ['a negative amount', { amount: '-1' }, '40010'],
  ['an exponent', { amount: '1e9' }, '40010'],
  ['too many decimals', { amount: '0.000000001' }, '40010'],
  ['an unknown asset', { asset: 'NOPE' }, '40010'],
  ['a pair without margin', { symbol: 'LTCUSDT' }, '40010'],
  ['an asset outside of the pair', { symbol: 'BTCUSDT', asset: 'ETH' }, '40010'],
  ['no key', { clientOid: undefined }, '40010'],
  ['an amount above the limit', { amount: '99999999999' }, '40220'],
  ['an amount above the level', { amount: '9000' }, '40222'],
])('refuses to lend for %s (futures 7)', async (_what, change, code) => {
  prices()
  expect(await refusal('/v1/margin/borrow', BOB, { ...loan('1'), ...change })).toBe(code)
})

it('refuses to repay nothing, and to lend to a spot order (futures 7)', async () => {
  prices()
  expect(await refusal('/v1/margin/repay', BOB, loan('1', 'BTC'))).toBe('40223')
  const order = { symbol: 'BTCUSDT', side: 'buy', orderType: 'market', size: '100', loan: 'auto' }
  expect(await refusal('/v1/spot/order/place', BOB, order)).toBe('40010')
  const far = move('1', 'margin:NOPE')
  expect(await refusal('/v1/asset/move', BOB, far)).toBe('40010')
})

it('keeps the isolated account of a pair and its leverage apart (futures 7)', async () => {
  await post('/v1/asset/move', BOB, move('500', 'margin:BTCUSDT'))
  const account = await post('/v1/margin/leverage', BOB, { symbol: 'BTCUSDT', leverage: 5 })
  expect(account).toMatchObject({ symbol: 'BTCUSDT', leverage: 5, borrowLevel: '1.25' })
  expect(await refusal('/v1/margin/leverage', BOB, { symbol: 'BTCUSDT', leverage: 7 })).toBe(
    '40211',
  )
  // A change without a payment is kept as well.
  await harness.trading.service.core.settled()
  const kept = await harness.db.query(
    `select document -> 'leverage' as leverage from margin_account where symbol = 'BTCUSDT'`,
  )
  expect(kept).toEqual([{ leverage: 5 }])
})

it.each([
  // 1,000 more are there, and 100 lent.
  ['live', 900n],
  ['paper', 2_000n],
])('lets a resting order grow on credit, %s (futures 7)', async (realm, line) => {
  const pool = harness.trading.service.core.state.accounts
  await post('/v1/asset/move', BOB, move('3000'), realm)
  prices()
  const terms = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', timeInForce: 'gtc' }
  const { orderId } = await post<{ orderId: string }>(
    '/v1/spot/order/place',
    BOB,
    { ...terms, price: '50000.00', size: '0.05', funds: 'cross', loan: 'auto', ...oid() },
    realm,
  )
  const before = pool.spendable(realm as 'live', 'pool', 'USDT')
  await post('/v1/spot/order/amend', BOB, { orderId, size: '0.1' }, realm)
  expect(before - pool.spendable(realm as 'live', 'pool', 'USDT')).toBe(line * 10n ** 8n)
  const beyond = { userId: BOB, realm: realm as 'live', body: { orderId, size: '0.5' } }
  expect((await harness.refusal('/v1/spot/order/amend', beyond)).code).toBe('40222')
  await post('/v1/spot/order/cancel', BOB, { orderId }, realm)
  expect(pool.spendable(realm as 'live', 'pool', 'USDT')).toBe(before)
})
