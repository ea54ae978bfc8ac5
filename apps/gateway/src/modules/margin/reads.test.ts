import type {
  MarginAccount,
  MarginLiquidation,
  MarginLoan,
  MarginMaximum,
  MarginRate,
  MarginTier,
  Page,
  SpotFill,
  SpotOrder,
} from '@x/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Harness } from '../../testing/tradingHarness.ts'
import { largest } from './maxima.ts'
import {
  ANN,
  BOB,
  loan,
  move,
  now,
  oid,
  openMarginHarness,
  setPrices,
} from './testing/marginHarness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openMarginHarness()
})
afterAll(() => harness.close())

type Query = Readonly<Record<string, string>>
const get = <T>(path: string, { userId = ANN, ...query }: Query = {}) =>
  harness.call<T>(path, { userId, query })
const post = <T = MarginAccount>(path: string, body: object, userId: string = ANN) =>
  harness.call<T>(path, { userId, body: { ...body } })
const maximum = async (asset: string, query: Query = {}) =>
  (await get<MarginMaximum[]>('/v1/margin/max', query)).find((row) => row.asset === asset)
const codeOf = async (path: string, query: Query) =>
  (await harness.refusal(path, { userId: ANN, query })).code

describe('the largest allowed amount', () => {
  it.each([0n, 1n, 2n, 3n, 499n, 1_000n])('is found exactly below a bound of %s', (bound) => {
    expect(largest(1_000n, (amount) => amount <= bound)).toBe(bound)
  })

  it('is nothing of nothing', () => {
    expect(largest(0n, () => true)).toBe(0n)
    expect(largest(-5n, () => true)).toBe(0n)
  })
})

describe('maxima of a margin account', () => {
  it('are the last amounts that are lent and let go (futures 7)', async () => {
    await post('/v1/asset/move', move('1000'))
    setPrices(harness)
    // Above 1.5: 1,000 + x over x and its first hour of interest.
    const { borrow = '0' } = (await maximum('USDT')) ?? {}
    expect(Number(borrow)).toBeCloseTo(1_999.97, 1)
    const above = (Number(borrow) + 0.01).toFixed(8)
    const tooMuch = { userId: ANN, body: { ...loan(above) } }
    expect((await harness.refusal('/v1/margin/borrow', tooMuch)).code).toBe('40222')
    await post('/v1/margin/borrow', loan(borrow))
    setPrices(harness)
    expect(await maximum('USDT')).toMatchObject({ borrow: '0', leave: '0' })
    await post('/v1/margin/repay', loan('1500'))
    setPrices(harness)
    // Above 2: what is left over twice the debt.
    const { leave = '0' } = (await maximum('USDT')) ?? {}
    expect(Number(leave)).toBeCloseTo(500, 0)
    const out = { from: 'margin', to: 'spot', asset: 'USDT', amount: leave, ...oid() }
    await post('/v1/asset/move', out)
    setPrices(harness)
    expect(Number((await maximum('USDT'))?.leave)).toBeLessThan(0.000001)
  })

  it('name the pair of an isolated account alone (futures 7)', async () => {
    await post('/v1/asset/move', move('100', 'margin:BTCUSDT'))
    setPrices(harness)
    const rows = await get<MarginMaximum[]>('/v1/margin/max', { symbol: 'BTCUSDT' })
    expect(rows.map(({ asset }) => asset)).toEqual(['USDT', 'BTC'])
    // Initial level 1.111 at 10x: nearly nine times the own funds.
    expect(Number(rows[0]?.borrow)).toBeCloseTo(900, -1)
    expect(rows[0]?.leave).toBe('100')
  })

  it('are nothing without funds, and refuse a pair without margin', async () => {
    expect(await maximum('USDT', { userId: BOB })).toMatchObject({ borrow: '0', leave: '0' })
    expect(await codeOf('/v1/margin/max', { symbol: 'LTCUSDT' })).toBe('40010')
  })

  it('say how much may be owed at all (futures 7)', async () => {
    const limit = async (query: Query = {}) => (await maximum('USDT', query))?.limit
    // Cross without a VIP level, and isolated at 10x.
    expect([await limit(), await limit({ symbol: 'BTCUSDT' })]).toEqual(['500000', '70000'])
  })

  it('value account and debts at the index (futures 7)', async () => {
    setPrices(harness)
    const [cross] = await get<MarginAccount[]>('/v1/margin/account')
    expect(Number(cross?.assetsValue) / Number(cross?.debtsValue)).toBeCloseTo(
      Number(cross?.level),
      2,
    )
  })
})

