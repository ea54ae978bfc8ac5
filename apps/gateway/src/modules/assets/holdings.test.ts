import type { SpotPosition } from '@x/api'
import { browserClock } from '@x/kit/browser'
import { averageBuyPrice } from '@x/trading'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import { afterFill, type Bought } from './ports/averageCost.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'

const nothing: Bought = { bought: 0n, sold: 0n, cost: 0n }
/** LTC: three places, eight decimals. */
const fill = (side: 'buy' | 'sell', lots: number, ticks: number, fee = 0) => ({
  symbol: 'LTCUSDT',
  side,
  ticks: BigInt(ticks),
  lots: BigInt(lots),
  fee: String(fee),
})
const run = (...fills: ReturnType<typeof fill>[]) => fills.reduce(afterFill, nothing)
const average = ({ bought, sold, cost }: Bought) => Number(cost) / Number(bought - sold)

describe('what is left of what was bought (trading 2)', () => {
  it('averages buys by size, without what the fee took', () => {
    expect(average(run(fill('buy', 1_000, 10_000), fill('buy', 3_000, 12_000)))).toBe(11_500)
    expect(run(fill('buy', 1_000, 10_000, 100_000)).bought).toBe(99_900_000n)
  })

  it('keeps its average when some of it is sold', () => {
    expect(
      average(
        run(fill('buy', 1_000, 10_000), fill('buy', 1_000, 12_000), fill('sell', 1_500, 20_000)),
      ),
    ).toBe(11_000)
  })

  it('begins anew when less than a lot is left', () => {
    expect(run(fill('buy', 1_000, 10_000, 100_000), fill('sell', 999, 20_000))).toEqual(nothing)
    expect(
      average(run(fill('buy', 1_000, 10_000), fill('sell', 1_000, 1), fill('buy', 500, 7_000))),
    ).toBe(7_000)
  })

  it('a sale of what came from elsewhere leaves nothing bought', () => {
    expect(run(fill('sell', 1_000, 10_000))).toEqual(nothing)
    expect(run(fill('buy', 100, 10_000), fill('sell', 1_000, 10_000))).toEqual(nothing)
  })

  it('lies between the lowest and highest price paid', () => {
    const step = fc.record({
      isBuy: fc.boolean(),
      lots: fc.integer({ min: 1, max: 5_000 }),
      ticks: fc.integer({ min: 1, max: 100_000 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let state = nothing
        let paid: number[] = []
        for (const { isBuy, lots, ticks } of steps) {
          state = afterFill(state, fill(isBuy ? 'buy' : 'sell', lots, ticks))
          paid = state.bought === 0n ? [] : isBuy ? [...paid, ticks] : paid
          if (state.bought === 0n) continue
          expect(average(state)).toBeGreaterThanOrEqual(Math.min(...paid) - 0.01)
          expect(average(state)).toBeLessThanOrEqual(Math.max(...paid) + 0.01)
        }
      }),
      { numRuns: 300 },
    )
  })
})

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 5, 6)

