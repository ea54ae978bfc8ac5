import type { MarginAccount, MarginLiquidation, MarginLoan, Page, UserNotice } from '@x/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import { silentLog } from '../../platform/log/Log.ts'
import type { Harness } from '../../testing/tradingHarness.ts'
import { createMarginCalls } from './createMarginCalls.ts'
import { createMarginDriver, type MarginDriver } from './createMarginDriver.ts'
import {
  ANN,
  BOB,
  loan,
  marginClock,
  move,
  oid,
  openMarginHarness,
} from './testing/marginHarness.ts'

let harness: Harness
let driver: MarginDriver
beforeAll(async () => {
  harness = await openMarginHarness()
  const { core } = harness.trading.service
  const { market } = harness
  const calls = createMarginCalls({ state: core.state, notify: harness.userNotices.marginCall })
  const driven = { core, market, clock: marginClock, log: silentLog, pool: {}, vipLevelOf: () => 0 }
  driver = createMarginDriver({ ...driven, onPrices: calls.check })
})
afterAll(() => harness.close())

type Realm = 'live' | 'paper'

/** The displayed book around a price, and what the driver makes of it. */
function show(price: number): void {
  const ticks = price * 100
  harness.market.rebuild('BTCUSDT', {
    bids: [[ticks - 100, 1_000_000]],
    asks: [[ticks + 100, 1_000_000]],
  })
  driver.run()
}

/** What a user does in a realm. */
const trader = (userId: string, realm: Realm) => ({
  post: (path: string, body: object) => harness.call(path, { userId, realm, body: { ...body } }),
  list: async <T>(path: string) => (await harness.call<Page<T>>(path, { userId, realm })).items,
  account: async () => {
    const [cross] = await harness.call<MarginAccount[]>('/v1/margin/account', { userId, realm })
    if (!cross) throw new Error('There is no cross account.')
    return cross
  },
})

const ON_CREDIT = {
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  price: '60010.00',
  size: '0.14',
  timeInForce: 'ioc',
  funds: 'cross',
  loan: 'auto',
}

/** 3,100 USDT of its own, and the rest of 0.14 BTC on credit. */
async function buyOnCredit({ post, account }: ReturnType<typeof trader>): Promise<void> {
  await post('/v1/asset/move', move('3100'))
  show(60_000)
  await post('/v1/spot/order/place', { ...ON_CREDIT, ...oid() })
  expect(Number((await account()).level)).toBeGreaterThan(1.4)
}

/** Notices of margin calls, once they are stored. */
async function callsOf(userId: string, realm: Realm) {
  const { items } = await harness.call<Page<UserNotice>>('/v1/user/notice/list', { userId, realm })
  return items.filter(({ kind }) => kind === 'marginCall').map(({ subject }) => subject)
}

it('calls a borrower who trades and frees who repays (futures 7)', async () => {
  const ann = trader(ANN, 'live')
  await buyOnCredit(ann)
  show(47_000)
  const called = await ann.account()
  expect(Number(called.level)).toBeLessThanOrEqual(Number(called.callLevel))
  expect(Number(called.level)).toBeGreaterThan(Number(called.liquidationLevel))
  expect(called.isLiquidating).toBe(false)
  const notice = { state: 'called', asset: null, amount: called.level, symbol: null }
  await expect.poll(() => callsOf(ANN, 'live')).toEqual([notice])
  await ann.post('/v1/asset/move', move('6000'))
  await ann.post('/v1/margin/repay', loan('99999'))
  const repaid = await ann.account()
  expect([repaid.level, repaid.debtsValue]).toEqual([null, '0.00'])
  const kinds = (await ann.list<MarginLoan>('/v1/margin/loans')).map(({ kind }) => kind)
  expect(kinds).toEqual(['repay', 'interest', 'draw'])
  expect(await checkLedger(harness.db)).toEqual([])
})

it('liquidates a paper account on the displayed book (futures 7, futures 8)', async () => {
  const bob = trader(BOB, 'paper')
  await buyOnCredit(bob)
  show(42_000)
  for (let second = 0; second < 5; second++) show(42_000)
  const after = await bob.account()
  expect(Number(after.level)).toBeGreaterThanOrEqual(Number(after.callLevel))
  expect(after.isLiquidating).toBe(false)
  const steps = await bob.list<MarginLiquidation>('/v1/margin/liquidation/list')
  expect(new Set(steps.map(({ step }) => step))).toEqual(new Set(['cancel', 'trade']))
  const lines = await bob.list<MarginLoan>('/v1/margin/loans')
  expect(lines.filter(({ kind }) => kind === 'liquidation').length).toBeGreaterThan(0)
  // Nothing of it touched live accounts.
  expect((await trader(BOB, 'live').list('/v1/margin/loans')).length).toBe(0)
  expect(await checkLedger(harness.db)).toEqual([])
})
