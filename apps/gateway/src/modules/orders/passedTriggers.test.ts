import { browserClock } from '@x/kit/browser'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import type { Side } from '../../exchange/instruments/Instrument.ts'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'

const SYMBOL = 'BTCUSDT'

let harness: Harness
// Time stands still: what a paper order took from the book does not grow back while a busy machine
// tarries.
beforeAll(
  async () =>
    void (harness = await openHarness({
      clock: { ...browserClock(), now: () => Date.UTC(2026, 10, 21) },
    })),
  60_000,
)
afterAll(() => harness.close())

let count = 0
function quote(side: Side, ticks: number, lots = 50_000): void {
  harness.trading.houseAccount.submit([
    {
      kind: 'place',
      symbol: SYMBOL,
      orderName: `h${++count}`,
      side,
      orderType: 'limit',
      timeInForce: 'gtc',
      ticks,
      lots,
    },
  ])
}
function withdraw(side?: Side): void {
  const gone = harness.trading.houseAccount
    .resting(SYMBOL)
    .filter((order) => (side ?? order.side) === order.side)
  harness.trading.houseAccount.submit(
    gone.map(({ orderName }) => ({ kind: 'cancel', symbol: SYMBOL, orderName })),
  )
}
const print = (price: number) =>
  harness.market.print({ symbol: SYMBOL, ticks: price * 100, lots: 1, takerSide: 'buy' })

describe.each<Realm>(['live', 'paper'])(
  'a trigger that finds nobody opposite holds nobody else up, in the %s realm',
  (realm) => {
    type Trader = Awaited<ReturnType<typeof trader>>
    let ann: Trader, bob: Trader, cid: Trader
    const traders: string[] = []

    async function trader() {
      const userId = `trader${++count}`
      traders.push(userId)
      await harness.trading.seedDemo(userId)
      const status = async (orderId: string) => {
        const lists = await Promise.all(
          ['open', 'trigger', 'history'].map((name) =>
            harness.call<{ items: { orderId: string; status: string }[] }>(
              `/v1/spot/order/${name}`,
              { userId, realm },
            ),
          ),
        )
        return lists.flatMap(({ items }) => items).find((order) => order.orderId === orderId)!
          .status
      }
      return async (change: object) => {
        const { orderId } = await harness.call<{ orderId: string }>('/v1/spot/order/place', {
          userId,
          realm,
          body: {
            symbol: SYMBOL,
            size: '0.01',
            sizeUnit: 'base',
            clientOid: `c${++count}`,
            ...change,
          },
        })
        return {
          status: () => status(orderId),
          cancel: () => harness.call('/v1/spot/order/cancel', { userId, realm, body: { orderId } }),
        }
      }
    }

    beforeEach(async () => {
      for (const userId of traders.splice(0)) await harness.trading.cancelOrders(userId)
      withdraw()
      ;[ann, bob, cid] = [await trader(), await trader(), await trader()]
      quote('buy', 5_999_000)
      quote('sell', 6_001_000)
      print(60_000)
    })

    /** A buy at 60,100 that the price has reached while nobody offers. */
    async function unfillable() {
      const order = await ann({ side: 'buy', orderType: 'stop_market', triggerPrice: '60100' })
      withdraw('sell')
      print(60_200)
      expect(await order.status()).toBe('waiting')
      return order
    }

    it('fires a stop loss of the other side at its price', async () => {
      const stuck = await unfillable()
      const stop = await bob({ side: 'sell', orderType: 'stop_market', triggerPrice: '60150' })
      print(60_140)
      expect([await stuck.status(), await stop.status()]).toEqual(['waiting', 'filled'])
    })

    it('rests a stop limit behind it in the book', async () => {
      const stuck = await unfillable()
      const limit = await bob({
        side: 'buy',
        orderType: 'stop_limit',
        triggerPrice: '60210',
        price: '60000',
      })
      print(60_210)
      expect([await stuck.status(), await limit.status()]).toEqual(['waiting', 'open'])
    })

    it('a trailing order fires when the price has come back', async () => {
      const stuck = await unfillable()
      const trails = await bob({ side: 'sell', orderType: 'trailing', callbackRate: '0.1' })
      print(60_300)
      print(60_240)
      print(60_239)
      expect([await stuck.status(), await trails.status()]).toEqual(['waiting', 'filled'])
    })

    it('a trailing order that finds nobody holds up no other trailing one', async () => {
      const buys = await ann({ side: 'buy', orderType: 'trailing', callbackRate: '0.1' })
      const sells = await bob({ side: 'sell', orderType: 'trailing', callbackRate: '0.1' })
      withdraw('sell')
      print(60_000)
      print(60_300)
      print(60_239)
      expect([await buys.status(), await sells.status()]).toEqual(['waiting', 'filled'])
    })

    it('activates orders that can fill in order; others keep waiting', async () => {
      const stuck = await unfillable()
      const later = await bob({
        side: 'buy',
        orderType: 'stop_limit',
        triggerPrice: '60220',
        price: '60000',
      })
      const first = await cid({
        side: 'buy',
        orderType: 'stop_limit',
        triggerPrice: '60210',
        price: '60000',
      })
      print(60_215)
      expect([await first.status(), await later.status()]).toEqual(['open', 'waiting'])
      print(60_220)
      expect([await stuck.status(), await later.status()]).toEqual(['waiting', 'open'])
    })

    it('activates once a counterparty appears, also after a journal replay', async () => {
      const before = await unfillable()
      await harness.restartFromJournal()
      print(60_200)
      expect(await before.status()).toBe('waiting')
      const stop = await bob({ side: 'sell', orderType: 'stop_market', triggerPrice: '60150' })
      print(60_140)
      expect([await before.status(), await stop.status()]).toEqual(['waiting', 'filled'])
      quote('sell', 6_016_000)
      print(60_145)
      expect(await before.status()).toBe('filled')
    })

    it('passes over forty at each price and activates them together', async () => {
      const stuck = await Promise.all(
        Array.from({ length: 40 }, () =>
          ann({ side: 'buy', orderType: 'stop_market', triggerPrice: '60100', size: '0.001' }),
        ),
      )
      withdraw('sell')
      print(60_200)
      const stop = await bob({ side: 'sell', orderType: 'stop_market', triggerPrice: '60150' })
      print(60_140)
      expect(await stop.status()).toBe('filled')
      quote('sell', 6_016_000)
      print(60_145)
      expect(new Set(await Promise.all(stuck.map((order) => order.status())))).toEqual(
        new Set(['filled']),
      )
    })
  },
)

