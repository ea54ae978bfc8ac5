import type { AlgoOrder, SpotOrder } from '@x/api'
import { createManualClock } from '@x/kit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import { MOST_ALGOS } from '../../exchange/spot/algoOrders.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'

const SYMBOL = 'ETHUSDT'
const clock = createManualClock(1_790_000_000_000)
let harness: Harness
let count = 0

/** The trader of the test. */
let userId: string

beforeAll(async () => {
  harness = await openHarness({ clock })
  quote('buy', 299_900)
  quote('sell', 300_100)
  harness.market.print({ symbol: SYMBOL, ticks: 300_000, lots: 1, takerSide: 'buy' })
})
afterAll(() => harness.close())
beforeEach(async () => {
  userId = `ann${++count}`
  await harness.trading.seedDemo(userId)
})

/** An order of the market maker. */
function quote(side: 'buy' | 'sell', ticks: number, lots = 1_000_000): void {
  harness.trading.houseAccount.submit([
    { kind: 'place', symbol: SYMBOL, orderName: `h${++count}`, side, ticks, lots },
  ])
}

const iceberg = (change: object = {}) => ({
  symbol: SYMBOL,
  side: 'buy',
  algoType: 'iceberg',
  size: '1',
  visibleSize: '0.4',
  price: '3000',
  clientOid: `a${++count}`,
  ...change,
})
const twap = (change: object = {}) => ({
  symbol: SYMBOL,
  side: 'buy',
  algoType: 'twap',
  size: '1',
  parts: 4,
  duration: 4_000,
  clientOid: `a${++count}`,
  ...change,
})
const scaled = (change: object = {}) => ({
  symbol: SYMBOL,
  side: 'buy',
  algoType: 'scaled',
  size: '1',
  parts: 3,
  price: '2980',
  lastPrice: '2990',
  clientOid: `a${++count}`,
  ...change,
})

const place = (body: object, realm: Realm = 'live') =>
  harness.call<AlgoOrder>('/v1/spot/algo/place', { userId, realm, body: { ...body } })
const refusal = (body: object) =>
  harness.refusal('/v1/spot/algo/place', { userId, body: { ...body } })
const listed = async (realm: Realm = 'live') =>
  (await harness.call<{ items: AlgoOrder[] }>('/v1/spot/algo/list', { userId, realm })).items
const open = async (realm: Realm = 'live') =>
  (
    await harness.call<{ items: SpotOrder[] }>('/v1/spot/order/open', {
      userId,
      realm,
    })
  ).items
const latest = async (realm: Realm = 'live') => (await listed(realm))[0]
/** Time goes on meanwhile: what could not be placed is tried again. */
const until = (check: () => Promise<void>) =>
  vi.waitFor(
    async () => {
      await clock.advance(1)
      await check()
    },
    { timeout: 600_000, interval: 10 },
  )
const untilOpen = (expected: object[], realm: Realm = 'live') =>
  until(async () => expect(await open(realm)).toMatchObject(expected))

describe('an iceberg', () => {
  it('shows one part after the other until all has traded', async () => {
    const placed = await place(iceberg())
    expect(placed).toMatchObject({ status: 'running', parts: 3, partSize: '0.4', size: '1' })
    for (const size of ['0.4', '0.4', '0.2']) {
      await untilOpen([{ size: expect.stringMatching(`^${size}0*$`), price: '3000.00' }])
      quote('sell', 300_000, Number(size) * 10_000)
    }
    await until(async () =>
      expect(await latest()).toMatchObject({ status: 'completed', filled: '1', placed: 3 }),
    )
    expect(await open()).toEqual([])
  })

  it('stops when its order is cancelled by hand', async () => {
    await place(iceberg())
    await untilOpen([{}])
    const [order] = await open()
    await harness.call('/v1/spot/order/cancel', {
      userId,
      body: { orderId: order?.orderId },
    })
    expect(await latest()).toMatchObject({ status: 'stopped', reason: 'cancelled', filled: '0' })
    expect(await open()).toEqual([])
  })

  it('goes on after a restart from the journal alone', async () => {
    await place(iceberg())
    await untilOpen([{}])
    await harness.restartFromJournal()
    quote('sell', 300_000, 4_000)
    await until(async () => expect(await latest()).toMatchObject({ placed: 2, filled: '0.4' }))
    await harness.restart()
    expect(await latest()).toMatchObject({ placed: 2, filled: '0.4', status: 'running' })
    await untilOpen([{ size: expect.stringMatching(/^0.40*$/) }])
  })

  it('trades in the paper realm alone', async () => {
    harness.market.show(SYMBOL, 'sell', [[300_100, 1_000_000]])
    harness.market.show(SYMBOL, 'buy', [[299_900, 1_000_000]])
    await place(iceberg(), 'paper')
    await untilOpen([{ price: '3000.00' }], 'paper')
    expect(await open()).toEqual([])
    expect(await listed()).toEqual([])
    await harness.call('/v1/spot/paper/reset', { userId, realm: 'paper', body: { season: '1' } })
    expect(await latest('paper')).toMatchObject({ status: 'stopped', reason: 'reset' })
  })
})