describe('lists of margin', () => {
  it('narrow loans by account, kind, asset and time, page by page', async () => {
    const list = (query: Query) => get<Page<MarginLoan>>('/v1/margin/loans', query)
    const { items } = await list({})
    expect(items.map(({ kind }) => kind)).toEqual(['repay', 'interest', 'borrow'])
    expect((await list({ kind: 'repay' })).items).toEqual([items[0]])
    expect((await get<Page<MarginLoan>>('/v1/margin/interest')).items).toEqual([items[1]])
    expect((await list({ symbol: 'cross', asset: 'USDT' })).items).toHaveLength(3)
    expect((await list({ symbol: 'BTCUSDT' })).items).toEqual([])
    expect((await list({ asset: 'BTC' })).items).toEqual([])
    const at = String(items[2]?.createdAt)
    expect((await list({ to: String(Number(at) - 1) })).items).toEqual([])
    expect((await list({ from: at })).items).toHaveLength(3)
    const first = await list({ limit: '2' })
    expect((await list({ limit: '2', cursor: first.next ?? '' })).items).toEqual([items[2]])
  })

  it('show nobody the lines of another user', async () => {
    for (const path of ['loans', 'interest', 'liquidation/list'])
      expect(await get(`/v1/margin/${path}`, { userId: BOB })).toEqual({ items: [], next: null })
  })

  it.each([
    ['loans', { cursor: '1;drop' }],
    ['loans', { from: '-1' }],
    ['interest', { to: '1e9' }],
    ['interest', { symbol: 'LTCUSDT' }],
    ['liquidation/list', { limit: '0' }],
    ['liquidation/list', { from: '99999999999999999' }],
  ])('%s refuse %o (wire 10)', async (path, query) => {
    expect(await codeOf(`/v1/margin/${path}`, query as unknown as Query)).toBe('40010')
  })

  it('have the tiers of every pair (futures 7)', async () => {
    const tiers = await get<MarginTier[]>('/v1/margin/public/tiers')
    expect(tiers.find(({ symbol, leverage }) => symbol === 'BTCUSDT' && leverage === 3)).toEqual({
      symbol: 'BTCUSDT',
      leverage: 3,
      borrowLevel: '1.5',
      callLevel: '1.34',
      liquidationLevel: '1.18',
      baseLimit: '36',
      quoteLimit: '280000',
    })
  })

  it('separate orders and fills by account (futures 7)', async () => {
    const order = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', size: '0.001' }
    setPrices(harness)
    await post('/v1/spot/order/place', { ...order, price: '60000.00', ...oid() })
    const far = { ...order, price: '50000.00' }
    await post('/v1/spot/order/place', { ...far, ...oid() })
    await post('/v1/spot/order/place', { ...far, funds: 'isolated', loan: 'auto', ...oid() })
    await post('/v1/spot/order/place', {
      ...order,
      price: '60000.00',
      funds: 'isolated',
      loan: 'auto',
      ...oid(),
    })
    const open = async (funds: string) =>
      (await get<Page<SpotOrder>>('/v1/spot/order/open', { funds })).items
    expect(await open('margin')).toMatchObject([{ funds: 'isolated', loan: 'auto' }])
    expect(await open('cross')).toEqual([])
    expect((await open('spot')).every((each) => each.funds === undefined)).toBe(true)
    const past = (funds: string) => get<Page<SpotOrder>>('/v1/spot/order/history', { funds })
    expect((await past('margin')).items).toMatchObject([{ funds: 'isolated' }])
    expect((await past('spot')).items).toHaveLength(1)
    const fills = (funds: string) => get<Page<SpotFill>>('/v1/spot/order/fills', { funds })
    expect((await fills('isolated')).items).toMatchObject([{ funds: 'isolated' }])
    expect((await fills('cross')).items).toEqual([])
    expect((await fills('spot')).items).toHaveLength(1)
  })

  it('say what open orders may still borrow (futures 7)', async () => {
    const account = async () => {
      const all = await get<MarginAccount[]>('/v1/margin/account', { userId: BOB })
      return all.find(({ symbol }) => symbol === 'BTCUSDT')?.assets
    }
    await post('/v1/asset/move', move('10', 'margin:BTCUSDT'), BOB)
    setPrices(harness)
    const order = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', size: '0.001' }
    const terms = { ...order, price: '50000.00', funds: 'isolated', loan: 'auto', ...oid() }
    const { orderId } = await post<SpotOrder>('/v1/spot/order/place', terms, BOB)
    expect(await account()).toMatchObject([{ asset: 'USDT', principal: '0', reserved: '40' }])
    await post('/v1/spot/order/cancel', { symbol: 'BTCUSDT', orderId }, BOB)
    expect(await account()).toMatchObject([{ asset: 'USDT', reserved: '0' }])
    await post('/v1/asset/move', { ...move('10'), from: 'margin:BTCUSDT', to: 'spot' }, BOB)
  })

  it('have the decimals of amounts of each asset (futures 7)', async () => {
    const rates = await get<MarginRate[]>('/v1/margin/public/rates')
    const decimals = Object.fromEntries(rates.map((rate) => [rate.asset, rate.decimals]))
    expect(decimals).toMatchObject({ USDT: 8, BTC: 8, ETH: 18, XRP: 6, ADA: 6 })
    const tooFine = { userId: ANN, body: { ...loan('1.0000001', 'XRP') } }
    expect((await harness.refusal('/v1/margin/borrow', tooFine)).code).toBe('40010')
  })
})

