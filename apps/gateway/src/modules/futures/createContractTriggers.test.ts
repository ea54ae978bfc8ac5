import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'

const BTC = 'usdt/BTCUSDT'
let harness: Harness
let count = 3_000_000_000
let ann: string
let bob: string
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const prices = (mark: number) =>
  void harness.trading.service.run({ kind: 'prices', at: Date.now(), rows: [[BTC, mark, mark]] })
const print = (...ticks: readonly number[]) =>
  ticks.forEach((each) =>
    harness.market.print({ symbol: BTC, ticks: each, lots: 1, takerSide: 'buy' }),
  )
type Row = Readonly<Record<string, unknown>>
const post = (path: string, userId: string, body: Row) =>
  harness.call(`/v1/futures/${path}`, { userId, body })
const get = async (path: string, userId: string) =>
  (await harness.call<{ readonly items: readonly Row[] }>(`/v1/futures/${path}`, { userId })).items

function fund(userId: string): void {
  const { service } = harness.trading
  const atoms = String(50_000n * 10n ** 8n)
  const grant = { key: `g${userId}`, funds: { USDT: atoms } }
  service.run({ kind: 'grant', at: Date.now(), realm: 'live', userId, ...grant })
  const way = { from: 'spot', to: 'futures', asset: 'USDT', atoms } as const
  const names = { clientOid: 'fund', digest: 'd' }
  service.run({ kind: 'walletMove', at: Date.now(), realm: 'live', userId, ...way, ...names })
}

const limit = (side: 'buy' | 'sell', price: string, size: string) => ({
  symbol: 'BTCUSDT',
  side,
  orderType: 'limit',
  price,
  size,
})

beforeEach(async () => {
  ;[ann, bob] = [String((count += 1)), String((count += 1))]
  prices(600_000)
  print(600_000)
  for (const userId of [ann, bob]) fund(userId)
  // Ann is long 0.1, and bob buys more below.
  await post('order/place', bob, limit('sell', '60000', '0.1'))
  await post('order/place', ann, limit('buy', '60000', '0.1'))
  await post('order/place', bob, limit('buy', '59500', '1'))
})

const trailing = (changes: Row = {}) => ({
  symbol: 'BTCUSDT',
  side: 'sell',
  orderType: 'trailing',
  size: '0.1',
  callbackRate: '1',
  reduceOnly: true,
  ...changes,
})

/** The order's state, and its trigger where it waits. */
async function orderOf(orderId: unknown) {
  const { order } = await harness.call<{
    readonly order: { readonly status: string; readonly triggers: readonly Row[] }
  }>('/v1/futures/order/detail', { userId: ann, query: { orderId: String(orderId) } })
  return order
}

describe('trailing orders of contracts (trading 3)', () => {
  it('moves its trigger with each best price, and never back (trading 3)', async () => {
    const { orderId } = await post('order/place', ann, trailing())
    const seen = []
    for (const ticks of [600_000, 605_000, 603_000, 610_000, 606_000]) {
      print(ticks)
      const { triggers } = await orderOf(orderId)
      seen.push([triggers[0]?.['extreme'], triggers[0]?.['triggerPrice']])
    }
    expect(seen).toEqual([
      ['60000.0', '59400.0'],
      ['60500.0', '59895.0'],
      ['60500.0', '59895.0'],
      ['61000.0', '60390.0'],
      ['61000.0', '60390.0'],
    ])
    await post('order/cancel', ann, { orderId })
  })

  it('closes the position once the price has come back (trading 3)', async () => {
    const { orderId } = await post('order/place', ann, trailing())
    print(601_000, 605_000, 599_000)
    expect((await orderOf(orderId)).status).toBe('waiting')
    print(598_950)
    expect((await orderOf(orderId)).status).toBe('filled')
    expect(await harness.call('/v1/futures/position/list', { userId: ann })).toEqual([])
  })

  it('starts to trail at its activation price (trading 3)', async () => {
    const { orderId } = await post('order/place', ann, trailing({ triggerPrice: '61000' }))
    print(605_000, 590_000)
    expect(await orderOf(orderId)).toMatchObject({
      status: 'waiting',
      triggers: [{ activationPrice: '61000.0', extreme: null, triggerPrice: null }],
    })
    print(611_000)
    expect((await orderOf(orderId)).triggers).toMatchObject([{ extreme: '61100.0' }])
    print(604_000)
    expect((await orderOf(orderId)).status).toBe('filled')
  })

  it('trails the mark where it was asked to (futures 4)', async () => {
    const { orderId } = await post('order/place', ann, trailing({ triggerBy: 'mark' }))
    print(620_000)
    expect((await orderOf(orderId)).triggers).toMatchObject([{ triggerBy: 'mark', extreme: null }])
    await post('order/cancel', ann, { orderId })
  })

  it('takes another callback rate, unless that was reached (trading 3)', async () => {
    const { orderId } = await post('order/place', ann, trailing({ callbackRate: '2' }))
    print(610_000, 606_000)
    const smaller = { userId: ann, body: { orderId, callbackRate: '0.5' } }
    expect((await harness.refusal('/v1/futures/order/amend', smaller)).code).toBe('40208')
    const moved = { userId: ann, body: { orderId, triggerPrice: '62000' } }
    expect((await harness.refusal('/v1/futures/order/amend', moved)).code).toBe('40010')
    await post('order/amend', ann, { orderId, callbackRate: '1' })
    expect((await orderOf(orderId)).triggers).toMatchObject([
      { callbackRate: '1', extreme: '61000.0', triggerPrice: '60390.0' },
    ])
    print(603_900)
    expect((await orderOf(orderId)).status).toBe('filled')
  })

  it('follows a fall for an order that buys (trading 3)', async () => {
    const buy = trailing({ side: 'buy', reduceOnly: false, size: '0.01' })
    const { orderId } = await post('order/place', ann, buy)
    await post('order/place', bob, limit('sell', '60300', '0.01'))
    print(595_000, 590_000, 595_000)
    expect((await orderOf(orderId)).triggers).toMatchObject([
      { direction: 'rises', extreme: '59000.0', triggerPrice: '59590.0' },
    ])
    print(595_900)
    expect((await orderOf(orderId)).status).toBe('filled')
  })

  it('goes on from its best price after a restart (futures F11)', async () => {
    const { orderId } = await post('order/place', ann, trailing())
    print(610_000)
    await harness.restartFromJournal()
    expect(await get('order/trigger', ann)).toMatchObject([
      { orderId, triggers: [{ extreme: '61000.0' }] },
    ])
    print(603_900)
    expect((await orderOf(orderId)).status).toBe('filled')
  })
})
