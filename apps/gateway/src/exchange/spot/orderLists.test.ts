import { describe, expect, it } from 'vitest'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import type { ExchangeCommand, PlaceCommand } from '../state/command.ts'
import { houseAccountRow } from '../state/houseAccountRows.ts'
import type { OrderTerms, PendingTerms } from '../state/order.ts'
import { copyState, stateText } from '../../testing/stateText.ts'

const PRICE = 6_000_000
const PLAIN: OrderTerms = {
  symbol: 'BTCUSDT',
  side: 'sell',
  orderType: 'limit',
  timeInForce: 'gtc',
  prevention: 'taker',
  ticks: PRICE + 1_000,
  lots: 100,
  budget: 0,
}
const STOP = {
  kind: 'stop',
  by: 'last',
  rises: false,
  ticks: PRICE - 1_000,
  limit: 0,
  bound: 0,
  callback: 0,
  extreme: 0,
} as const

/** A funded trader of the live realm, whose first order of each list buys. */
function open() {
  const exchange = createExchange(SPOT_SYMBOLS)
  const ran: ExchangeCommand[] = []
  let at = 1
  let count = 0
  const run = (command: ExchangeCommand) => {
    const outcome = exchange.execute(command)
    if (!('refused' in outcome)) ran.push(command)
    return outcome
  }
  run({ kind: 'open', at: at++, userId: '1', assets: ['BTC', 'USDT'] })
  const funds = { USDT: String(10n ** 16n) }
  run({ kind: 'grant', at: at++, realm: 'live', userId: '1', key: 'g', funds })
  const place = (pending: Partial<PendingTerms> = {}, first: Partial<PlaceCommand> = {}) =>
    run({
      ...PLAIN,
      kind: 'place',
      at: at++,
      userId: '1',
      clientOid: `first${++count}`,
      digest: 'd',
      makerPpm: 0,
      takerPpm: 0,
      side: 'buy',
      ticks: PRICE,
      pending: { ...PLAIN, clientOid: `second${count}`, listOid: `list${count}`, ...pending },
      ...first,
    })
  const house = (side: 'buy' | 'sell', ticks: number, lots: number) =>
    run({
      kind: 'house',
      at: at++,
      rows: [
        houseAccountRow({
          kind: 'place',
          symbol: 'BTCUSDT',
          orderName: `h${++count}`,
          side,
          ticks,
          lots,
        }),
      ],
    })
  const cancel = (orderId: number) => run({ kind: 'cancel', at: at++, orderId })
  const release = (orderId: number, ticks = 1) => run({ kind: 'release', at: at++, orderId, ticks })
  const balance = (asset: string) => exchange.state.accounts.of('live', 'user:1', asset)
  return { exchange, ran, run, place, house, cancel, release, balance, next: () => at++ }
}

const refusalOf = (outcome: object) =>
  'refused' in outcome ? (outcome.refused as { reason: string }).reason : undefined
const statesOf = (outcome: object) =>
  'effects' in outcome
    ? (outcome.effects as { orders: { id: number; status: string; phase?: string }[] }).orders.map(
        ({ id, status, phase }) => [id, status, phase],
      )
    : []