it('lists the steps of a liquidation with their level and prices (futures 7)', async () => {
  await post('/v1/asset/move', move('1000'), BOB)
  setPrices(harness)
  await post('/v1/margin/borrow', loan('1900'), BOB)
  setPrices(harness)
  await post(
    '/v1/spot/order/place',
    {
      symbol: 'BTCUSDT',
      side: 'buy',
      orderType: 'limit',
      price: '60000.00',
      size: '0.048',
      timeInForce: 'ioc',
      funds: 'cross',
      ...oid(),
    },
    BOB,
  )
  // 2,880 at 0.95 over 1,900: liquidation at 1.1 and a price of about 45,800.
  setPrices(harness, 45_000)
  const run = () =>
    harness.trading.service.run({
      kind: 'marginLiquidate',
      at: now(),
      realm: 'live',
      userId: BOB,
      step: 'cancel',
    })
  run()
  const { items } = await get<Page<MarginLiquidation>>('/v1/margin/liquidation/list', {
    userId: BOB,
    symbol: 'cross',
  })
  expect(items).toMatchObject([
    { symbol: null, step: 'cancel', orderId: null, prices: expect.anything() },
  ])
  expect(Number(items[0]?.level)).toBeLessThanOrEqual(1.1)
  expect(items[0]?.prices).toContainEqual({ asset: 'BTC', price: '45000' })
  const [cross] = await get<MarginAccount[]>('/v1/margin/account', { userId: BOB })
  expect(cross?.isLiquidating).toBe(true)
  expect(await maximum('USDT', { userId: BOB })).toMatchObject({ borrow: '0', leave: '0' })
})
