import { browserClock } from '@x/kit/browser'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'

const SYMBOL = 'LTCUSDT'
const STEPS = 16

let harness: Harness
let count = 0
/** Turns of the event loop that were asked for and have not come. */
let turns: (() => void)[] = []
let ann = ''
let bob = ''

beforeAll(async () => {
  // Time stands still: what a paper order took from the book does not grow back.
  const clock = { ...browserClock(), now: () => Date.UTC(2026, 10, 21) }
  harness = await openHarness({
    clock,
    slices: { ms: Infinity, steps: STEPS, nextTurn: (run) => void turns.push(run) },
  })
  quote()
})
afterAll(() => harness.close())
beforeEach(async () => {
  lastTurns()
  for (const userId of [ann, bob]) if (userId) await harness.trading.cancelOrders(userId)
  for (const userId of [(ann = `ann${++count}`), (bob = `bob${count}`)])
    await harness.trading.seedDemo(userId)
  harness.market.show(SYMBOL, 'sell', [[9_995, 0]])
  for (const symbol of [SYMBOL, 'BTCUSDT'])
    harness.market.print({ symbol, ticks: 10_000, lots: 1, takerSide: 'buy' })
  lastTurns()
})

const print = (ticks: number) =>
  harness.market.print({ symbol: SYMBOL, ticks, lots: 1, takerSide: 'buy' })
