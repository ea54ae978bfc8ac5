import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { USDT_CONTRACTS } from '../instruments/contracts.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import { isArmed, type SpotOrder } from './order.ts'
import {
  contractOf,
  createState,
  dumpOrder,
  emptyState,
  openOrderOf,
  orderKey,
  pairOf,
  paperAccountOf,
  type ExchangeState,
  type StateDump,
} from './state.ts'
import { plainOrder, plainTrigger } from './testing/plainOrder.ts'

const open = (): ExchangeState => emptyState(SPOT_SYMBOLS, () => undefined)
const idsOf = (orders: Iterable<SpotOrder>) => [...orders].map(({ id }) => id)

describe('the open orders of a state', () => {
  it('are found by number, by user and realm, and by key', () => {
    const state = open()
    const [live, paper] = [plainOrder({ id: 1 }), plainOrder({ id: 2, realm: 'paper' })]
    for (const order of [live, paper]) state.addOrder(order)
    state.keys.add(orderKey(live), {
      digest: 'd',
      answer: { orderId: '1', clientOid: 'c1', status: 'open' },
      at: 1,
    })
    expect(openOrderOf(state, 2)).toBe(paper)
    expect([idsOf(state.ordersOf('live', '1')), idsOf(state.ordersOf('paper', '1'))]).toEqual([
      [1],
      [2],
    ])
    expect(state.openOrder('live:1:c1')).toBe(live)
    expect(state.openOrder('paper:1:c2')).toBeUndefined()
  })

  it('are gone everywhere once dropped', () => {
    const state = open()
    const order = plainOrder({ orderType: 'stop_limit', triggers: [plainTrigger()] })
    state.addOrder(order)
    state.keys.add('live:1:c1', {
      digest: 'd',
      answer: { orderId: '1', clientOid: 'c1', status: 'waiting' },
      at: 1,
    })
    state.dropOrder(order)
    expect(state.orders.size).toBe(0)
    expect(state.ordersOf('live', '1').size).toBe(0)
    expect(state.openLegs.count({ realm: 'live', userId: '1' })).toBe(0)
    expect(state.triggers('live', 'BTCUSDT')?.reached('last', 500)).toEqual([])
    expect(state.openOrder('live:1:c1')).toBeUndefined()
    expect(() => openOrderOf(state, 1)).toThrow('Order 1 is not open.')
  })

  it('are not found under the key of a transfer', () => {
    const state = open()
    state.addOrder(plainOrder({ id: 5 }))
    state.keys.add('live:1:c5', { digest: 'd', answer: { transferId: '5' }, at: 1 })
    expect(state.openOrder('live:1:c5')).toBeUndefined()
  })

  it('are not found under a key of another user', () => {
    const state = open()
    state.addOrder(plainOrder({ id: 5, userId: '2' }))
    state.keys.add('live:1:c5', {
      digest: 'd',
      answer: { orderId: '5', clientOid: 'c5', status: 'open' },
      at: 1,
    })
    expect(state.openOrder('live:1:c5')).toBeUndefined()
  })

  it('agree with plain lists through any additions and removals', () => {
    const drawn = fc.record({
      realm: fc.constantFrom('live' as const, 'paper' as const),
      userId: fc.constantFrom('1', '2'),
      symbol: fc.constantFrom('BTCUSDT', 'ETHUSDT'),
      ticks: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
      drops: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(drawn, { maxLength: 25, size: 'max' }), (steps) => {
        const state = open()
        let left: SpotOrder[] = []
        for (const [at, { ticks, drops, ...fields }] of steps.entries()) {
          const oldest = left[0]
          if (drops && oldest) {
            state.dropOrder(oldest)
            left = left.slice(1)
            continue
          }
          const triggers = ticks === undefined ? {} : { triggers: [plainTrigger({ ticks })] }
          const order = plainOrder({ id: at + 1, ...fields, ...triggers })
          state.addOrder(order)
          left.push(order)
        }
        expect(idsOf(state.orders.values())).toEqual(idsOf(left))
        for (const realm of ['live', 'paper'] as const) {
          for (const userId of ['1', '2']) {
            const own = left.filter((each) => each.realm === realm && each.userId === userId)
            expect(idsOf(state.ordersOf(realm, userId))).toEqual(idsOf(own))
            expect(state.openLegs.count({ realm, userId })).toBe(own.length)
          }
          for (const symbol of ['BTCUSDT', 'ETHUSDT']) {
            const reached = left
              .filter((each) => each.realm === realm && each.symbol === symbol && isArmed(each))
              .filter((each) => (each.triggers?.[0]?.ticks ?? 0) <= 5)
            const found = state.triggers(realm, symbol)?.reached('last', 5) ?? []
            expect(found.map(({ orderId }) => orderId).toSorted((a, b) => a - b)).toEqual(
              idsOf(reached),
            )
          }
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('arming an order', () => {
  it('puts its new triggers in place of the old', () => {
    const state = open()
    const order = plainOrder({ triggers: [plainTrigger({ ticks: 120 })] })
    state.addOrder(order)
    const reached = (price: number) => state.triggers('live', 'BTCUSDT')?.reached('last', price)
    expect(reached(119)).toEqual([])
    order.triggers = [plainTrigger({ ticks: 110 })]
    state.arm(order)
    expect(reached(119)).toMatchObject([{ orderId: 1, which: 0 }])
  })

  it('takes the triggers out once one was reached', () => {
    const state = open()
    const order = plainOrder({ triggers: [plainTrigger()] })
    state.addOrder(order)
    expect(state.triggers('live', 'BTCUSDT')?.waitsFor('last')).toBe(true)
    order.firedAt = 7
    state.arm(order)
    expect(state.triggers('live', 'BTCUSDT')?.waitsFor('last')).toBe(false)
  })

  it('opens no trigger book for an order that waits for nothing', () => {
    const state = open()
    state.addOrder(plainOrder())
    expect(state.triggers('live', 'BTCUSDT')).toBeUndefined()
  })

  it('counts both legs of an order until one of them is left', () => {
    const state = open()
    const order = plainOrder({ orderType: 'oco', triggers: [plainTrigger()] })
    state.addOrder(order)
    const count = () => state.openLegs.count({ realm: 'live', userId: '1', symbol: 'BTCUSDT' })
    expect(count()).toBe(2)
    order.firedAt = 7
    state.arm(order)
    expect(count()).toBe(1)
  })
})

describe('what a state does not have', () => {
  const state = emptyState([...SPOT_SYMBOLS, ...USDT_CONTRACTS], () => undefined)

  it('is refused with its name', () => {
    expect(() => pairOf(state, 'NOPE')).toThrow('The symbol NOPE is not listed.')
    expect(() => contractOf(state, 'usdt/NOPE')).toThrow('The contract usdt/NOPE is not listed.')
    expect(() => paperAccountOf(state, '9')).toThrow('User 9 has no paper account.')
    expect(() => openOrderOf(state, 9)).toThrow('Order 9 is not open.')
  })

  it('includes a contract where a pair is asked for, and the reverse', () => {
    expect(pairOf(state, 'BTCUSDT').product).toBe('spot')
    expect(contractOf(state, 'usdt/BTCUSDT').product).toBe('futures')
    expect(() => pairOf(state, 'usdt/BTCUSDT')).toThrow(RangeError)
    expect(() => contractOf(state, 'BTCUSDT')).toThrow(RangeError)
  })
})

describe('a whole dump', () => {
  const order = plainOrder({
    id: 3,
    held: 12_345_678_901_234_567_890n,
    fee: 7n,
    filledLots: 2,
    filledTickLots: 200n,
    account: 'cross',
    loan: 'auto',
    line: 55n,
    status: 'partially_filled',
  })
  const dump: StateDump = {
    version: 1,
    next: { order: 4, trade: 2, fill: 3, transfer: 8 },
    accounts: [['live', 'user:1', 'USDT', '900', '100']],
    books: {},
    orders: [dumpOrder(order)],
    owners: [['1', 6]],
    house: [['h1', 2, 'ETHUSDT']],
    keys: [['live:1:c3', 'd', { orderId: '3', clientOid: 'c3', status: 'open' }, 5]],
    grants: ['live:welcome'],
    paper: [['1', { season: 2, day: 3, toppedUp: { USDT: '5' }, topUps: 1 }]],
  }
  const copy = () => createState(SPOT_SYMBOLS, JSON.parse(JSON.stringify(dump)) as StateDump)

  it('writes amounts of an order as text, and no product', () => {
    expect(dumpOrder(order)).toMatchObject({
      held: '12345678901234567890',
      fee: '7',
      filledTickLots: '200',
      line: '55',
    })
    expect(dumpOrder(order)).not.toHaveProperty('product')
    expect(dumpOrder(plainOrder())).not.toHaveProperty('line')
  })

  it('is read back to the same orders, funds and counters', () => {
    const state = copy()
    expect(state.orders.get(3)).toEqual(order)
    expect(state.next).toEqual({ order: 4, trade: 2, fill: 3, transfer: 8 })
    expect(state.accounts.spendable('live', 'user:1', 'USDT')).toBe(800n)
    expect(paperAccountOf(state, '1')).toMatchObject({ season: 2, topUps: 1 })
    expect([...state.parties]).toEqual([['1', 6]])
    expect([...state.grants]).toEqual(['live:welcome'])
  })

  it('is read back to what follows from the orders', () => {
    const state = copy()
    expect([...state.orderLines.of('live', 'user:1/margin')]).toEqual([['USDT', 55n]])
    expect(state.openLegs.count({ realm: 'live', userId: '1' })).toBe(1)
    expect(state.openOrder('live:1:c3')?.id).toBe(3)
  })

  it('is read back to the orders of the house account, both ways', () => {
    const state = copy()
    expect(state.houseAccountOrders.get('h1')).toEqual({ orderId: 2, instrumentId: 'ETHUSDT' })
    expect(state.houseAccountOrderNames.get(2)).toBe('h1')
  })

  it('has former grants among its keys, which become grants', () => {
    const { grants: _, ...rest } = dump
    const keys = [
      ['grant:live:welcome', 'd', null, 5],
      ['live:1:c3', 'd', { orderId: '3', clientOid: 'c3', status: 'open' }, 5],
    ] as const
    const state = createState(SPOT_SYMBOLS, { ...rest, keys })
    expect([...state.grants]).toEqual(['live:welcome'])
    expect([state.keys.has('grant:live:welcome'), state.keys.has('live:1:c3')]).toEqual([
      false,
      true,
    ])
  })
})
