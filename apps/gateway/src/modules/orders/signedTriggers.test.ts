import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestClient } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'

let gateway: TestGateway
let client: TestClient
beforeAll(async () => {
  gateway = await createTestGateway()
  client = gateway.client()
  await client.register('trigger@example.com')
  await client.post('/v1/user/sub-account/switchTradeDemo')
})
afterAll(() => gateway.stop())

/** A price some per cent from the last one, on the tick. */
async function off(percent: number): Promise<string> {
  const tickers = (await client.get('/v1/spot/public/tickers')).data as {
    symbol: string
    last: string
  }[]
  return (
    Number(tickers.find(({ symbol }) => symbol === 'BTCUSDT')!.last) *
    (1 + percent / 100)
  ).toFixed(2)
}
const trigger = async () =>
  ((await client.get('/v1/spot/order/trigger')).data as { items: Record<string, unknown>[] }).items

it('places, lists, amends and cancels signed orders with triggers (wire 10)', async () => {
  const place = (body: object) =>
    client.post('/v1/spot/order/place', { symbol: 'BTCUSDT', side: 'sell', size: '0.01', ...body })
  const stop = await place({ orderType: 'stop_market', triggerPrice: await off(-5) })
  expect(stop).toMatchObject({ code: '0', data: { status: 'waiting' } })
  const { orderId } = stop.data as { orderId: string }
  expect(
    await place({
      orderType: 'oco',
      price: await off(5),
      triggerPrice: await off(-5),
      stopPrice: await off(-6),
    }),
  ).toMatchObject({ code: '0', data: { status: 'open' } })
  expect(
    await place({ orderType: 'trailing', callbackRate: '2.5', triggerBy: 'mark' }),
  ).toMatchObject({ code: '0', data: { status: 'waiting' } })
  expect(await trigger()).toMatchObject([
    { orderType: 'trailing', triggers: [{ triggerBy: 'mark', callbackRate: '2.5' }] },
    { orderType: 'oco' },
    { orderId, orderType: 'stop_market' },
  ])

  expect(await place({ orderType: 'stop_market', triggerPrice: await off(5) })).toMatchObject({
    code: '40208',
    data: { field: 'triggerPrice' },
  })
  expect(await place({ orderType: 'trailing', callbackRate: '25' })).toMatchObject({
    code: '40010',
    data: { field: 'callbackRate' },
  })
  const moved = await off(-7)
  expect(
    await client.post('/v1/spot/order/amend', { orderId, triggerPrice: moved, size: '0.02' }),
  ).toMatchObject({ code: '0', data: { orderId, status: 'waiting' } })
  expect((await trigger()).at(-1)).toMatchObject({
    orderId,
    size: '0.02000',
    triggers: [{ triggerPrice: moved }],
  })

  expect(await client.post('/v1/spot/order/cancelAll', { symbol: 'BTCUSDT' })).toMatchObject({
    code: '0',
    data: { cancelled: expect.arrayContaining([orderId]) },
  })
  expect(await trigger()).toEqual([])
  expect(await client.get('/v1/asset/history?range=7d')).toMatchObject({
    code: '0',
    data: { quote: 'USDT' },
  })
  expect(await client.get('/v1/spot/account/positions')).toMatchObject({
    code: '0',
    data: expect.arrayContaining([expect.objectContaining({ asset: 'BTC', avgBuyPrice: null })]),
  })
})
