import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EngineFeed, HouseAccountPort } from '../market-data/ports/DisplayedMarket.ts'
import { type HouseAccountCommand, houseAccountRow } from '../../exchange/state/houseAccountRows.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'

let harness: Harness
let houseAccount: HouseAccountPort
let count = 0

beforeAll(async () => {
  harness = await openHarness()
  houseAccount = harness.trading.houseAccount
})
afterAll(() => harness.close())
beforeEach(() => {
  houseAccount.submit(
    houseAccount
      .resting('BTCUSDT')
      .map(({ orderName }) => ({ kind: 'cancel', symbol: 'BTCUSDT', orderName })),
  )
})

const order = (
  side: 'buy' | 'sell',
  ticks: number,
  lots: number,
  change: Partial<HouseAccountCommand> = {},
): HouseAccountCommand => ({
  kind: 'place',
  symbol: 'BTCUSDT',
  orderName: `h${++count}`,
  side,
  ticks,
  lots,
  ...change,
})
const shown = () => harness.market.book('BTCUSDT', 10)

describe('the market makers trade in the live engine (trading 6)', () => {
  it('the displayed book shows what rests, at once', () => {
    houseAccount.submit([order('buy', 100, 5), order('buy', 100, 7), order('sell', 110, 3)])
    expect(shown()).toEqual({ bids: [[100, 12]], asks: [[110, 3]] })
  })

  it('limit, immediate-or-cancel and market orders, and cancels by their own name', () => {
    houseAccount.submit([
      order('sell', 110, 10, { orderName: 'named' }),
      order('buy', 105, 5, { timeInForce: 'ioc' }),
    ])
    expect(shown()).toEqual({ bids: [], asks: [[110, 10]] })
    houseAccount.submit([
      {
        kind: 'place',
        symbol: 'BTCUSDT',
        orderName: 'm',
        side: 'buy',
        orderType: 'market',
        lots: 4,
      },
    ])
    expect(shown().asks).toEqual([[110, 6]])
    expect(harness.market.lastTicks('BTCUSDT')).toBe(110)
    houseAccount.submit([{ kind: 'cancel', symbol: 'BTCUSDT', orderName: 'named' }])
    expect(shown().asks).toEqual([])
  })

  it('reports which of its orders rest', () => {
    houseAccount.submit([
      order('buy', 100, 5, { orderName: 'a' }),
      order('sell', 110, 3, { orderName: 'b' }),
      order('sell', 100, 2, { orderName: 'c' }),
    ])
    expect(houseAccount.resting('BTCUSDT')).toEqual([
      { orderName: 'a', side: 'buy', ticks: 100, lots: 3 },
      { orderName: 'b', side: 'sell', ticks: 110, lots: 3 },
    ])
    expect(houseAccount.resting('NOPE')).toEqual([])
  })

  it('finds its orders after a restart and shows them', async () => {
    houseAccount.submit([order('buy', 100, 5, { orderName: 'kept' })])
    await harness.restart()
    houseAccount = harness.trading.houseAccount
    expect(houseAccount.resting('BTCUSDT')).toEqual([
      { orderName: 'kept', side: 'buy', ticks: 100, lots: 5 },
    ])
    const levels: unknown[] = []
    const feed: EngineFeed = { onLevel: (...level) => void levels.push(level), onTrade() {} }
    harness.trading.houseAccount.connectFeed(feed)
    expect(levels).toEqual([['BTCUSDT', 'buy', 100, 5]])
    houseAccount.submit([{ kind: 'cancel', symbol: 'BTCUSDT', orderName: 'kept' }])
    expect(levels).toEqual([
      ['BTCUSDT', 'buy', 100, 5],
      ['BTCUSDT', 'buy', 100, 0],
    ])
  })

  it('trades with users, showing trades before the remaining levels', async () => {
    await harness.trading.seedDemo('ann')
    const received: string[] = []
    harness.trading.houseAccount.connectFeed({
      onLevel: (_, side, ticks, lots) => void received.push(`${side} ${ticks} ${lots}`),
      onTrade: ({ ticks, lots, takerSide }) =>
        void received.push(`trade ${ticks} ${lots} ${takerSide}`),
    })
    received.length = 0
    houseAccount.submit([order('sell', 6_000_000, 1_000)])
    await harness.call('/v1/spot/order/place', {
      userId: 'ann',
      body: { symbol: 'BTCUSDT', side: 'buy', orderType: 'market', size: '300' },
    })
    expect(received).toEqual(['sell 6000000 1000', 'trade 6000000 500 buy', 'sell 6000000 500'])
    harness.market.print({ symbol: 'BTCUSDT', ticks: 6_000_000, lots: 1, takerSide: 'buy' })
    await harness.call('/v1/spot/order/place', {
      userId: 'ann',
      body: { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', price: '59000', size: '0.001' },
    })
    houseAccount.submit([order('sell', 5_900_000, 40)])
    const { items } = await harness.call<{ items: object[] }>('/v1/spot/order/fills', {
      userId: 'ann',
    })
    expect(items).toMatchObject([
      { price: '59000.00', size: '0.00040', role: 'maker' },
      { price: '60000.00', size: '0.00500', role: 'taker' },
    ])
  })

  it('an empty submission is no record', async () => {
    houseAccount.submit([])
    expect(await harness.refusal('/v1/spot/account/assets', { userId: 'ann' })).toMatchObject({
      code: '0',
    })
  })
})

describe('house account commands in the journal', () => {
  it.each([
    [order('buy', 5, 6, { orderName: 'x' }), ['BTCUSDT', 'x', 'blg', 5, 6]],
    [order('sell', 5, 6, { orderName: 'x', timeInForce: 'ioc' }), ['BTCUSDT', 'x', 'sli', 5, 6]],
    [
      {
        kind: 'place',
        symbol: 'BTCUSDT',
        orderName: 'x',
        side: 'sell',
        orderType: 'market',
        lots: 6,
      },
      ['BTCUSDT', 'x', 'smg', 0, 6],
    ],
    [{ kind: 'cancel', symbol: 'BTCUSDT', orderName: 'x' }, ['BTCUSDT', 'x']],
  ] as const)('are kept short: %j', (command, row) => expect(houseAccountRow(command)).toEqual(row))
})
