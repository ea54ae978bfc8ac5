import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import { openHarness, type CallOptions, type Harness } from '../../testing/tradingHarness.ts'

let harness: Harness
let count = 0
/** A fresh trader for each test. */
let ann: string
let bob: string

beforeAll(async () => {
  harness = await openHarness({ vipLevelOf: (userId) => (userId.startsWith('vip') ? 5 : 0) })
})
afterAll(() => harness.close())
beforeEach(async () => {
  ann = `ann${++count}`
  bob = `bob${count}`
  await Promise.all([harness.trading.seedDemo(ann), harness.trading.seedDemo(bob)])
  // The last price that the limit band is measured from.
  harness.market.print({ symbol: 'ETHUSDT', ticks: 300_000, lots: 1, takerSide: 'buy' })
})

interface OrderItem {
  readonly orderId: string
  readonly clientOid: string
  readonly status: string
  readonly filled: string
  readonly avgPrice: string | null
}
interface Items<T = OrderItem> {
  readonly items: T[]
  readonly next: string | null
}

const order = (change: object = {}) => ({
  symbol: 'ETHUSDT',
  side: 'buy',
  orderType: 'limit',
  price: '2900',
  size: '1',
  clientOid: `oid-${++count}`,
  ...change,
})
const place = (userId: string, change: object = {}, options: Partial<CallOptions> = {}) =>
  harness.call<{ orderId: string; clientOid: string; status: string }>('/v1/spot/order/place', {
    userId,
    body: order(change),
    ...options,
  })
const refused = (userId: string, change: object, options: Partial<CallOptions> = {}) =>
  harness.refusal('/v1/spot/order/place', { userId, body: order(change), ...options })
const openOrders = (userId: string, query = {}) =>
  harness.call<Items>('/v1/spot/order/open', { userId, query })
const assets = async (userId: string) =>
  Object.fromEntries(
    (
      await harness.call<{ asset: string; available: string; held: string }[]>(
        '/v1/spot/account/assets',
        { userId },
      )
    ).map(({ asset, available, held }) => [asset, [available, held]]),
  )

describe('placing and cancelling (wire 10)', () => {
  it('answers orderId, clientOid and status, and holds the funds', async () => {
    const answer = await place(ann, { clientOid: 'mine' })
    expect(answer).toEqual({
      orderId: expect.stringMatching(/^\d+$/),
      clientOid: 'mine',
      status: 'open',
    })
    expect((await assets(ann))['USDT']).toEqual(['97100', '2900'])
  })

  it('gives an order without a clientOid one of its own', async () => {
    expect((await place(ann, { clientOid: undefined })).clientOid).toMatch(/^x[0-9a-f]{24}$/)
  })

  it.each(['orderId', 'clientOid'] as const)('cancels by %s and frees the funds', async (name) => {
    const placed = await place(ann)
    expect(
      await harness.call('/v1/spot/order/cancel', { userId: ann, body: { [name]: placed[name] } }),
    ).toEqual({ orderId: placed.orderId, clientOid: placed.clientOid, status: 'cancelled' })
    expect((await assets(ann))['USDT']).toEqual(['100000', '0'])
  })

  it('trades two users, taking fees from what each receives', async () => {
    await place(bob, { side: 'sell', price: '3000', size: '2' })
    expect(await place(ann, { price: '3000', size: '2' })).toMatchObject({ status: 'filled' })
    const [annHas, bobHas] = [await assets(ann), await assets(bob)]
    expect([annHas['ETH'], annHas['USDT']]).toEqual([
      ['21.998', '0'],
      ['94000', '0'],
    ])
    expect([bobHas['ETH'], bobHas['USDT']]).toEqual([
      ['18', '0'],
      ['105994', '0'],
    ])
  })

  it('takes the fee of the tier (trading 7)', async () => {
    const vip = `vip${count}`
    await harness.trading.seedDemo(vip)
    await place(bob, { side: 'sell', price: '3000', size: '2' })
    await place(vip, { price: '3000', size: '2' })
    expect((await assets(vip))['ETH']).toEqual(['21.999', '0'])
  })

  it('spends quote for a market buy and base for a market sell', async () => {
    await place(bob, { side: 'sell', price: '3000', size: '10' })
    expect(await place(ann, { orderType: 'market', price: undefined, size: '1000' })).toMatchObject(
      { status: 'filled' },
    )
    expect((await assets(ann))['USDT']).toEqual(['99000.1', '0'])
    await harness.call('/v1/spot/order/cancel', {
      userId: bob,
      body: { orderId: (await openOrders(bob)).items[0]!.orderId },
    })
    await place(bob, { price: '2900', size: '10' })
    expect(
      await place(ann, { orderType: 'market', side: 'sell', price: undefined, size: '0.5' }),
    ).toMatchObject({ status: 'filled' })
    expect((await assets(ann))['USDT']).toEqual(['100448.65', '0'])
    await harness.call('/v1/spot/order/cancel', {
      userId: bob,
      body: { orderId: (await openOrders(bob)).items[0]!.orderId },
    })
  })
})

