import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { RequestSession } from '../platform/http/route.ts'
import type { Realm } from '../exchange/accounts/accounts.ts'
import {
  openHarness,
  type CallOptions,
  type Harness,
  type HarnessOptions,
} from './tradingHarness.ts'

export const SYMBOL = 'LTCUSDT'

/** An order as the wire shows it, as far as these tests look. */
export interface Shown {
  readonly orderId: string
  readonly orderType: string
  readonly status: string
  readonly side: string
  readonly price: string | null
  readonly size: string
  readonly filled: string
  readonly avgPrice: string | null
  readonly firedAt: number | null
  readonly parentOrderId: string | null
  readonly triggers: readonly Record<string, unknown>[]
  readonly takeProfit: unknown
}

/**
 * A fresh trader for each test in a market that the house account quotes at 99.90 and 100.10, last
 * traded at 100.
 */
export function quotedMarket(options: HarnessOptions = {}) {
  let harness: Harness
  let trader = ''
  let count = 0

  function quote(bid: number, ask: number, lots = 50_000): void {
    for (const [side, ticks] of [
      ['buy', bid],
      ['sell', ask],
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
          lots,
        },
      ])
  }
  const clear = () =>
    harness.trading.houseAccount
      .resting(SYMBOL)
      .forEach(({ orderName }) =>
        harness.trading.houseAccount.submit([{ kind: 'cancel', symbol: SYMBOL, orderName }]),
      )
  const print = (ticks: number) =>
    harness.market.print({ symbol: SYMBOL, ticks, lots: 1, takerSide: 'buy' })

  beforeAll(async () => void (harness = await openHarness(options)), 60_000)
  afterAll(() => harness.close())
  beforeEach(async () => {
    if (trader) await harness.trading.cancelOrders(trader)
    trader = `trader${++count}`
    await harness.trading.seedDemo(trader)
    clear()
    quote(9_990, 10_010)
    print(10_000)
  })

  return {
    harness: () => harness,
    print,
    clear,
    quote,
    requote(bid: number, ask: number) {
      clear()
      quote(bid, ask)
    },
    /** What the test's trader does in one realm. */
    in(realm: Realm) {
      const options = (rest: Omit<CallOptions, 'userId'> = {}): CallOptions => ({
        userId: trader,
        realm,
        ...rest,
      })
      const post = <T = { orderId: string; status: string }>(name: string, body: object) =>
        harness.call<T>(`/v1/spot/order/${name}`, options({ body: { ...body } }))
      const refusal = (name: string, body: object) =>
        harness.refusal(`/v1/spot/order/${name}`, options({ body: { ...body } }))
      const place = (change: object) =>
        post('place', {
          symbol: SYMBOL,
          side: 'sell',
          size: '1',
          clientOid: `c${++count}`,
          ...change,
        })
      const list = async (name: string) =>
        (await harness.call<{ items: Shown[] }>(`/v1/spot/order/${name}`, options())).items
      // The paper realm starts without LTC.
      beforeEach(
        async () =>
          void (
            realm === 'paper' &&
            (await place({ side: 'buy', orderType: 'limit', price: '100.10', size: '5' }))
          ),
      )
      return {
        post,
        session: (): RequestSession => ({
          sessionId: `session-${trader}`,
          userId: trader,
          realm,
          roles: ['trader'],
          keyId: 'key',
        }),
        place,
        refusal,
        refused: (change: object) =>
          refusal('place', { symbol: SYMBOL, side: 'sell', size: '1', ...change }),
        list,
        /** Asks for the season first unless it is known; asking waits for the ledger. */
        async reset(known?: number) {
          const season =
            known ??
            (await harness.call<{ season: number }>('/v1/spot/paper/account', options())).season
          return harness.call('/v1/spot/paper/reset', options({ body: { season: String(season) } }))
        },
        fills: async <T>() =>
          (await harness.call<{ items: T[] }>('/v1/spot/order/fills', options())).items,
        find: async (orderId: string) =>
          [...(await list('open')), ...(await list('trigger')), ...(await list('history'))].find(
            (order) => order.orderId === orderId,
          )!,
        async balance(asset: string) {
          const assets = await harness.call<{ asset: string; available: string; held: string }[]>(
            '/v1/spot/account/assets',
            options(),
          )
          return assets
            .map(({ asset: name, available, held }) => [name, available, held])
            .find(([name]) => name === asset)!
            .slice(1)
        },
      }
    },
  }
}
