import { describe, expect, it } from 'vitest'
import { copyState, stateText } from '../../testing/stateText.ts'
import { spotOwner } from '../accounts/owner.ts'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import { BUY, MAX_LOTS, MAX_TICKS, SELL } from '../matching/command.ts'
import type { HouseAccountRow } from '../state/houseAccountRows.ts'
import { pairOf } from '../state/state.ts'

/** User 1 has funds of both assets of BTCUSDT. */
function open() {
  const exchange = createExchange(SPOT_SYMBOLS)
  const { state, execute } = exchange
  const funds = { USDT: String(10n ** 16n), BTC: String(10n ** 12n) }
  execute({ kind: 'grant', at: 1, realm: 'live', userId: '1', key: 'g', funds })
  const house = (...rows: readonly HouseAccountRow[]) => {
    const outcome = execute({ kind: 'house', at: 2, rows })
    if ('refused' in outcome) throw new Error(outcome.refused.reason)
    return outcome.effects
  }
  let count = 0
  const place = (side: 'buy' | 'sell', ticks: number, lots: number) =>
    execute({
      kind: 'place',
      at: 3,
      userId: '1',
      clientOid: `c${++count}`,
      digest: 'd',
      symbol: 'BTCUSDT',
      side,
      orderType: 'limit',
      timeInForce: 'gtc',
      prevention: 'taker',
      ticks,
      lots,
      budget: 0,
      makerPpm: 0,
      takerPpm: 0,
    })
  const { book } = pairOf(state, 'BTCUSDT').engine
  const levels = (side: typeof BUY | typeof SELL) => {
    const found: (readonly [number, number])[] = []
    book.eachLevel(side, (ticks, lots) => (found.push([ticks, lots]), true))
    return found
  }
  return { exchange, state, house, place, levels, book }
}
const bid = (name: string, ticks: number, lots: number): HouseAccountRow => [
  'BTCUSDT',
  name,
  'blg',
  ticks,
  lots,
]
const ask = (name: string, ticks: number, lots: number): HouseAccountRow => [
  'BTCUSDT',
  name,
  'slg',
  ticks,
  lots,
]

describe('orders of the house account', () => {
  it('rest in the book under their names, and hold no funds', () => {
    const { house, levels, state } = open()
    const effects = house(bid('b', 100, 5), ask('a', 110, 7))
    expect([levels(BUY), levels(SELL)]).toEqual([[[100, 5]], [[110, 7]]])
    expect([...state.houseAccountOrders.keys()]).toEqual(['b', 'a'])
    expect(effects.holds).toEqual([])
    expect(effects.market.map((each) => [each.kind, ...each.level])).toEqual([
      ['level', 100, 5],
      ['level', 110, 7],
    ])
  })

  it('are cancelled by their names, and once', () => {
    const { house, levels, state } = open()
    house(bid('b', 100, 5))
    house(['BTCUSDT', 'b'])
    expect([levels(BUY), state.houseAccountOrders.size, state.houseAccountOrderNames.size]).toEqual(
      [[], 0, 0],
    )
    expect(house(['BTCUSDT', 'b']).market).toEqual([])
  })

  it('are not cancelled under the symbol of another pair', () => {
    const { house, levels, state } = open()
    house(bid('b', 100, 5))
    house(['ETHUSDT', 'b'])
    expect(levels(BUY)).toEqual([[100, 5]])
    expect(state.houseAccountOrders.has('b')).toBe(true)
  })

  it('do not take a name whose order is there', () => {
    const { house, levels } = open()
    house(bid('b', 100, 5), bid('b', 101, 9))
    expect(levels(BUY)).toEqual([[100, 5]])
    house(['BTCUSDT', 'b'], bid('b', 101, 9))
    expect(levels(BUY)).toEqual([[101, 9]])
  })

  it.each([
    ['no lots', 100, 0],
    ['lots below zero', 100, -1],
    ['part of a lot', 100, 1.5],
    ['more lots than one order has', 100, MAX_LOTS + 1],
    ['no price', 0, 5],
    ['a price above the largest', MAX_TICKS + 1, 5],
    ['part of a tick', 100.5, 5],
  ])('are passed over with %s', (_what, ticks, lots) => {
    const { house, book, state } = open()
    const next = state.next.order
    expect(house(bid('b', ticks, lots)).market).toEqual([])
    expect([book.size, state.next.order]).toEqual([0, next])
  })

  it('are passed over of a pair that is not listed', () => {
    const { house, state } = open()
    house(['NOPE', 'b', 'blg', 100, 5])
    expect(state.houseAccountOrders.size).toBe(0)
  })

  it('take what is there at the market, and leave nothing behind', () => {
    const { house, levels, place, state } = open()
    place('sell', 120, 3)
    house(['BTCUSDT', 'm', 'bmg', 0, 10])
    expect([levels(SELL), levels(BUY), state.houseAccountOrders.size]).toEqual([[], [], 0])
    expect(state.accounts.of('live', 'house', 'BTC').balance).toBe(3_000n)
  })

  it('trade up to a limit, and rest only if they may', () => {
    for (const [way, left] of [
      ['bli', []],
      ['blg', [[115, 7]]],
    ] as const) {
      const { house, levels, place } = open()
      place('sell', 110, 3)
      place('sell', 120, 3)
      house(['BTCUSDT', 'm', way, 115, 10])
      expect([levels(SELL), levels(BUY)]).toEqual([[[120, 3]], left])
    }
  })

  it('lose their names when users have taken all of them', () => {
    const { house, place, state } = open()
    house(ask('a', 110, 7))
    place('buy', 110, 3)
    expect(state.houseAccountOrders.has('a')).toBe(true)
    place('buy', 110, 4)
    expect([state.houseAccountOrders.size, state.houseAccountOrderNames.size]).toEqual([0, 0])
    // 7 lots at 110 ticks of 10 atoms each.
    expect(state.accounts.of('live', 'house', 'USDT').balance).toBe(7_700n)
    expect(state.accounts.of('live', spotOwner('1'), 'BTC').balance).toBe(10n ** 12n + 7_000n)
  })

  it('move no money between each other, and show their trade', () => {
    const { house, state } = open()
    house(ask('a', 110, 7))
    const effects = house(bid('b', 110, 4))
    expect(effects.transactions).toEqual([])
    expect(state.accounts.of('live', 'house', 'USDT').balance).toBe(0n)
    expect(effects.market).toMatchObject([
      { kind: 'trade', takerSide: 'buy', level: [110, 4] },
      { kind: 'level', side: 'sell', level: [110, 3] },
    ])
  })

  it('come back from a snapshot with their names (CR0)', () => {
    const { exchange, house, place } = open()
    house(bid('b', 100, 5), ask('a', 110, 7), ['ETHUSDT', 'e', 'slg', 50, 2])
    place('buy', 110, 3)
    const copy = copyState(exchange.state)
    expect(stateText(copy)).toBe(stateText(exchange.state))
    createExchange(SPOT_SYMBOLS, copy).execute({ kind: 'house', at: 9, rows: [['BTCUSDT', 'a']] })
    expect(copy.houseAccountOrders.has('a')).toBe(false)
    expect(pairOf(copy, 'BTCUSDT').engine.book.best(SELL)).toBe(0)
  })
})