describe('idempotency by clientOid (wire 10)', () => {
  it('gives the first answer again for the same fields, and places nothing', async () => {
    const body = order({ languageType: 0, t: 1 })
    const first = await harness.call('/v1/spot/order/place', { userId: ann, body })
    await harness.call('/v1/spot/order/cancel', {
      userId: ann,
      body: { clientOid: body.clientOid },
    })
    expect(
      await harness.call('/v1/spot/order/place', {
        userId: ann,
        body: { ...body, languageType: 5, t: 2, price: '2900.00' },
      }),
    ).toEqual(first)
    expect((await openOrders(ann)).items).toEqual([])
  })

  it('places once when the same request comes many times at once', async () => {
    const body = order()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        harness.call<{ orderId: string }>('/v1/spot/order/place', { userId: ann, body }),
      ),
    )
    expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(1)
    expect((await openOrders(ann)).items).toHaveLength(1)
  })

  it('answers 40902 for the same clientOid with other fields', async () => {
    await place(ann, { clientOid: 'used' })
    expect(await refused(ann, { clientOid: 'used', size: '2' })).toEqual({
      code: '40902',
      data: { field: 'clientOid' },
    })
  })

  it('keeps users and realms apart', async () => {
    await place(ann, { clientOid: 'shared' })
    expect(await refused(bob, { clientOid: 'shared', size: '2' })).toMatchObject({ code: '0' })
    expect(
      await refused(ann, { clientOid: 'shared', size: '2' }, { realm: 'paper' }),
    ).toMatchObject({ code: '0' })
  })

  it('does not remember a refusal', async () => {
    expect(await refused(ann, { clientOid: 'again', size: '1000' })).toMatchObject({
      code: '40201',
    })
    expect(await refused(ann, { clientOid: 'again', size: '1' })).toMatchObject({ code: '0' })
  })
})

