import { createManualClock, type ManualClock } from '@x/kit/testing'
import { browserClock } from '@x/kit/browser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'

interface Item {
  readonly clientOid?: string
  readonly orderId: string
  readonly symbol: string
  readonly side: string
  readonly orderType: string
  readonly status: string
}

let harness: Harness
let wall: ManualClock
const [ann, bob] = ['ann', 'bob']
const HOUR = 3_600_000
/** When each order was placed, by the name it goes by here. */
const placed: Record<string, { readonly orderId: string; readonly at: number }> = {}

async function place(name: string, terms: object, userId = ann): Promise<void> {
  const at = wall.now()
  const { orderId } = await harness.call<{ orderId: string }>('/v1/spot/order/place', {
    userId,
    body: {
      symbol: 'ETHUSDT',
      side: 'buy',
      orderType: 'limit',
      price: '2900',
      size: '1',
      clientOid: name,
      ...terms,
    },
  })
  placed[name] = { orderId, at }
  await wall.advance(HOUR)
}
const cancel = (name: string) =>
  harness.call('/v1/spot/order/cancel', { userId: ann, body: { clientOid: name } })
const get = <T = { items: Item[]; next: string | null }>(
  path: string,
  query: Readonly<Record<string, string>> = {},
  userId = ann,
) => harness.call<T>(`/v1/spot/order/${path}`, { userId, query })
const names = async (path: string, query: Readonly<Record<string, string>> = {}) => {
  const { items } = await get(path, query)
  return items.map(({ orderId }) =>
    Object.keys(placed).find((name) => placed[name]?.orderId === orderId),
  )
}

beforeAll(async () => {
  wall = createManualClock()
  harness = await openHarness({ clock: { ...browserClock(), now: wall.now } })
  await Promise.all([harness.trading.seedDemo(ann), harness.trading.seedDemo(bob)])
  harness.market.print({ symbol: 'ETHUSDT', ticks: 300_000, lots: 1, takerSide: 'buy' })
  harness.market.print({ symbol: 'BTCUSDT', ticks: 6_000_000, lots: 1, takerSide: 'buy' })
  await place('offer', { side: 'sell', price: '3000', size: '5' }, bob)
  await place('bought', { price: '3000', size: '2' })
  await place('boughtAtMarket', { orderType: 'market', price: undefined, size: '300' })
  await place('sold', { symbol: 'BTCUSDT', side: 'sell', price: '60100', size: '0.1' })
  await cancel('sold')
  await place('resting', {})
  await place('restingSale', { side: 'sell', price: '3100', size: '1' })
  await place('stop', {
    orderType: 'stop_market',
    price: undefined,
    triggerPrice: '3200',
    size: '500',
  })
})
afterAll(() => harness.close())

