import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EngineFeed, HouseOrderPort } from '../market-data/ports/DisplayedMarket.ts'
import { type HouseCommand, houseRow } from '../../exchange/state/houseRows.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'

let harness: Harness
let house: HouseOrderPort
let count = 0

beforeAll(async () => {
  harness = await openHarness()
  house = harness.trading.house
})
afterAll(() => harness.close())
beforeEach(() => {
  house.submit(
    house
      .resting('BTCUSDT')
      .map(({ houseOrderId }) => ({ kind: 'cancel', symbol: 'BTCUSDT', houseOrderId })),
  )
})

const order = (
  side: 'buy' | 'sell',
  ticks: number,
  lots: number,
  change: Partial<HouseCommand> = {},
): HouseCommand => ({
  kind: 'place',
  symbol: 'BTCUSDT',
  houseOrderId: `h${++count}`,
  side,
  ticks,
  lots,
  ...change,
})
const shown = () => harness.market.book('BTCUSDT', 10)

describe('the market makers trade in the live engine (trading 6)', () => {
  it('the displayed book shows what rests, at once', () => {
    house.submit([order('buy', 100, 5), order('buy', 100, 7), order('sell', 110, 3)])
    expect(shown()).toEqual({ bids: [[100, 12]], asks: [[110, 3]] })
  })

  it('limit, immediate-or-cancel and market orders, and cancels by their own name', () => {
    house.submit([
      order('sell', 110, 10, { houseOrderId: 'named' }),
      order('buy', 105, 5, { timeInForce: 'ioc' }),
    ])
    expect(shown()).toEqual({ bids: [], asks: [[110, 10]] })
    house.submit([
      {
        kind: 'place',
        symbol: 'BTCUSDT',
        houseOrderId: 'm',
        side: 'buy',
        orderType: 'market',
        lots: 4,
      },
    ])
    expect(shown().asks).toEqual([[110, 6]])
    expect(harness.market.lastTicks('BTCUSDT')).toBe(110)
    house.submit([{ kind: 'cancel', symbol: 'BTCUSDT', houseOrderId: 'named' }])
    expect(shown().asks).toEqual([])
  })

  it('tells which of its orders rest', () => {
    house.submit([
      order('buy', 100, 5, { houseOrderId: 'a' }),
      order('sell', 110, 3, { houseOrderId: 'b' }),
      order('sell', 100, 2, { houseOrderId: 'c' }),
    ])
    expect(house.resting('BTCUSDT')).toEqual([
      { houseOrderId: 'a', side: 'buy', ticks: 100, lots: 3 },
      { houseOrderId: 'b', side: 'sell', ticks: 110, lots: 3 },
    ])
    expect(house.resting('NOPE')).toEqual([])
  })

  it('finds its orders again after a restart, and a book connected then shows them', async () => {
    house.submit([order('buy', 100, 5, { houseOrderId: 'kept' })])
    await harness.restart()
    house = harness.trading.house
    expect(house.resting('BTCUSDT')).toEqual([
      { houseOrderId: 'kept', side: 'buy', ticks: 100, lots: 5 },
    ])
    const levels: unknown[] = []
    const feed: EngineFeed = { onLevel: (...level) => void levels.push(level), onTrade() {} }
    harness.trading.house.connectFeed(feed)
    expect(levels).toEqual([['BTCUSDT', 'buy', 100, 5]])
    house.submit([{ kind: 'cancel', symbol: 'BTCUSDT', houseOrderId: 'kept' }])
    expect(levels).toEqual([
      ['BTCUSDT', 'buy', 100, 5],
      ['BTCUSDT', 'buy', 100, 0],
    ])
  })

  it('users trade against it, and it with them; trades come before the levels they leave', async () => {
    await harness.trading.seedDemo('ann')
    const told: string[] = []
    harness.trading.house.connectFeed({
      onLevel: (_, side, ticks, lots) => void told.push(`${side} ${ticks} ${lots}`),
      onTrade: ({ ticks, lots, takerSide }) =>
        void told.push(`trade ${ticks} ${lots} ${takerSide}`),
    })
    told.length = 0
    house.submit([order('sell', 6_000_000, 1_000)])
    await harness.call('/v1/spot/order/place', {
      userId: 'ann',
      body: { symbol: 'BTCUSDT', side: 'buy', orderType: 'market', size: '300' },
    })
    expect(told).toEqual(['sell 6000000 1000', 'trade 6000000 500 buy', 'sell 6000000 500'])
    harness.market.print({ symbol: 'BTCUSDT', ticks: 6_000_000, lots: 1, takerSide: 'buy' })
    await harness.call('/v1/spot/order/place', {
      userId: 'ann',
      body: { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', price: '59000', size: '0.001' },
    })
    house.submit([order('sell', 5_900_000, 40)])
    const { items } = await harness.call<{ items: object[] }>('/v1/spot/order/fills', {
      userId: 'ann',
    })
    expect(items).toMatchObject([
      { price: '59000.00', size: '0.00040', role: 'maker' },
      { price: '60000.00', size: '0.00500', role: 'taker' },
    ])
  })

  it('an empty submission is no record', async () => {
    house.submit([])
    expect(await harness.refusal('/v1/spot/account/assets', { userId: 'ann' })).toMatchObject({
      code: '0',
    })
  })
})

describe('house commands in the journal', () => {
  it.each([
    [order('buy', 5, 6, { houseOrderId: 'x' }), ['BTCUSDT', 'x', 'blg', 5, 6]],
    [order('sell', 5, 6, { houseOrderId: 'x', timeInForce: 'ioc' }), ['BTCUSDT', 'x', 'sli', 5, 6]],
    [
      {
        kind: 'place',
        symbol: 'BTCUSDT',
        houseOrderId: 'x',
        side: 'sell',
        orderType: 'market',
        lots: 6,
      },
      ['BTCUSDT', 'x', 'smg', 0, 6],
    ],
    [{ kind: 'cancel', symbol: 'BTCUSDT', houseOrderId: 'x' }, ['BTCUSDT', 'x']],
  ] as const)('are kept short: %j', (command, row) => expect(houseRow(command)).toEqual(row))
})
