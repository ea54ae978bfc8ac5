import { createManualClock } from '@x/kit/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRiskIndex } from '../../exchange/futures/riskIndex.ts'
import { BTC } from '../../exchange/futures/testing/futuresFixture.ts'
import type { SliceOptions } from '../../platform/event-loop/createSlices.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'
import { createContractTriggers } from './createContractTriggers.ts'
import { createFuturesReads } from './createFuturesReads.ts'
import { createPaperFutures } from './createPaperFutures.ts'
import { createPriceDriver } from './createPriceDriver.ts'

type Row = Readonly<Record<string, unknown>>
const UNIT = 10n ** 8n
const MAKER = '5000000000'
let harness: Harness
let stop: () => void
beforeEach(async () => {
  harness = await openHarness()
  fund(MAKER, 100_000n)
})
afterEach(async () => {
  stop()
  await harness.close()
})

/** The driver over the market of the test; a call moves the index and lets a second pass. */
function startDriver(slices?: SliceOptions) {
  const { market, trading } = harness
  const { core } = trading.service
  const clock = createManualClock(Date.now())
  const onError = (error: unknown) => {
    throw error
  }
  const paper = createPaperFutures({ core, market, marketTime: clock.now, clock, log: silentLog })
  const reads = createFuturesReads({ view: core.state, market, paper })
  const triggers = createContractTriggers({ core, market, reads, paper, clock, slices, onError })
  const driver = createPriceDriver({ core, market, clock, log: silentLog, paper, triggers })
  driver.start()
  stop = () => {
    driver.stop()
    triggers.stop()
    paper.stop()
  }
  return (index: number) => {
    // The spot pair, of which a tick is a cent.
    market.rebuild('BTCUSDT', {
      bids: [[index * 100 - 1, 1_000]],
      asks: [[index * 100 + 1, 1_000]],
    })
    return clock.advance(1_000)
  }
}

const post = (path: string, userId: string, body: Row) =>
  harness.call(`/v1/futures/${path}`, { userId, body: { symbol: 'BTCUSDT', ...body } })
const limit = (side: 'buy' | 'sell', price: string, size: string) => ({
  side,
  orderType: 'limit',
  price,
  size,
})
const positionsOf = (userId: string) =>
  harness.call<readonly Row[]>('/v1/futures/position/list', { userId })
const fillsOf = async (userId: string) => {
  const query = { symbol: 'BTCUSDT' }
  const { items } = await harness.call<{ readonly items: readonly Row[] }>(
    '/v1/futures/order/fills',
    { userId, query },
  )
  return items
}
const liquidations = () => (harness.trading.service.core.state.next.liquidation ?? 1) - 1

function fund(userId: string, units: bigint): void {
  const { service } = harness.trading
  const atoms = String(units * UNIT)
  const at = Date.now()
  const grant = { key: `g${userId}`, funds: { USDT: atoms } }
  service.run({ kind: 'grant', at, realm: 'live', userId, ...grant })
  const way = { from: 'spot', to: 'futures', asset: 'USDT', atoms } as const
  const names = { clientOid: 'fund', digest: 'd' }
  service.run({ kind: 'walletMove', at, realm: 'live', userId, ...way, ...names })
}

/**
 * Each is long 1 BTC at 60,000 with 1,000 USDT, as in the worked check: due below 59,282. A buyer
 * of all of it waits at 59,400.
 */
async function openLongs(userIds: readonly string[], { units = 1_036n } = {}): Promise<void> {
  for (const userId of userIds) {
    fund(userId, units)
    await post('account/leverage', userId, { leverage: 100 })
    await post('order/place', MAKER, limit('sell', '60000', '1'))
    await post('order/place', userId, limit('buy', '60000', '1'))
  }
  await post('order/place', MAKER, limit('buy', '59400', String(userIds.length)))
}

const stopLoss = (userId: string, stopLossTriggerBy: 'mark' | 'index') =>
  post('position/exits', userId, { stopLossTriggerPrice: '59500', stopLossTriggerBy })

it.each(['mark', 'index'] as const)(
  'fires a stop loss by %s before it liquidates (futures 6, futures 14)',
  async (by) => {
    const second = startDriver()
    await second(60_000)
    await openLongs(['5000000001'])
    await stopLoss('5000000001', by)
    // One second brings both the price of the stop and that of the liquidation.
    await second(59_150)
    expect(await positionsOf('5000000001')).toEqual([])
    expect(liquidations()).toBe(0)
  },
)

it('liquidates at the same prices who has no stop loss (futures 6)', async () => {
  const second = startDriver()
  await second(60_000)
  await openLongs(['5000000001'])
  await second(59_150)
  expect(liquidations()).toBeGreaterThan(0)
})

it('publishes no slice that finds nobody, and takes one that does (futures 6)', async () => {
  const second = startDriver()
  await second(60_000)
  await openLongs(['5000000001'])
  await post('order/cancelAll', MAKER, {})
  await second(59_150)
  await second(59_150)
  expect(liquidations()).toBe(0)
  await post('order/place', MAKER, limit('buy', '59200', '1'))
  await second(59_150)
  expect(liquidations()).toBeGreaterThan(0)
})

it('fires the stop of who is not due before the ladder trades (futures 6)', async () => {
  const second = startDriver()
  await second(60_000)
  await openLongs(['5000000001'])
  await openLongs(['5000000002'], { units: 50_000n })
  await post('order/cancelAll', MAKER, {})
  for (const price of ['59400', '59300']) await post('order/place', MAKER, limit('buy', price, '1'))
  await stopLoss('5000000002', 'mark')
  await second(59_150)
  expect(liquidations()).toBeGreaterThan(0)
  const [fill] = await fillsOf('5000000002')
  expect(fill).toMatchObject({ side: 'sell', price: '59400.0' })
})

it('fires all exits of due accounts, however many they are (futures 6)', async () => {
  const users = ['5000000001', '5000000002', '5000000003']
  const second = startDriver({ steps: 1 })
  await second(60_000)
  await openLongs(users)
  await Promise.all(users.map((userId) => stopLoss(userId, 'mark')))
  await second(59_150)
  expect(liquidations()).toBe(0)
  for (const userId of users) expect(await positionsOf(userId)).toEqual([])
})

it('liquidates at the same prices whom a fired exit makes due (futures 6)', async () => {
  const second = startDriver()
  await second(60_000)
  await openLongs(['5000000001'], { units: 1_150n })
  await post('order/cancelAll', MAKER, {})
  // Its bid is what the stop trades with: long from 59,400 at a mark of 59,000.
  fund('5000000002', 640n)
  await post('account/leverage', '5000000002', { leverage: 100 })
  await post('order/place', '5000000002', limit('buy', '59400', '1'))
  // And whom its slice then meets.
  await post('order/place', MAKER, limit('buy', '58900', '1'))
  await stopLoss('5000000001', 'mark')
  await second(59_000)
  expect(await positionsOf('5000000001')).toEqual([])
  expect(liquidations()).toBeGreaterThan(0)
})

it('answers who is due without firing an exit (futures 6)', async () => {
  const second = startDriver()
  await second(60_000)
  await openLongs(['5000000001'])
  await stopLoss('5000000001', 'mark')
  const { core } = harness.trading.service
  core.execute({ kind: 'prices', at: Date.now(), rows: [[BTC, 591_500, 591_500]] })
  const risk = createRiskIndex(core.state)
  const before = core.lastSeq()
  expect(risk.due().map(({ account }) => account.userId)).toEqual(['5000000001'])
  expect(core.lastSeq()).toBe(before)
  expect(await positionsOf('5000000001')).toHaveLength(1)
})