describe('product Records: the server narrows its lists', () => {
  it.each([
    ['history', {}, ['sold', 'boughtAtMarket', 'bought']],
    ['history', { symbol: 'BTCUSDT' }, ['sold']],
    ['history', { symbol: 'BTCUSDT,ETHUSDT' }, ['sold', 'boughtAtMarket', 'bought']],
    ['history', { symbol: 'BTCUSDT,SOLUSDT' }, ['sold']],
    ['history', { side: 'buy' }, ['boughtAtMarket', 'bought']],
    ['open', { symbol: 'ETHUSDT,BTCUSDT', side: 'sell' }, ['restingSale']],
    ['fills', { symbol: 'SOLUSDT,ETHUSDT', orderType: 'limit' }, ['bought']],
    ['history', { orderType: 'market' }, ['boughtAtMarket']],
    ['history', { status: 'filled', orderType: 'limit' }, ['bought']],
    ['history', { status: 'cancelled', side: 'buy' }, []],
    ['open', { side: 'sell' }, ['restingSale']],
    ['trigger', { orderType: 'stop_market' }, ['stop']],
    ['trigger', { side: 'sell' }, []],
    ['fills', { orderType: 'limit' }, ['bought']],
    ['fills', { side: 'sell' }, []],
  ] as const)('filters %s by %o', async (path, query, expected) => {
    expect(await names(path, query)).toEqual(expected)
  })

  it('filters by time, both ends included', async () => {
    const { at } = placed['boughtAtMarket']!
    const on = { from: String(at), to: String(at) }
    expect([await names('history', on), await names('fills', on)]).toEqual([
      ['boughtAtMarket'],
      ['boughtAtMarket'],
    ])
    expect([
      await names('history', { from: String(at + 1) }),
      await names('history', { to: String(at - 1) }),
    ]).toEqual([['sold'], ['bought']])
    expect(await names('open', { from: String(placed['resting']!.at + 1) })).toEqual([
      'restingSale',
    ])
  })

  it('fills each page with orders that pass the filter', async () => {
    const first = await get('history', { side: 'buy', limit: '1' })
    const second = await get('history', { side: 'buy', limit: '1', cursor: first.next! })
    expect([first.items[0]?.orderId, second.items[0]?.orderId, second.next]).toEqual([
      placed['boughtAtMarket']!.orderId,
      placed['bought']!.orderId,
      null,
    ])
  })

  it('filters paper orders by season (trading 5)', async () => {
    const onPaper = (
      path: string,
      { body = {}, query = {} }: { body?: object; query?: Readonly<Record<string, string>> } = {},
    ) =>
      harness.call<{ items: (Item & { season: number })[] }>(`/v1/spot/${path}`, {
        userId: ann,
        realm: 'paper',
        body: { ...body },
        query,
      })
    harness.market.show('ETHUSDT', 'sell', [[300_000, 1_000_000]])
    for (const clientOid of ['before', 'after']) {
      await onPaper('order/place', {
        body: {
          symbol: 'ETHUSDT',
          side: 'buy',
          orderType: 'limit',
          price: '3000',
          size: '1',
          clientOid,
        },
      })
      if (clientOid === 'before') await onPaper('paper/reset', { body: { season: '1' } })
    }
    const seasons = async (path: string, query = {}) =>
      (await onPaper(`order/${path}`, { query })).items.map(({ season }) => season)
    for (const path of ['history', 'fills'])
      expect([
        await seasons(path),
        await seasons(path, { season: '1' }),
        await seasons(path, { season: '2' }),
        await seasons(path, { season: '3' }),
      ]).toEqual([[2, 1], [1], [2], []])
    harness.market.show('ETHUSDT', 'sell', [[300_000, 0]])
  })

  it.each([
    ['side', 'both'],
    ['orderType', 'iceberg'],
    ['status', 'lost'],
    ['from', 'yesterday'],
    ['to', '-1'],
    ['orderId', '1 or 1=1'],
    ['season', 'first'],
  ])('refuses %s = %s with the field', async (field, value) => {
    expect(
      await harness.refusal('/v1/spot/order/history', { userId: ann, query: { [field]: value } }),
    ).toMatchObject({ code: '40010', data: { field } })
  })
})

describe('product Records: one order with its fills', () => {
  type Detail = { order: Item; fills: { items: Item[]; next: string | null } }
  const detail = (name: string, userId = ann) =>
    get<Detail>('detail', { orderId: placed[name]!.orderId }, userId)

  it('shows a closed order from the ledger', async () => {
    const { order, fills } = await detail('bought')
    expect(order).toEqual((await get('history', { orderId: order.orderId })).items[0])
    expect(fills).toEqual({
      items: [
        expect.objectContaining({
          orderId: order.orderId,
          price: '3000.00',
          size: '2.0000',
          role: 'taker',
        }),
      ],
      next: null,
    })
  })

  it('shows a partly filled order in the book', async () => {
    const { order, fills } = await detail('offer', bob)
    expect([order.status, fills.items.map(({ orderId }) => orderId)]).toEqual([
      'partially_filled',
      [order.orderId, order.orderId],
    ])
  })

  it('shows a conditional order before its trigger', async () => {
    expect(await detail('stop')).toMatchObject({
      order: { status: 'waiting' },
      fills: { items: [], next: null },
    })
  })

  it('finds an own order by clientOid, open or closed (OT10)', async () => {
    const byClient = (clientOid: string, userId: string) =>
      get<Detail>('detail', { clientOid }, userId)
    for (const [name, userId] of [
      ['bought', ann],
      ['offer', bob],
      ['stop', ann],
    ] as const) {
      const { order } = await detail(name, userId)
      expect((await byClient(String(order.clientOid), userId)).order).toEqual(order)
      const other = userId === ann ? bob : ann
      expect(
        (
          await harness.refusal('/v1/spot/order/detail', {
            userId: other,
            query: { clientOid: String(order.clientOid) },
          })
        ).code,
      ).toBe('40401')
    }
    expect(
      (
        await harness.refusal('/v1/spot/order/detail', {
          userId: ann,
          query: { clientOid: 'never-sent' },
        })
      ).code,
    ).toBe('40401')
  })

  it('answers 40401 for an order of another user or of nobody', async () => {
    const code = async (orderId: string, userId: string) =>
      (await harness.refusal('/v1/spot/order/detail', { userId, query: { orderId } })).code
    expect([
      await code(placed['offer']!.orderId, ann),
      await code(placed['bought']!.orderId, bob),
      await code('999999', ann),
    ]).toEqual(['40401', '40401', '40401'])
    expect((await harness.refusal('/v1/spot/order/detail', { userId: ann })).data).toEqual({
      field: 'orderId',
    })
  })
})