describe('who gives a passed-over trigger somebody opposite', () => {
  it('live: an order that the same price lets go', async () => {
    const [buyer, seller] = ['gives', 'takes']
    withdraw()
    for (const userId of [buyer, seller]) await harness.trading.seedDemo(userId!)
    quote('buy', 5_999_000)
    print(60_000)
    const place = (userId: string, change: object) =>
      harness.call<{ orderId: string }>('/v1/spot/order/place', {
        userId,
        body: { symbol: SYMBOL, size: '0.01', sizeUnit: 'base', ...change },
      })
    const buy = await place(buyer!, {
      side: 'buy',
      orderType: 'stop_market',
      triggerPrice: '60100',
    })
    print(60_200)
    await place(seller!, {
      side: 'sell',
      orderType: 'stop_limit',
      triggerPrice: '60150',
      price: '60120',
    })
    print(60_140)
    const { items } = await harness.call<{
      items: { orderId: string; status: string; avgPrice: string }[]
    }>('/v1/spot/order/history', { userId: buyer! })
    expect(items).toEqual([
      expect.objectContaining({ orderId: buy.orderId, status: 'filled', avgPrice: '60120.00' }),
    ])
  })

  it('paper: a trader who has consumed the displayed book waits alone', async () => {
    withdraw()
    for (const userId of ['eats', 'waits']) await harness.trading.seedDemo(userId)
    quote('buy', 5_999_000)
    quote('sell', 6_001_000, 1_000)
    print(60_000)
    const place = (userId: string, change: object) =>
      harness.call<{ orderId: string; status: string }>('/v1/spot/order/place', {
        userId,
        realm: 'paper',
        body: { symbol: SYMBOL, side: 'buy', size: '0.01', sizeUnit: 'base', ...change },
      })
    expect(await place('eats', { orderType: 'limit', price: '60010' })).toMatchObject({
      status: 'filled',
    })
    const stuck = await place('eats', { orderType: 'stop_market', triggerPrice: '60100' })
    const free = await place('waits', { orderType: 'stop_market', triggerPrice: '60110' })
    print(60_110)
    const statuses = async (userId: string, list: string) =>
      (
        await harness.call<{ items: { orderId: string; status: string }[] }>(
          `/v1/spot/order/${list}`,
          { userId, realm: 'paper' },
        )
      ).items
    expect(await statuses('eats', 'trigger')).toMatchObject([
      { orderId: stuck.orderId, status: 'waiting' },
    ])
    expect(await statuses('waits', 'history')).toMatchObject([
      { orderId: free.orderId, status: 'filled' },
    ])
  })

  it('the ledger is sound after all of it (trading 4)', async () => {
    expect(await checkLedger(harness.db)).toEqual([])
  })
})
