import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestClient } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { REFILL_MS } from './createConsumption.ts'

let gateway: TestGateway
let client: TestClient
beforeAll(async () => {
  gateway = await createTestGateway()
  client = gateway.client()
  await client.register('paused@example.com')
  await client.post('/v1/user/sub-account/switchTradeDemo')
})
afterAll(() => gateway.stop())

/** The prices that a buy by amount traded at, best first. */
async function buy(size: string): Promise<number[]> {
  const answer = await client.post('/v1/spot/order/place', {
    symbol: 'LTCUSDT',
    side: 'buy',
    orderType: 'market',
    size,
  })
  expect(answer).toMatchObject({ code: '0', data: { status: 'filled' } })
  const { orderId } = answer.data as { orderId: string }
  const { items } = (await client.get('/v1/spot/order/fills')).data as {
    items: { orderId: string; price: string }[]
  }
  return items
    .filter((fill) => fill.orderId === orderId)
    .map(({ price }) => Number(price))
    .sort((a, b) => a - b)
}
const controlMarket = (action: string) => client.post('/v1/paper/market', { action })

it('restores taken liquidity in market time, not while paused', async () => {
  await controlMarket('pause')
  const first = await buy('20000')
  expect(first.length).toBeGreaterThan(1)
  gateway.leap(2 * REFILL_MS)
  const second = await buy('10000')
  expect(second[0]).toBeGreaterThanOrEqual(first.at(-1)!)
  await controlMarket('resume')
  gateway.leap(2 * REFILL_MS)
  await controlMarket('pause')
  expect((await buy('100'))[0]).toBeLessThan(first.at(-1)!)
})
