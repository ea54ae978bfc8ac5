import { afterAll, beforeAll, expect, it } from 'vitest'
import { MOST_TRAILING } from './createOrderService.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'

const SYMBOL = 'ETHUSDT'
let harness: Harness
let count = 0
beforeAll(async () => {
  harness = await openHarness()
  for (const userId of ['ann', 'bob']) await harness.trading.seedDemo(userId)
  for (const symbol of [SYMBOL, 'LTCUSDT']) {
    const ticks = symbol === SYMBOL ? 300_000 : 6_000
    harness.trading.houseAccount.submit([
      {
        kind: 'place',
        symbol,
        orderName: `h${++count}`,
        side: 'buy',
        ticks: ticks - 100,
        lots: 100_000,
      },
      {
        kind: 'place',
        symbol,
        orderName: `h${++count}`,
        side: 'sell',
        ticks: ticks + 100,
        lots: 100_000,
      },
    ])
    harness.market.print({ symbol, ticks, lots: 1, takerSide: 'buy' })
  }
})
afterAll(() => harness.close())

const trailing = (change: object = {}) => ({
  symbol: SYMBOL,
  side: 'sell',
  orderType: 'trailing',
  size: '0.0020',
  sizeUnit: 'base',
  callbackRate: '5',
  clientOid: `t${++count}`,
  ...change,
})
const place = (body: object, { userId = 'ann', realm = 'live' as 'live' | 'paper' } = {}) =>
  harness.refusal('/v1/spot/order/place', { userId, realm, body: { ...body } })

it('limits a trader’s trailing orders in a pair', async () => {
  const last = trailing()
  const bodies = [...Array.from({ length: MOST_TRAILING - 1 }, () => trailing()), last]
  expect(await Promise.all(bodies.map((body) => place(body)))).toEqual(
    bodies.map(() => ({ code: '0', data: null })),
  )
  expect(await place(trailing())).toEqual({ code: '40010', data: { field: 'orderType' } })
  // What was answered is answered again, and nobody else, no other pair, realm or kind of order is
  // kept out.
  expect(await place(last)).toMatchObject({ code: '0' })
  expect(await place(trailing(), { userId: 'bob' })).toMatchObject({ code: '0' })
  expect(await place(trailing(), { realm: 'paper' })).toMatchObject({ code: '0' })
  expect(await place(trailing({ symbol: 'LTCUSDT', size: '0.200' }))).toMatchObject({ code: '0' })
  expect(
    await place(
      trailing({ orderType: 'stop_market', callbackRate: undefined, triggerPrice: '2900' }),
    ),
  ).toMatchObject({ code: '0' })
  await harness.call('/v1/spot/order/cancel', {
    userId: 'ann',
    body: { clientOid: last.clientOid },
  })
  const again = trailing()
  expect(await place(again)).toMatchObject({ code: '0' })
  expect(await place(trailing())).toMatchObject({ code: '40010' })
})
