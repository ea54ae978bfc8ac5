import { createManualClock, type ManualClock } from '@x/kit/testing'
import { browserClock } from '@x/kit/browser'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'
import { DAY_MS } from '../../exchange/paper/paperFunds.ts'

let harness: Harness
let wall: ManualClock
let count = 0
let ann: string

beforeAll(async () => {
  wall = createManualClock()
  // Timers run for real; the time of day is the test's.
  harness = await openHarness({ clock: { ...browserClock(), now: wall.now } })
})
afterAll(() => harness.close())
beforeEach(() => {
  ann = `ann${++count}`
  const { bids, asks } = harness.market.book('BTCUSDT', 100)
  harness.market.show(
    'BTCUSDT',
    'buy',
    bids.map(([ticks]) => [ticks, 0]),
  )
  harness.market.show(
    'BTCUSDT',
    'sell',
    asks.map(([ticks]) => [ticks, 0]),
  )
  harness.market.show('BTCUSDT', 'buy', [
    [5_999_900, 10_000],
    [5_999_800, 20_000],
  ])
  harness.market.show('BTCUSDT', 'sell', [
    [6_000_100, 10_000],
    [6_000_200, 20_000],
  ])
  harness.market.print({ symbol: 'BTCUSDT', ticks: 6_000_000, lots: 1, takerSide: 'buy' })
})

type Item = Readonly<Record<string, unknown>> & {
  readonly orderId: string
  readonly filled: string
}
const order = (change: object) => ({
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  price: '60001',
  size: '0.05',
  clientOid: `oid-${++count}`,
  ...change,
})
const place = (change: object, userId = ann) =>
  harness.call<{ orderId: string; status: string }>('/v1/spot/order/place', {
    userId,
    realm: 'paper',
    body: order(change),
  })
const refused = async (change: object) =>
  (
    await harness.refusal('/v1/spot/order/place', {
      userId: ann,
      realm: 'paper',
      body: order(change),
    })
  ).code
const list = async (path: string, userId = ann) =>
  (await harness.call<{ items: Item[] }>(`/v1/spot/order/${path}`, { userId, realm: 'paper' }))
    .items
const assets = async (userId = ann) =>
  Object.fromEntries(
    (
      await harness.call<{ asset: string; available: string; held: string }[]>(
        '/v1/spot/account/assets',
        { userId, realm: 'paper' },
      )
    ).map(({ asset, available, held }) => [asset, [available, held]]),
  )
const print = (ticks: number, lots: number, takerSide: 'buy' | 'sell') =>
  harness.market.print({ symbol: 'BTCUSDT', ticks, lots, takerSide })

describe('an order of more fills than its page shows', () => {
  it('reports what all of them cost, its first ones too', async () => {
    harness.market.show(
      'BTCUSDT',
      'sell',
      Array.from({ length: 130 }, (_, at) => [6_000_100 + at, 10] as const),
    )
    const { orderId } = await place({ price: '60100', size: '0.013' })
    const { fills, executionCosts, frictions } = await harness.call<{
      fills: { items: { impact: string }[]; next: string | null }
      executionCosts: object
      frictions: object
    }>('/v1/spot/order/detail', { userId: ann, realm: 'paper', query: { orderId } })
    expect([fills.items.length, fills.next === null]).toEqual([100, false])
    // 130 fills of 0.0001: half the spread of 2.00 each, and 0.00 to 1.29 of impact.
    expect(frictions).toEqual(executionCosts)
    expect(executionCosts).toEqual({ spread: '0.013', impact: '0.008385', latency: '0' })
  })

  it('reports of none where nothing crossed', async () => {
    const { orderId } = await place({ price: '59000', size: '0.01' })
    expect(
      await harness.call('/v1/spot/order/detail', {
        userId: ann,
        realm: 'paper',
        query: { orderId },
      }),
    ).toMatchObject({ executionCosts: null, frictions: null })
  })
})