describe('refusals have a code and change nothing (wire 10)', () => {
  const market = { orderType: 'market', price: undefined }
  it.each([
    ['40401', 'unknown symbol', { symbol: 'BTCEUR' }],
    ['40201', 'not enough quote', { price: '3000', size: '33.4' }],
    ['40201', 'not enough base', { side: 'sell', price: '3000', size: '20.0001' }],
    ['40202', 'price off the tick', { price: '2900.001' }],
    ['40203', 'size off the step', { size: '1.00001' }],
    ['40204', 'below the minimum', { size: '0.0017' }],
    ['40205', 'outside the band', { price: '3600.01' }],
    ['40205', 'market order, empty book', { ...market, size: '100' }],
    ['40207', 'fill-or-kill, empty book', { timeInForce: 'fok' }],
    ['40010', 'a type to come', { orderType: 'oco' }],
  ])('%s: %s', async (code, _, change) => {
    const before = await assets(ann)
    expect(await refused(ann, change)).toMatchObject({ code })
    expect(await assets(ann)).toEqual(before)
    expect((await openOrders(ann)).items).toEqual([])
  })

  it('40206: a post-only order that would trade', async () => {
    const resting = await place(bob, { side: 'sell', price: '3000', size: '1' })
    expect(await refused(ann, { price: '3000', timeInForce: 'post_only' })).toMatchObject({
      code: '40206',
    })
    await harness.call('/v1/spot/order/cancel', { userId: bob, body: { orderId: resting.orderId } })
  })

  it('40301: a session without a key may read, not trade', async () => {
    expect(await refused(ann, {}, { keyId: null })).toMatchObject({ code: '40301' })
    expect(
      await harness.refusal('/v1/spot/order/cancel', {
        userId: ann,
        keyId: null,
        body: { orderId: '1' },
      }),
    ).toMatchObject({ code: '40301' })
    expect(
      await harness.refusal('/v1/spot/account/assets', { userId: ann, keyId: null }),
    ).toMatchObject({ code: '0' })
  })

  it('answers 40401 for another user’s, another realm’s or a closed order', async () => {
    const { orderId } = await place(ann)
    const cancel = (options: CallOptions) =>
      harness.refusal('/v1/spot/order/cancel', { body: { orderId }, ...options })
    expect(await cancel({ userId: bob })).toMatchObject({ code: '40401' })
    expect(await cancel({ userId: ann, realm: 'paper' })).toMatchObject({ code: '40401' })
    expect(await cancel({ userId: ann, body: { clientOid: 'never' } })).toMatchObject({
      code: '40401',
    })
    expect(await cancel({ userId: ann })).toMatchObject({ code: '0' })
    expect(await cancel({ userId: ann })).toMatchObject({ code: '40401' })
  })

  it.each([{}, { orderId: 5 }, { orderId: 'abc' }, { orderId: ['1'] }])(
    'answers 40010 for a cancellation with %j',
    async (body) => {
      expect(await harness.refusal('/v1/spot/order/cancel', { userId: ann, body })).toMatchObject({
        code: '40010',
        data: { field: 'orderId' },
      })
    },
  )

  it('00006: a paused symbol takes no orders, but lets them be cancelled', async () => {
    const { orderId } = await place(ann)
    harness.market.setStatus('ETHUSDT', 'paused')
    for (const realm of ['live', 'paper'] as const)
      expect(await refused(ann, {}, { realm })).toMatchObject({ code: '00006' })
    expect(
      await harness.refusal('/v1/spot/order/cancel', { userId: ann, body: { orderId } }),
    ).toMatchObject({ code: '0' })
    harness.market.setStatus('ETHUSDT', 'trading')
  })

  it('answers 00006 to live orders alone while a recording plays', async () => {
    harness.market.setLiveTrading(false)
    expect(await refused(ann, {})).toMatchObject({ code: '00006' })
    expect(await refused(ann, {}, { realm: 'paper' })).toMatchObject({ code: '0' })
    expect(await harness.refusal('/v1/spot/order/open', { userId: ann })).toMatchObject({
      code: '0',
    })
    harness.market.setLiveTrading(true)
  })
})

