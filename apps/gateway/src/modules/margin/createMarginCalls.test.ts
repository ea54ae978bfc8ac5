import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Harness } from '../../testing/tradingHarness.ts'
import type { MarginCall } from '../notices/ports/UserNotices.ts'
import { createMarginCalls } from './createMarginCalls.ts'
import { ANN, BOB, loan, move, now, openMarginHarness, setPrices } from './testing/marginHarness.ts'

let harness: Harness
let called: MarginCall[]
let calls: ReturnType<typeof createMarginCalls>
beforeAll(async () => {
  harness = await openMarginHarness()
  setPrices(harness)
  // 0.01 BTC beside 100 USDT, of which 400 are owed: called from 44,215 down.
  await post(ANN, '/v1/asset/move', move('300'))
  await post(ANN, '/v1/margin/borrow', loan('400'))
  await post(ANN, '/v1/spot/order/place', ORDER)
})
afterAll(() => harness.close())
beforeEach(() => {
  called = []
  const { state } = harness.trading.service.core
  calls = createMarginCalls({ state, notify: (call) => called.push(call) })
})

const ORDER = {
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  price: '60010.00',
  size: '0.01',
  timeInForce: 'ioc',
  funds: 'cross',
  clientOid: 'calls',
}
const post = (userId: string, path: string, body: object) =>
  harness.call(path, { userId, body: { ...body } })
function check(btc: number): void {
  setPrices(harness, btc)
  calls.check(now())
}

it('calls once until the level is above the call level (futures 7)', () => {
  for (const btc of [60_000, 44_000, 43_500, 60_000, 44_000]) check(btc)
  expect(called.map(({ userId, symbol, level }) => [userId, symbol, level])).toEqual([
    [ANN, null, called[0]?.level],
    [ANN, null, called[0]?.level],
  ])
  expect(Number(called[0]?.level)).toBeLessThanOrEqual(1.3)
})

it('calls nobody without fresh prices, and nobody without a loan', async () => {
  await post(BOB, '/v1/asset/move', move('300'))
  setPrices(harness, 44_000)
  calls.check(now() + 60_000)
  expect(called).toEqual([])
  check(44_000)
  expect(called.map(({ userId }) => userId)).toEqual([ANN])
})
