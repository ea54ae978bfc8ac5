import { browserClock } from '@x/kit/browser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../platform/log/Log.ts'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import { insertAccountWithSubAccounts } from '../../testing/insertAccountWithSubAccounts.ts'
import { openTradingCore } from '../../exchange/trading-core/openTradingCore.ts'
import { CONTRACTS } from '../../exchange/instruments/contracts.ts'
import { SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'

const [MAIN, SUB] = ['1000000021', '1000000022'] as const
const SYMBOL = 'LTCUSDT'

let harness: Harness
let count = 0
beforeAll(async () => {
  harness = await openHarness()
  await insertAccountWithSubAccounts(harness.db, { main: MAIN, subs: [SUB] })
  for (const userId of [MAIN, SUB]) await harness.trading.seedDemo(userId)
  for (const [side, ticks] of [
    ['buy', 9_000],
    ['sell', 11_000],
  ] as const)
    harness.trading.houseAccount.submit([
      {
        kind: 'place',
        symbol: SYMBOL,
        orderName: `h${++count}`,
        side,
        orderType: 'limit',
        timeInForce: 'gtc',
        ticks,
        lots: 5_000_000,
      },
    ])
  harness.market.print({ symbol: SYMBOL, ticks: 10_000, lots: 1, takerSide: 'buy' })
})
afterAll(() => harness.close())

const order = (change: object) => ({
  symbol: SYMBOL,
  side: 'buy',
  orderType: 'limit',
  price: '100.00',
  size: '0.1',
  clientOid: `s${++count}`,
  ...change,
})
const place = (userId: string, change: object, realm: Realm = 'live') =>
  harness.refusal('/v1/spot/order/place', { userId, realm, body: order(change) })
const fills = async (userId: string) =>
  (await harness.call<{ items: object[] }>('/v1/spot/order/fills', { userId, query: {} })).items
const cancelAll = async () => {
  for (const userId of [MAIN, SUB]) await harness.call('/v1/spot/order/cancelAll', { userId })
}

describe('self-trade prevention by holder', () => {
  it('lets none of 40 orders of main and sub-account trade (SR12)', async () => {
    for (let nth = 0; nth < 40; nth++) {
      const [maker, taker] = nth % 2 === 0 ? [MAIN, SUB] : [SUB, MAIN]
      await place(maker, { side: nth % 4 < 2 ? 'sell' : 'buy' })
      await place(taker, {
        side: nth % 4 < 2 ? 'buy' : 'sell',
        selfTradePrevention: ['taker', 'maker', 'both', undefined][nth % 4],
      })
      await cancelAll()
    }
    expect([await fills(MAIN), await fills(SUB)]).toEqual([[], []])
  })

  it('refuses orders without prevention in the live realm (SR12)', async () => {
    expect(await place(MAIN, { selfTradePrevention: 'none' })).toEqual({
      code: '40010',
      data: { field: 'selfTradePrevention' },
    })
    expect((await place(MAIN, { selfTradePrevention: 'none' }, 'paper')).code).toBe('0')
  })

  it('holds when an amendment crosses an order of the sub-account (SR12)', async () => {
    await place(SUB, { side: 'sell' })
    await place(MAIN, { price: '99.00', clientOid: 'amended' })
    await harness.refusal('/v1/spot/order/amend', {
      userId: MAIN,
      body: { clientOid: 'amended', price: '100.00' },
    })
    expect(await fills(MAIN)).toEqual([])
    await cancelAll()
  })

  it('holds when a stop fires into an order of the main account (SR12)', async () => {
    await place(SUB, {
      orderType: 'stop_market',
      price: undefined,
      triggerPrice: '101.00',
      size: '10',
    })
    await place(MAIN, { side: 'sell', price: '105.00' })
    harness.market.print({ symbol: SYMBOL, ticks: 10_100, lots: 1, takerSide: 'buy' })
    expect([await fills(MAIN), await fills(SUB)]).toEqual([[], []])
    harness.market.print({ symbol: SYMBOL, ticks: 10_000, lots: 1, takerSide: 'buy' })
    await cancelAll()
  })

  it('holds for orders that stand from before it went by holder (SR12)', async () => {
    await harness.stop()
    const core = await openTradingCore({
      db: harness.db,
      clock: browserClock(),
      dataDir: harness.dataDir,
      instruments: [...SPOT_SYMBOLS, ...CONTRACTS],
      log: silentLog,
    })
    const terms = {
      kind: 'place',
      at: Date.now(),
      symbol: SYMBOL,
      orderType: 'limit',
      timeInForce: 'gtc',
      lots: 100,
      budget: 0,
      makerPpm: 0,
      takerPpm: 0,
      digest: 'd',
    } as const
    core.execute({
      ...terms,
      userId: SUB,
      side: 'sell',
      ticks: 10_050,
      prevention: 'taker',
      clientOid: 'before1',
    })
    core.execute({
      ...terms,
      userId: MAIN,
      side: 'buy',
      ticks: 9_900,
      prevention: 'none',
      clientOid: 'before2',
    })
    await core.stop()
    await harness.start()
    await harness.refusal('/v1/spot/order/amend', {
      userId: MAIN,
      body: { clientOid: 'before2', price: '100.50' },
    })
    await place(MAIN, { price: '100.50' })
    expect([await fills(MAIN), await fills(SUB)]).toEqual([[], []])
    await harness.restartFromJournal()
    await place(MAIN, { price: '100.50' })
    expect([await fills(MAIN), await fills(SUB)]).toEqual([[], []])
    await cancelAll()
  })
})