describe('positions and the worth of past days (wire 10)', () => {
  let harness: Harness
  let now = START
  /** LTC closed at 100, 110, 120 … on the days from the start. */
  const dailyCloses = async (symbol: string) =>
    Array.from({ length: symbol === 'LTCUSDT' ? 10 : 0 }, (_, day) => ({
      openTime: Date.UTC(2026, 0, 5) + day * DAY,
      close: 10_000 + day * 1_000,
    }))
  let count = 0
  const call = <T>(
    path: string,
    {
      userId,
      realm = 'live',
      ...rest
    }: { userId: string; realm?: Realm; body?: object; query?: Record<string, string> },
  ) => harness.call<T>(path, { userId, realm, ...rest, body: { ...rest.body } })
  const place = (userId: string, body: object) =>
    call<{ status: string }>('/v1/spot/order/place', {
      userId,
      body: { symbol: 'LTCUSDT', orderType: 'limit', clientOid: `o${++count}`, ...body },
    })
  const positions = (userId: string) =>
    call<SpotPosition[]>('/v1/spot/account/positions', { userId })

  beforeAll(async () => {
    harness = await openHarness({ clock: { ...browserClock(), now: () => now }, dailyCloses })
  })
  afterAll(() => harness.close())
  beforeEach(() =>
    harness.market.print({ symbol: 'LTCUSDT', ticks: 10_000, lots: 1, takerSide: 'buy' }),
  )

  it('shows inputs whose formula gives the average buy price shown', async () => {
    await Promise.all(['ann', 'bob'].map((userId) => harness.trading.seedDemo(userId)))
    await place('bob', { side: 'sell', price: '100', size: '2' })
    await place('bob', { side: 'sell', price: '110', size: '2' })
    await place('ann', { side: 'buy', price: '110', size: '4' })
    await place('ann', { side: 'buy', price: '90', size: '1' })
    const ltc = (await positions('ann')).find(({ asset }) => asset === 'LTC')!
    expect(ltc).toMatchObject({
      symbol: 'LTCUSDT',
      holdCount: '203.996',
      buyDealCount: '3.996',
      dealCount: '0',
      buyDelegateCount: '4.996',
      buyPrice: '105',
      marketPrice: '110.00',
      trackingType: 0,
      avgBuyPrice: '105.00',
      cost: '419.58000000',
    })
    expect(averageBuyPrice({ ...ltc, marketPrice: ltc.marketPrice! })).toEqual({
      price: ltc.avgBuyPrice,
      cost: ltc.cost,
    })
    const eth = (await positions('ann')).find(({ asset }) => asset === 'ETH')!
    expect(eth).toMatchObject({ avgBuyPrice: null, cost: null, marketPrice: null, holdCount: '20' })
  })

  it('follow later fills, and are nobody else’s', async () => {
    await place('bob', { side: 'buy', price: '105', size: '1' })
    await place('ann', { side: 'sell', price: '105', size: '1' })
    expect((await positions('ann')).find(({ asset }) => asset === 'LTC')).toMatchObject({
      dealCount: '1',
      avgBuyPrice: '105.00',
      cost: '314.58000000',
    })
    expect(await positions('nobody')).toEqual([])
  })

  it('values each day by its closing balances, apart from deposits', async () => {
    await harness.trading.seedDemo('cyd')
    await harness.trading.seedDemo('dan')
    now += 2 * DAY
    await place('dan', { side: 'sell', price: '100', size: '10' })
    await place('cyd', { side: 'buy', price: '100', size: '10' })
    const { quote, points } = await call<{
      quote: string
      points: { at: number; value: string; netDeposits: string }[]
    }>('/v1/asset/history', { userId: 'cyd', query: { range: '7d' } })
    expect(quote).toBe('USDT')
    expect(points.shift()).toEqual({ at: Date.UTC(2026, 0, 5), value: '0.00', netDeposits: '0.00' })
    expect(points.map(({ at }) => at)).toEqual([
      Date.UTC(2026, 0, 6),
      Date.UTC(2026, 0, 7),
      START + 2 * DAY,
    ])
    // Only USDT and LTC have a price here: 100,000 + 200 x 100, x 110; then 99,000 + 209.99 x 120.
    expect(points.map(({ value }) => value).slice(0, 2)).toEqual(['120000.00', '122000.00'])
    expect(points.map(({ netDeposits }) => netDeposits)).toEqual([
      '120000.00',
      '120000.00',
      '120000.00',
    ])
    expect(points[2]!.value).toBe('124198.80')
    const wallets = { from: 'spot', to: 'futures', asset: 'USDT', amount: '1000' }
    await call('/v1/asset/move', { userId: 'cyd', body: { ...wallets, clientOid: 'aside' } })
    const lastOf = async (account: string) =>
      (
        await call<{ points: object[] }>('/v1/asset/history', {
          userId: 'cyd',
          query: { range: '7d', account },
        })
      ).points.at(-1)
    expect(await lastOf('spot')).toMatchObject({ value: '123198.80', netDeposits: '119000.00' })
    expect(await lastOf('all')).toMatchObject({ value: '124198.80', netDeposits: '120000.00' })
  })

  it('begins with the running season on paper (trading 5)', async () => {
    now = START
    const paper = { userId: 'pia', realm: 'paper' } as const
    const history = async () =>
      (
        await call<{ points: { at: number; value: string; netDeposits: string }[] }>(
          '/v1/asset/history',
          { ...paper, query: { range: '7d' } },
        )
      ).points
    const topUp = (amount: string) =>
      call('/v1/spot/paper/topup', { ...paper, body: { asset: 'USDT', amount } })
    await call('/v1/spot/account/assets', paper)
    await topUp('500')
    now += DAY
    // Bought at 200, worth 110 at the end of the day.
    harness.market.show('LTCUSDT', 'sell', [[20_000, 1_000_000]])
    harness.market.print({ symbol: 'LTCUSDT', ticks: 20_000, lots: 1, takerSide: 'buy' })
    await call('/v1/spot/order/place', {
      ...paper,
      body: {
        symbol: 'LTCUSDT',
        side: 'buy',
        orderType: 'market',
        size: '2000',
        clientOid: 'dear',
      },
    })
    await topUp('300')
    expect((await history()).at(-1)).toMatchObject({ value: '49898.90', netDeposits: '50800.00' })
    now += 1_000
    await call('/v1/spot/paper/reset', { ...paper, body: { season: '1' } })
    const began = now
    now += 1_000
    await topUp('200')
    expect(await history()).toEqual([
      { at: began, value: '0.00', netDeposits: '0.00' },
      { at: now, value: '50200.00', netDeposits: '50200.00' },
    ])
    now += DAY
    await topUp('100')
    expect((await history()).map(({ value, netDeposits }) => [value, netDeposits])).toEqual([
      ['0.00', '0.00'],
      ['50200.00', '50200.00'],
      ['50300.00', '50300.00'],
    ])
  })

  it('gives one zero point without a past; refuses bad ranges (40010)', async () => {
    expect(await call('/v1/asset/history', { userId: 'eve' })).toMatchObject({
      points: [{ value: '0.00', netDeposits: '0.00' }],
    })
    expect(
      await harness.refusal('/v1/asset/history', { userId: 'eve', query: { range: '2d' } }),
    ).toMatchObject({ code: '40010', data: { field: 'range' } })
  })
})
