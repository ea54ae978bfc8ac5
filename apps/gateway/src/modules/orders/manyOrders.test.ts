import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { WIDE_ORDER_LIMITS } from '../trading/orderLimits.ts'
import { CANCELLED_AT_ONCE } from '../trading/ports/TradingService.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'

/** Half of what the limit of a pair allows. */
const MANY = 250
let harness: Harness
let count = 0
let ann: string
beforeAll(async () => {
  harness = await openHarness({ orderLimits: { ...WIDE_ORDER_LIMITS, openPerPair: 2 * MANY } })
  harness.market.show('LTCUSDT', 'sell', [[10_010, 50_000]])
  harness.market.print({ symbol: 'LTCUSDT', ticks: 10_000, lots: 1, takerSide: 'buy' })
})
afterAll(() => harness.close())
beforeEach(async () => harness.trading.seedDemo((ann = `many${++count}`)))

const call = <T>(route: string, body: object = {}) =>
  harness.call<T>(route, { userId: ann, realm: 'paper', body: { ...body } })
const place = async () =>
  (
    await call<{ orderId: string }>('/v1/spot/order/place', {
      symbol: 'LTCUSDT',
      side: 'buy',
      orderType: 'limit',
      price: '90',
      size: '0.1',
      clientOid: `m${++count}`,
    })
  ).orderId
const placeMany = (length: number) => Promise.all(Array.from({ length }, place))

/** How many orders were closed by each record of the journal. */
async function closedTogether(): Promise<number[]> {
  await call('/v1/spot/paper/topup', { asset: 'USDT', amount: '1' })
  await harness.call('/v1/spot/paper/account', { userId: ann, realm: 'paper' })
  const rows = await harness.db.query<{ closed: bigint }>(
    'select count(*) as closed from spot_order where user_id = $1 and closed_seq is not ' +
      'null group by closed_seq order by closed_seq',
    [ann],
  )
  return rows.map(({ closed }) => Number(closed))
}

describe('many orders of one account', () => {
  it('are cancelled together in several turns (SR5)', async () => {
    const placed = await placeMany(350)
    const { cancelled } = await call<{ cancelled: string[] }>('/v1/spot/order/cancelAll')
    expect(cancelled.toSorted()).toEqual(placed.toSorted())
    expect(await closedTogether()).toEqual([
      CANCELLED_AT_ONCE,
      CANCELLED_AT_ONCE,
      CANCELLED_AT_ONCE,
      50,
    ])
  })

  it('are not gone through by each further one (SR5)', async () => {
    const [orderId] = await placeMany(MANY)
    const visits = vi.spyOn(Set.prototype, Symbol.iterator)
    try {
      await place()
      await call('/v1/spot/order/amend', { orderId, price: '91' })
      await call('/v1/spot/order/cancel', { orderId })
      const sizes = visits.mock.contexts.map((set) => (set as Set<unknown>).size)
      expect(sizes.filter((size) => size >= MANY)).toEqual([])
    } finally {
      visits.mockRestore()
    }
  })

  it('are closed by a reset in several turns (SR5)', async () => {
    await placeMany(250)
    expect(await call('/v1/spot/paper/reset', { season: '1' })).toMatchObject({ season: 2 })
    expect(await closedTogether()).toEqual([CANCELLED_AT_ONCE, CANCELLED_AT_ONCE, 50])
  })

  it('are closed by one reset though it was asked for twice (SR5)', async () => {
    await placeMany(250)
    const both = await Promise.all(
      [1, 2].map(() => call<{ season: number }>('/v1/spot/paper/reset', { season: '1' })),
    )
    expect(both.map(({ season }) => season)).toEqual([2, 2])
  })

  it('reports no cancellation of orders that ended between two turns (SR5)', async () => {
    const placed = await placeMany(150)
    const all = call<{ cancelled: string[] }>('/v1/spot/order/cancelAll')
    await call('/v1/spot/order/cancel', { orderId: placed[149] }).catch(() => {})
    const { cancelled } = await all
    expect(new Set(cancelled).size).toBe(cancelled.length)
    expect(placed.filter((orderId) => !cancelled.includes(orderId)).length).toBeLessThanOrEqual(1)
  })
})