describe('reading (wire 10)', () => {
  it('open orders have exactly the fields of the protocol and more', async () => {
    await place(ann, { clientOid: 'shown' })
    expect((await openOrders(ann)).items[0]).toMatchObject({
      orderId: expect.any(String),
      clientOid: 'shown',
      symbol: 'ETHUSDT',
      side: 'buy',
      orderType: 'limit',
      price: '2900.00',
      size: '1.0000',
      filled: '0.0000',
      avgPrice: null,
      fee: '0',
      feeAsset: 'ETH',
      status: 'open',
      createdAt: expect.any(Number),
    })
  })

  it('pages through open orders, the latest first', async () => {
    for (let at = 0; at < 5; at++) await place(ann, { clientOid: `page-${at}`, size: '0.01' })
    const first = await openOrders(ann, { limit: '2' })
    const second = await openOrders(ann, { limit: '2', cursor: first.next! })
    const third = await openOrders(ann, { limit: '2', cursor: second.next! })
    expect(
      [first, second, third].flatMap(({ items }) => items.map(({ clientOid }) => clientOid)),
    ).toEqual([4, 3, 2, 1, 0].map((at) => `page-${at}`))
    expect(third.next).toBeNull()
    expect((await openOrders(ann, { symbol: 'BTCUSDT' })).items).toEqual([])
  })

  it('shows an order in history and fills once it is acknowledged', async () => {
    await place(bob, { side: 'sell', price: '3000', size: '1' })
    const oids = []
    for (let at = 0; at < 3; at++) {
      const { clientOid } = await place(ann, { price: '3000', size: '0.25' })
      oids.unshift(clientOid)
    }
    for (const path of ['history', 'fills']) {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: Items = await harness.call<Items>(`/v1/spot/order/${path}`, {
          userId: ann,
          query: { limit: '1', cursor },
        })
        seen.push(...page.items.map(({ clientOid }) => clientOid))
        cursor = page.next
      }
      expect(seen).toEqual(oids)
    }
    const [fill] = (
      await harness.call<Items<Record<string, unknown>>>('/v1/spot/order/fills', { userId: ann })
    ).items
    expect(fill).toMatchObject({
      symbol: 'ETHUSDT',
      side: 'buy',
      orderType: 'limit',
      price: '3000.00',
      size: '0.2500',
      value: '750',
      fee: '0.00025',
      feeAsset: 'ETH',
      role: 'taker',
      status: 'filled',
    })
    const [closed] = (await harness.call<Items>('/v1/spot/order/history', { userId: ann })).items
    expect(closed).toMatchObject({ status: 'filled', filled: '0.2500', avgPrice: '3000.00' })
    await harness.call('/v1/spot/order/cancel', {
      userId: bob,
      body: { orderId: (await openOrders(bob)).items[0]!.orderId },
    })
  })

  it('the average price is rounded half up at the pair’s places', async () => {
    await place(bob, { side: 'sell', price: '3000', size: '1' })
    await place(bob, { side: 'sell', price: '3000.01', size: '1' })
    await place(ann, { price: '3000.01', size: '2' })
    expect(
      (await harness.call<Items>('/v1/spot/order/history', { userId: ann })).items[0],
    ).toMatchObject({ avgPrice: '3000.01', filled: '2.0000' })
  })

  it('shows each user only their own orders', async () => {
    await place(ann)
    for (const path of ['open', 'history', 'fills'])
      expect((await harness.call<Items>(`/v1/spot/order/${path}`, { userId: bob })).items).toEqual(
        [],
      )
  })

  it('lists the assets and the pairs', async () => {
    expect(Object.keys(await assets(ann))).toEqual([
      'USDT',
      'BTC',
      'ETH',
      'SOL',
      'XRP',
      'DOGE',
      'ADA',
      'LTC',
      'LINK',
      'SHIB',
    ])
    const pairs = await harness.call<Record<string, unknown>[]>('/v1/spot/public/symbols', {
      userId: ann,
    })
    expect(pairs[0]).toEqual({
      symbol: 'BTCUSDT',
      base: 'BTC',
      quote: 'USDT',
      tickSize: '0.01',
      stepSize: '0.00001',
      minNotional: '5',
      pricePlace: 2,
      quantityPlace: 5,
    })
  })
})

describe('the terms of paper accounts (trading 5)', () => {
  it('are shown to everybody, as they are kept', async () => {
    const terms = await harness.call<{
      start: Record<string, string>
      dailyTopUp: Record<string, string>
    }>('/v1/spot/public/paper', { userId: ann })
    expect(terms).toEqual({
      start: { USDT: '50000', BTC: '1', ETH: '10' },
      dailyTopUp: { USDT: '10000', BTC: '0.2', ETH: '2' },
    })
    const funds = await harness.call<{ asset: string; available: string }[]>(
      '/v1/spot/account/assets',
      { userId: bob, realm: 'paper' },
    )
    expect(
      funds
        .filter(({ available }) => Number(available) > 0)
        .map(({ asset, available }) => [asset, Number(available)]),
    ).toEqual(Object.entries(terms.start).map(([asset, sum]) => [asset, Number(sum)]))
  })
})

describe('the whole', () => {
  it('leaves a sound ledger behind, and memory that agrees with it (trading 4)', async () => {
    await harness.call('/v1/spot/order/history', { userId: ann })
    expect(await checkLedger(harness.db)).toEqual([])
    await harness.restart()
  })

  it('is refused while trading does not run', async () => {
    await harness.stop()
    expect(await refused(ann, {})).toMatchObject({ code: '00006' })
    // An orderly stop is no halt, which would end the process with another code.
    expect(harness.trading.health()).toMatchObject({ isRunning: false, halted: undefined })
    await harness.start()
    expect(await refused(ann, {})).toMatchObject({ code: '0' })
  })
})