describe('a time-weighted order', () => {
  it('trades its first part at once', async () => {
    expect(await place(twap())).toMatchObject({ parts: 4, partSize: '0.25', duration: 4_000 })
    await until(async () => expect(await latest()).toMatchObject({ placed: 1, filled: '0.25' }))
    expect(await open()).toEqual([])
  })

  it('trades nothing beyond its worst price and goes on', async () => {
    await place(twap({ price: '2950' }))
    await until(async () =>
      expect(await latest()).toMatchObject({ placed: 1, filled: '0', status: 'running' }),
    )
  })

  it('stops with the code of a refusal', async () => {
    await place(twap({ size: '4000' }))
    await until(async () =>
      expect(await latest()).toMatchObject({ status: 'stopped', reason: '40201', placed: 0 }),
    )
  })
})

describe('a scaled order', () => {
  it('spreads limit orders between two prices', async () => {
    await place(scaled())
    await until(async () => expect(await latest()).toMatchObject({ placed: 3 }))
    expect((await open()).map(({ price }) => Number(price)).toSorted((a, b) => a - b)).toEqual([
      2980, 2985, 2990,
    ])
    const sizes = (await open()).map(({ size }) => Number(size))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeCloseTo(1)
  })

  it('takes its orders back when it is stopped', async () => {
    const { algoId } = await place(scaled())
    await until(async () => expect(await latest()).toMatchObject({ placed: 3 }))
    const body = { algoId }
    expect(await harness.call('/v1/spot/algo/stop', { userId, body })).toMatchObject({
      status: 'stopped',
      reason: 'user',
    })
    expect(await open()).toEqual([])
    const other = await harness.refusal('/v1/spot/algo/stop', { userId: 'nobody', body })
    expect(other.code).toBe('40401')
  })
})

describe('the input of an algo order', () => {
  it.each([
    ['no visible size', iceberg({ visibleSize: undefined }), '40010', 'visibleSize'],
    ['all of it visible', iceberg({ visibleSize: '1' }), '40010', 'visibleSize'],
    ['too many parts', iceberg({ visibleSize: '0.0001' }), '40010', 'visibleSize'],
    ['no price', iceberg({ price: undefined }), '40010', 'price'],
    ['a price off the tick', iceberg({ price: '3000.001' }), '40010', 'price'],
    ['a size off the step', twap({ size: '0.00001' }), '40010', 'size'],
    ['no duration', twap({ duration: undefined }), '40010', 'duration'],
    ['parts less than a second apart', twap({ parts: 61, duration: 60 }), '40010', 'parts'],
    ['no parts', scaled({ parts: undefined }), '40010', 'parts'],
    ['more parts than ticks', scaled({ lastPrice: '2980.01' }), '40010', 'lastPrice'],
  ])('is refused with %s', async (_what, body, code, field) => {
    expect(await refusal(JSON.parse(JSON.stringify(body)) as object)).toMatchObject({
      code,
      data: { field },
    })
    expect(await listed()).toEqual([])
  })

  it('is refused for a pair that is not listed', async () => {
    expect((await refusal(twap({ symbol: 'NOUSDT' }))).code).toBe('40401')
  })

  it('is refused with a part below the minimum or off the market', async () => {
    expect((await refusal(twap({ size: '0.004' }))).code).toBe('40204')
    expect((await refusal(scaled({ price: '100', lastPrice: '200' }))).code).toBe('40205')
  })

  it('is one order however often it is sent', async () => {
    const body = scaled()
    const { algoId } = await place(body)
    expect((await place(body)).algoId).toBe(algoId)
    expect((await refusal({ ...body, size: '2' })).code).toBe('40902')
    expect(await listed()).toHaveLength(1)
  })

  it(`is refused beyond ${MOST_ALGOS} that run`, async () => {
    for (let nth = 0; nth < MOST_ALGOS; nth++)
      await place(iceberg({ size: '0.02', visibleSize: '0.01' }))
    expect((await refusal(iceberg())).code).toBe('42902')
  })
})