describe('paper funds (trading 5)', () => {
  it('are there at the first look, and only in the paper realm', async () => {
    const own = await assets()
    expect([own['USDT'], own['BTC'], own['ETH'], own['SOL']]).toEqual([
      ['50000', '0'],
      ['1', '0'],
      ['10', '0'],
      ['0', '0'],
    ])
    const live = await harness.call<{ available: string }[]>('/v1/spot/account/assets', {
      userId: ann,
    })
    expect(live.every(({ available }) => available === '0')).toBe(true)
  })

  it('cancels orders and renews funds on a reset, keeping history', async () => {
    await place({ size: '0.02' })
    await place({ price: '59000' })
    expect(
      await harness.call('/v1/spot/paper/reset', {
        userId: ann,
        realm: 'paper',
        body: { season: '1' },
      }),
    ).toMatchObject({
      season: 2,
      assets: expect.arrayContaining([
        { asset: 'USDT', available: '50000', held: '0' },
        { asset: 'BTC', available: '1', held: '0' },
      ]),
    })
    expect(await list('open')).toEqual([])
    expect((await list('history')).map(({ status, season }) => [status, season])).toEqual([
      ['cancelled', 1],
      ['filled', 1],
    ])
    await place({ size: '0.02' })
    expect((await list('history'))[0]).toMatchObject({ season: 2 })
  })

  it('repeats the answer to a repeated reset, refuses other seasons', async () => {
    const reset = (body: object) =>
      harness.refusal('/v1/spot/paper/reset', { userId: ann, realm: 'paper', body: { ...body } })
    const first = await harness.call<{ season: number }>('/v1/spot/paper/reset', {
      userId: ann,
      realm: 'paper',
      body: { season: '1' },
    })
    const { orderId } = await place({ price: '59000', size: '0.01' })
    expect(
      await harness.call('/v1/spot/paper/reset', {
        userId: ann,
        realm: 'paper',
        body: { season: '1' },
      }),
    ).toMatchObject({ season: first.season })
    expect((await list('open')).map((open) => open.orderId)).toEqual([orderId])
    for (const season of ['3', '1000'])
      expect(await reset({ season })).toMatchObject({ code: '40010', data: { field: 'season' } })
    for (const body of [
      {},
      { season: null },
      { season: 2 },
      { season: '1.5' },
      { season: '0' },
      { season: '02' },
    ])
      expect(await reset(body)).toMatchObject({ code: '40010', data: { field: 'season' } })
    expect((await list('open')).length).toBe(1)
    expect(await reset({ season: '2' })).toMatchObject({ code: '0' })
    expect(await reset({ season: '1' })).toMatchObject({ code: '40010', data: { field: 'season' } })
    expect(await list('open')).toEqual([])
  })

  it('reports seasons, the day’s remaining top-up and when it renews', async () => {
    const account = () =>
      harness.call<{
        season: number
        topUpLeft: Readonly<Record<string, string>>
        topUpRenewsAt: number
        seasons: object[]
      }>('/v1/spot/paper/account', { userId: ann, realm: 'paper' })
    const opened = wall.now()
    expect(await account()).toEqual({
      season: 1,
      topUpLeft: { USDT: '10000', BTC: '0.2', ETH: '2' },
      topUpRenewsAt: (Math.floor(opened / DAY_MS) + 1) * DAY_MS,
      seasons: [{ season: 1, startedAt: opened }],
    })
    await harness.call('/v1/spot/paper/topup', {
      userId: ann,
      realm: 'paper',
      body: { asset: 'USDT', amount: '6000.5' },
    })
    await wall.advance(1_000)
    await harness.call('/v1/spot/paper/reset', {
      userId: ann,
      realm: 'paper',
      body: { season: '1' },
    })
    expect(await account()).toMatchObject({
      season: 2,
      topUpLeft: { USDT: '3999.5', BTC: '0.2' },
      seasons: [
        { season: 2, startedAt: opened + 1_000 },
        { season: 1, startedAt: opened },
      ],
    })
    await wall.advance(DAY_MS)
    expect((await account()).topUpLeft['USDT']).toBe('10000')
  })

  it('tops up to a cap per asset and UTC day', async () => {
    const topUp = (asset: string, amount: unknown, clientOid?: string) =>
      harness.refusal('/v1/spot/paper/topup', {
        userId: ann,
        realm: 'paper',
        body: { asset, amount, clientOid },
      })
    expect(await topUp('USDT', '6000')).toMatchObject({ code: '0' })
    expect(await topUp('USDT', '4000.01')).toEqual({ code: '40010', data: { field: 'amount' } })
    expect(await topUp('USDT', '4000')).toMatchObject({ code: '0' })
    expect(await topUp('BTC', '0.2')).toMatchObject({ code: '0' })
    expect((await assets())['USDT']).toEqual(['60000', '0'])
    wall.jump(DAY_MS)
    expect(await topUp('USDT', '10000', 'tomorrow')).toMatchObject({ code: '0' })
    expect(await topUp('USDT', '10000', 'tomorrow')).toMatchObject({ code: '0' })
    expect(await topUp('USDT', '9000', 'tomorrow')).toMatchObject({ code: '40902' })
    expect((await assets())['USDT']).toEqual(['70000', '0'])
    for (const [asset, amount, field] of [
      ['SOL', '1', 'asset'],
      ['USDT', 5, 'amount'],
      ['USDT', '-5', 'amount'],
      ['USDT', '20000', 'amount'],
      ['BTC', '0.000000001', 'amount'],
    ] as const)
      expect(await topUp(asset, amount)).toMatchObject({ code: '40010', data: { field } })
  })

  it('the paper routes are for the paper realm alone', () => {
    const routes = harness.routes.filter(({ path }) => path.startsWith('/v1/spot/paper/'))
    expect(routes.map(({ realms, signMode }) => [realms, signMode])).toEqual([
      [['paper'], undefined],
      [['paper'], '2'],
      [['paper'], '2'],
    ])
  })
})