function quote(): void {
  for (const [side, ticks] of [
    ['buy', 9_990],
    ['sell', 10_010],
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
}
function nextTurn(): void {
  for (const run of turns.splice(0)) run()
}
function lastTurns(): void {
  while (turns.length > 0) nextTurn()
}

/** One trader of a realm. */
function trader(userId: string, realm: Realm) {
  const call = <T>(route: string, body: object) =>
    harness.call<T>(`/v1/spot/order/${route}`, { userId, realm, body: { ...body } })
  return {
    /** Buys by amount at the price or above. */
    async stop(change: object = {}): Promise<string> {
      const { orderId } = await call<{ orderId: string }>('place', {
        symbol: SYMBOL,
        side: 'buy',
        orderType: 'stop_market',
        triggerPrice: '101',
        size: '6',
        clientOid: `t${++count}`,
        ...change,
      })
      return orderId
    },
    async stops(length: number, change: object = {}): Promise<string[]> {
      return Promise.all(Array.from({ length }, () => this.stop(change)))
    },
    cancel: (orderId: string) => call('cancel', { orderId }),
    amend: (orderId: string, change: object) => call('amend', { orderId, ...change }),
    /** Ids of orders that wait, the oldest first. */
    async waiting(): Promise<string[]> {
      const { items } = await harness.call<{ items: { orderId: string }[] }>(
        '/v1/spot/order/trigger',
        { userId, realm, query: { limit: '100' } },
      )
      return items.map(({ orderId }) => orderId).toReversed()
    },
    async status(orderId: string): Promise<string> {
      const { order } = await harness.call<{ order: { status: string } }>('/v1/spot/order/detail', {
        userId,
        realm,
        query: { orderId },
      })
      return order.status
    },
    reset: () =>
      harness.call('/v1/spot/paper/reset', { userId, realm: 'paper', body: { season: '1' } }),
  }
}

describe.each<Realm>(['live', 'paper'])('many stops at one price in the %s realm', (realm) => {
  it('let a request of another account be answered between slices (SR5)', async () => {
    const [own, other] = [trader(ann, realm), trader(bob, realm)]
    await own.stops(80)
    print(10_100)
    expect((await own.waiting()).length).toBe(80 - STEPS + 1)
    // No further slice runs while it is placed, journalled and answered.
    expect(
      await other.status(await other.stop({ orderType: 'market', triggerPrice: undefined })),
    ).toBe('filled')
    lastTurns()
    expect(await own.waiting()).toEqual([])
  })

  it('fire the stop of another account in the first slice (SR5)', async () => {
    const [own, other] = [trader(ann, realm), trader(bob, realm)]
    await own.stops(80)
    const orderId = await other.stop()
    print(10_100)
    expect([await other.status(orderId), (await own.waiting()).length > 60]).toEqual([
      'filled',
      true,
    ])
  })

  it('fire the oldest of an account first (SR5)', async () => {
    const own = trader(ann, realm)
    const placed: string[] = []
    for (let nth = 0; nth < 40; nth++) placed.push(await own.stop())
    print(10_100)
    expect(await own.waiting()).toEqual(placed.slice(STEPS - 1))
    nextTurn()
    expect(await own.waiting()).toEqual(placed.slice(2 * STEPS - 1))
  })

  it('fire the price that was reached first before the others (SR5)', async () => {
    const own = trader(ann, realm)
    const later = await own.stops(20, { triggerPrice: '101' })
    const first = await own.stops(20, { triggerPrice: '100.50' })
    print(10_100)
    nextTurn()
    const left = await own.waiting()
    expect([
      first.filter((orderId) => left.includes(orderId)),
      left.every((orderId) => later.includes(orderId)),
    ]).toEqual([[], true])
  })

  it('pass over what was cancelled or moved between slices (SR5)', async () => {
    const own = trader(ann, realm)
    const placed: string[] = []
    for (let nth = 0; nth < 30; nth++) placed.push(await own.stop())
    print(10_100)
    const [cancelled, moved] = [placed[28]!, placed[29]!]
    await own.cancel(cancelled)
    await own.amend(moved, { triggerPrice: '105' })
    lastTurns()
    expect([
      await own.waiting(),
      await own.status(cancelled),
      await own.status(placed[27]!),
    ]).toEqual([[moved], 'cancelled', 'filled'])
  })

  it('fire in a later slice although the price came back meanwhile (SR5)', async () => {
    const own = trader(ann, realm)
    await own.stops(40)
    print(10_100)
    print(10_000)
    lastTurns()
    expect(await own.waiting()).toEqual([])
  })

  it.each([
    ['was stopped', () => harness.restart()],
    ['was killed', () => harness.restartFromJournal()],
  ] as const)(
    'fire after a restart where the process %s between slices (SR5)',
    async (_, restart) => {
      const own = trader(ann, realm)
      await own.stops(40)
      print(10_100)
      expect((await own.waiting()).length).toBe(40 - STEPS + 1)
      turns = []
      await restart()
      print(10_100)
      lastTurns()
      expect(await own.waiting()).toEqual([])
      await harness.stop()
      expect(await checkLedger(harness.db)).toEqual([])
      await harness.start()
    },
  )
})

describe('slices of two pairs and of resets', () => {
  it('fire stops of another pair between those of one (SR5)', async () => {
    await trader(ann, 'paper').stops(80)
    const other = await trader(bob, 'paper').stop({ symbol: 'BTCUSDT' })
    print(10_100)
    harness.market.show('BTCUSDT', 'sell', [[10_010, 5_000_000]])
    harness.market.print({ symbol: 'BTCUSDT', ticks: 10_100, lots: 1, takerSide: 'buy' })
    nextTurn()
    expect([
      await trader(bob, 'paper').status(other),
      (await trader(ann, 'paper').waiting()).length > 40,
    ]).toEqual(['filled', true])
  })

  it('leave nothing to fire after a reset between slices (SR5)', async () => {
    const own = trader(ann, 'paper')
    await own.stops(40)
    print(10_100)
    await own.reset()
    lastTurns()
    expect(await own.waiting()).toEqual([])
    const assets = await harness.call<{ asset: string; available: string; held: string }[]>(
      '/v1/spot/account/assets',
      { userId: ann, realm: 'paper' },
    )
    expect(assets.find(({ asset }) => asset === 'USDT')).toEqual({
      asset: 'USDT',
      available: '50000',
      held: '0',
    })
  })
})

describe('fills of many resting paper orders at once', () => {
  it('are booked in slices, and none for what was cancelled between (SR5)', async () => {
    const call = <T>(route: string, body: object) =>
      harness.call<T>(`/v1/spot/order/${route}`, { userId: ann, realm: 'paper', body: { ...body } })
    const bid = () =>
      call<{ orderId: string }>('place', {
        symbol: SYMBOL,
        side: 'buy',
        orderType: 'limit',
        price: '99.95',
        size: '0.1',
        clientOid: `t${++count}`,
      })
    for (let nth = 0; nth < 40; nth++) await bid()
    const { orderId } = await bid()
    harness.market.show(SYMBOL, 'sell', [[9_995, 5_000_000]])
    const open = async () =>
      (
        await harness.call<{ items: object[] }>('/v1/spot/order/open', {
          userId: ann,
          realm: 'paper',
          query: { limit: '100' },
        })
      ).items.length
    expect(await open()).toBe(41 - STEPS)
    await call('cancel', { orderId })
    lastTurns()
    expect([await open(), await trader(ann, 'paper').status(orderId)]).toEqual([0, 'cancelled'])
  })
})