describe('an order that is placed when another one is filled', () => {
  it('keeps nothing back for the second before the first is filled', () => {
    const { exchange, place, house, balance } = open()
    place()
    expect(exchange.state.orders.get(2)).toMatchObject({
      status: 'waiting',
      phase: 'pending',
      held: 0n,
      list: { id: 1, clientOid: 'list1', names: ['first1', 'second1'] },
    })
    house('sell', PRICE, 60)
    expect(exchange.state.orders.get(2)).toMatchObject({ phase: 'pending', held: 0n })
    house('sell', PRICE, 40)
    expect(exchange.state.orders.has(1)).toBe(false)
    expect(exchange.state.orders.get(2)).toMatchObject({ phase: 'ready', status: 'waiting' })
    expect(balance('BTC').held).toBe(balance('BTC').balance)
  })

  it('brings the second into the book once it is released', () => {
    const { exchange, place, house, release, balance } = open()
    place()
    house('sell', PRICE, 100)
    expect(statesOf(release(2))).toEqual([[2, 'open', undefined]])
    house('buy', PRICE + 1_000, 100)
    expect(exchange.state.orders.size).toBe(0)
    expect([balance('BTC').balance, balance('BTC').held]).toEqual([0n, 0n])
    expect(() => release(2)).toThrow(RangeError)
  })

  it('is ready at once when the first takes what it needs', () => {
    const { exchange, house, place } = open()
    house('sell', PRICE, 100)
    expect(statesOf(place())).toEqual([
      [expect.any(Number), 'filled', undefined],
      [expect.any(Number), 'waiting', 'ready'],
    ])
    expect([...exchange.state.orders.values()]).toMatchObject([{ phase: 'ready' }])
  })

  it('trades a market order no further than it was released for', () => {
    const { exchange, place, house, release, balance } = open()
    place({ orderType: 'market', timeInForce: 'ioc', ticks: 1 })
    house('sell', PRICE, 100)
    house('buy', PRICE - 10, 30)
    house('buy', PRICE - 500, 70)
    expect(statesOf(release(2, PRICE - 100))).toContainEqual([2, 'cancelled', undefined])
    expect(exchange.state.orders.size).toBe(0)
    expect([balance('BTC').held, balance('USDT').held]).toEqual([0n, 0n])
  })

  it.each([
    ['the first', 1],
    ['the second', 2],
  ])('ends as a whole when %s is cancelled', (_name, orderId) => {
    const { exchange, place, house, cancel, balance } = open()
    place()
    house('sell', PRICE, 10)
    expect(statesOf(cancel(orderId))).toEqual([
      [1, 'cancelled', undefined],
      [2, 'cancelled', 'pending'],
    ])
    expect([exchange.state.orders.size, balance('USDT').held]).toEqual([0, 0n])
  })

  it('ends with a first order that expires half filled', () => {
    const { exchange, house, place } = open()
    house('sell', PRICE, 40)
    expect(statesOf(place({}, { timeInForce: 'ioc' })).map(([, status]) => status)).toEqual([
      'cancelled',
      'cancelled',
    ])
    expect(exchange.state.orders.size).toBe(0)
  })

  it('cancels the second alone once the first is filled', () => {
    const { exchange, place, house, cancel, balance } = open()
    place()
    house('sell', PRICE, 100)
    cancel(2)
    expect([exchange.state.orders.size, balance('BTC').held]).toEqual([0, 0n])
  })

  it('ends without funds for the second, and moves nothing', () => {
    const { exchange, place, house, balance } = open()
    place({ lots: 101 })
    house('sell', PRICE, 100)
    expect([exchange.state.orders.size, balance('BTC').held]).toEqual([0, 0n])
  })

  it('lets a stop order wait once the first is filled', () => {
    const { exchange, place, house } = open()
    place({ orderType: 'stop_market', timeInForce: 'ioc', ticks: 1, triggers: [STOP] })
    const waits = () => exchange.state.triggers('live', 'BTCUSDT')?.waitsFor('last') ?? false
    expect(waits()).toBe(false)
    house('sell', PRICE, 100)
    expect([waits(), exchange.state.orders.get(2)?.phase]).toEqual([true, undefined])
  })

  it('rests an OCO order with its stop armed', () => {
    const { exchange, place, house, release, run, next, balance } = open()
    place({ orderType: 'oco', triggers: [STOP] })
    house('sell', PRICE, 100)
    expect(exchange.state.triggers('live', 'BTCUSDT')?.waitsFor('last') ?? false).toBe(false)
    release(2)
    expect(exchange.state.orders.get(2)?.status).toBe('open')
    house('buy', PRICE - 1_000, 100)
    run({ kind: 'fire', at: next(), orderId: 2, which: 0, ticks: PRICE - 2_000 })
    expect([exchange.state.orders.size, balance('BTC').balance]).toEqual([0, 0n])
  })

  it('refuses a name that was used, and changes nothing then', () => {
    const { exchange, place } = open()
    place()
    expect(refusalOf(place({ clientOid: 'second1' }))).toBe('key-used')
    expect(refusalOf(place({ clientOid: 'same' }, { clientOid: 'same' }))).toBe('key-used')
    expect(exchange.state.orders.size).toBe(2)
  })

  it('refuses to change an order that waits for another', () => {
    const { place, run, next } = open()
    place()
    const { ticks, budget } = PLAIN
    const amended = run({ kind: 'amend', at: next(), orderId: 2, ticks, lots: 1, budget })
    expect(refusalOf(amended)).toBe('order-not-open')
  })

  it('survives a snapshot at every point and a replay of all', () => {
    const { exchange, ran, place, house, release } = open()
    place({ orderType: 'oco', triggers: [STOP] })
    house('sell', PRICE, 30)
    expect(stateText(copyState(exchange.state))).toBe(stateText(exchange.state))
    house('sell', PRICE, 70)
    expect(stateText(copyState(exchange.state))).toBe(stateText(exchange.state))
    release(2)
    const again = createExchange(SPOT_SYMBOLS)
    for (const command of ran) again.execute(JSON.parse(JSON.stringify(command)))
    expect(stateText(again.state)).toBe(stateText(exchange.state))
  })
})