describe('takers consume the displayed book (trading 5)', () => {
  it('takes levels in order and reports the execution cost', async () => {
    expect(await place({ price: '60002', size: '0.15' })).toMatchObject({ status: 'filled' })
    const fills = await list('fills')
    expect(
      fills.map(({ price, size, spread, impact, role }) => [price, size, spread, impact, role]),
    ).toEqual([
      ['60002.00', '0.05000', '0.05', '0.05', 'taker'],
      ['60001.00', '0.10000', '0.1', '0', 'taker'],
    ])
    expect((await assets())['BTC']).toEqual(['1.14985', '0'])
  })

  it('and consume it: the same lots cannot be taken twice', async () => {
    await place({ size: '0.1' })
    expect(await refused({ size: '0.1', timeInForce: 'fok' })).toBe('40207')
    expect(await place({ size: '0.1', timeInForce: 'ioc' })).toMatchObject({ status: 'cancelled' })
    wall.jump(10_000)
    expect(await place({ size: '0.1', timeInForce: 'fok' })).toMatchObject({ status: 'filled' })
  })

  it('lets each meet the market alone', async () => {
    await place({ size: '0.1' })
    expect(await place({ size: '0.1', timeInForce: 'fok' }, `other${count}`)).toMatchObject({
      status: 'filled',
    })
  })

  it('takes by an amount of quote', async () => {
    expect(await place({ orderType: 'market', price: undefined, size: '600.01' })).toMatchObject({
      status: 'filled',
    })
    expect((await assets())['USDT']).toEqual(['49399.99', '0'])
    expect((await list('fills'))[0]).toMatchObject({ size: '0.01000', value: '600.01' })
  })

  it('cancels what an amount leaves at the protection price (trading 7)', async () => {
    harness.market.show('BTCUSDT', 'sell', [
      [6_000_100, 0],
      [6_000_200, 0],
      [6_000_000, 1_000],
      [7_200_000, 100_000],
    ])
    expect(await place({ orderType: 'market', price: undefined, size: '20000' })).toMatchObject({
      status: 'cancelled',
    })
    expect(await list('history')).toMatchObject([
      { status: 'cancelled', filledQuote: '600', size: '20000' },
    ])
    expect((await assets())['USDT']).toEqual(['49400', '0'])
  })

  it('completes an amount once no further lot is affordable', async () => {
    harness.market.show('BTCUSDT', 'sell', [
      [6_000_100, 0],
      [6_000_200, 0],
      [6_000_000, 1_000],
      [7_200_000, 100_000],
    ])
    expect(await place({ orderType: 'market', price: undefined, size: '600.5' })).toMatchObject({
      status: 'filled',
    })
  })

  it('cancels what a triggered amount leaves at the protection price', async () => {
    const { orderId } = await place({
      orderType: 'stop_market',
      price: undefined,
      triggerPrice: '60100',
      size: '20000',
    })
    harness.market.show('BTCUSDT', 'sell', [
      [6_000_100, 0],
      [6_000_200, 0],
      [6_010_000, 1_000],
      [7_200_000, 100_000],
    ])
    print(6_010_000, 1, 'buy')
    expect(await list('history')).toMatchObject([
      { orderId, status: 'cancelled', filledQuote: '601' },
    ])
    expect((await assets())['USDT']).toEqual(['49399', '0'])
  })

  it('40201, 40206 and 40207 as in the live realm', async () => {
    expect(await refused({ size: '0.9' })).toBe('40201')
    expect(await refused({ side: 'sell', size: '1.1' })).toBe('40201')
    expect(await refused({ timeInForce: 'post_only' })).toBe('40206')
    expect(await refused({ size: '0.11', timeInForce: 'fok' })).toBe('40207')
    expect(await assets()).toMatchObject({ USDT: ['50000', '0'] })
  })
})

describe('makers queue behind what is displayed (trading 5)', () => {
  it('fills makers when trades consumed the queue', async () => {
    await place({ price: '59999', size: '0.05' })
    print(5_999_900, 9_000, 'sell')
    expect((await list('open'))[0]).toMatchObject({ filled: '0.00000' })
    print(5_999_900, 3_000, 'sell')
    expect((await list('open'))[0]).toMatchObject({
      filled: '0.02000',
      status: 'partially_filled',
      avgPrice: '59999.00',
    })
    print(5_999_900, 50_000, 'sell')
    expect(await list('open')).toEqual([])
    const fills = await list('fills')
    expect(fills.map(({ role, size, price }) => [role, size, price])).toEqual([
      ['maker', '0.03000', '59999.00'],
      ['maker', '0.02000', '59999.00'],
    ])
    expect(fills[0]).not.toHaveProperty('spread')
  })

  it('moves makers up when the level shrinks', async () => {
    await place({ price: '59999', size: '0.05' })
    harness.market.show('BTCUSDT', 'buy', [[5_999_900, 1_000]])
    print(5_999_900, 2_000, 'sell')
    expect((await list('open'))[0]).toMatchObject({ filled: '0.01000' })
    await place({ price: '59999.5', size: '0.01' })
    print(5_999_950, 1_000, 'sell')
    expect((await list('open')).map(({ filled }) => filled)).toEqual(['0.01000'])
  })

  it('fills at its own price, for no more than traded beyond it', async () => {
    await place({ price: '59999', size: '0.05' })
    print(5_999_800, 2_000, 'sell')
    expect((await list('open'))[0]).toMatchObject({ filled: '0.02000', avgPrice: '59999.00' })
  })

  it('share one trade between their orders, the better price first', async () => {
    await place({ price: '59998.5', size: '0.05' })
    await place({ price: '59999.5', size: '0.05' })
    print(5_999_800, 6_000, 'sell')
    expect((await list('open')).map(({ price, filled }) => [price, filled])).toEqual([
      ['59998.50', '0.01000'],
    ])
    expect((await list('history')).map(({ price, filled }) => [price, filled])).toEqual([
      ['59999.50', '0.05000'],
    ])
  })

  it('are met by a displayed level that comes to their price', async () => {
    await place({ price: '60000.5', size: '0.05' })
    harness.market.show('BTCUSDT', 'sell', [[6_000_000, 3_000]])
    expect((await list('open'))[0]).toMatchObject({ filled: '0.03000', avgPrice: '60000.50' })
    // What it took is gone: the same level, shown again, gives nothing.
    harness.market.show('BTCUSDT', 'sell', [[6_000_000, 3_000]])
    expect((await list('open'))[0]).toMatchObject({ filled: '0.03000' })
  })

  it('wait while the symbol is paused', async () => {
    await place({ price: '60000.5', size: '0.05' })
    harness.market.setStatus('BTCUSDT', 'paused')
    harness.market.show('BTCUSDT', 'sell', [[6_000_000, 3_000]])
    harness.market.setStatus('BTCUSDT', 'trading')
    expect((await list('open'))[0]).toMatchObject({ filled: '0.00000' })
  })

  it('never trade with other paper traders', async () => {
    await place({ price: '60000', size: '0.05' })
    expect(
      await place({ side: 'sell', price: '60000', size: '0.05' }, `other${count}`),
    ).toMatchObject({ status: 'open' })
  })

  it('keep their orders and their place over a restart', async () => {
    const { orderId } = await place({ price: '59999', size: '0.05' })
    await harness.restart()
    expect((await list('open')).map((item) => item.orderId)).toEqual([orderId])
    print(5_999_900, 10_000, 'sell')
    expect((await list('open'))[0]).toMatchObject({ filled: '0.00000' })
    print(5_999_900, 1_000, 'sell')
    expect((await list('open'))[0]).toMatchObject({ filled: '0.01000' })
  })

  it('stand behind no more than a rebuilt book shows', async () => {
    await place({ price: '59999', size: '0.05' })
    harness.market.rebuild('BTCUSDT', { bids: [[5_999_900, 500]], asks: [[6_000_100, 10_000]] })
    print(5_999_900, 1_500, 'sell')
    expect((await list('open'))[0]).toMatchObject({ filled: '0.01000' })
  })
})

describe('the whole', () => {
  it('leaves a sound ledger behind, the realms apart (trading 4)', async () => {
    await list('history')
    expect(await checkLedger(harness.db)).toEqual([])
    expect(
      await harness.db.query(`select 1 from ledger_account where realm = 'live' and balance <> 0`),
    ).toEqual([])
  })
})
