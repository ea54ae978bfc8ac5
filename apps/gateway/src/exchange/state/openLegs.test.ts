import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOpenLegs, exitLegs, legsOf, ownLegs } from './openLegs.ts'
import { plainOrder, plainTrigger } from './testing/plainOrder.ts'

const triggers = [plainTrigger()]
const exit = { ticks: 1, limit: 0 }

describe('the legs of an order', () => {
  it.each([
    [1, 'a limit order', {}],
    [1, 'an order that waits', { orderType: 'stop_limit', triggers }],
    [2, 'both sides of an oco', { orderType: 'oco', triggers }],
    [1, 'an oco that was reached', { orderType: 'oco', triggers, firedAt: 5 }],
    [2, 'an oco of a list that is not placed', { orderType: 'oco', triggers, phase: 'pending' }],
    [2, 'an entry with a take profit', { exits: { by: 'last', takeProfit: exit } }],
    [2, 'an entry with a stop loss', { exits: { by: 'last', stopLoss: exit } }],
    [3, 'an entry with both', { exits: { by: 'last', takeProfit: exit, stopLoss: exit } }],
    [1, 'an entry whose exits stand', { exits: { by: 'last', stopLoss: exit }, exit: 9 }],
    [1, 'an exit with one trigger', { orderType: 'tp_sl', triggers }],
    [2, 'an exit with both', { orderType: 'tp_sl', triggers: [...triggers, ...triggers] }],
    [1, 'an exit that was reached', { orderType: 'tp_sl', triggers, firedAt: 5 }],
  ] as const)('are %i for %s', (legs, _what, changes) => {
    expect(legsOf(plainOrder(changes))).toBe(legs)
  })

  it('count an oco double only while it waits', () => {
    expect([ownLegs('oco', true), ownLegs('oco', false), ownLegs('limit', true)]).toEqual([2, 1, 1])
  })

  it.each([
    [0, undefined],
    [0, {}],
    [1, { takeProfit: {} }],
    [2, { takeProfit: {}, stopLoss: {} }],
  ])('are %i for the exits %o', (legs, exits) => expect(exitLegs({ exits })).toBe(legs))
})

describe('the legs of a user', () => {
  it('are counted for each realm, user and instrument', () => {
    const legs = createOpenLegs()
    legs.set(plainOrder({ id: 1 }), 2)
    legs.set(plainOrder({ id: 2, symbol: 'ETHUSDT' }), 1)
    legs.set(plainOrder({ id: 3, realm: 'paper' }), 5)
    const of = { realm: 'live', userId: '1' } as const
    expect(legs.count(of)).toBe(3)
    expect(legs.count({ ...of, symbol: 'BTCUSDT' })).toBe(2)
    expect(legs.count({ ...of, symbol: 'SOLUSDT' })).toBe(0)
    expect(legs.count({ realm: 'paper', userId: '1' })).toBe(5)
    expect(legs.count({ realm: 'live', userId: '2' })).toBe(0)
  })

  it('are not added twice when an order is counted again', () => {
    const legs = createOpenLegs()
    for (const count of [2, 2, 3, 1]) legs.set(plainOrder(), count)
    expect(legs.count({ realm: 'live', userId: '1' })).toBe(1)
  })

  it('are those of a plain sum, whatever is set and dropped', () => {
    const step = fc.record({
      id: fc.integer({ min: 1, max: 12 }),
      count: fc.integer({ min: 0, max: 4 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const legs = createOpenLegs()
        const counts = new Map<number, number>()
        // An order keeps its user and instrument: both follow from its number here.
        const placeOf = (id: number) => ({
          realm: id % 2 === 0 ? ('live' as const) : ('paper' as const),
          userId: String(id % 3),
          symbol: id % 5 < 2 ? 'BTCUSDT' : 'ETHUSDT',
        })
        for (const { id, count } of steps) {
          legs.set(plainOrder({ id, ...placeOf(id) }), count)
          counts.set(id, count)
        }
        for (const realm of ['live', 'paper'] as const)
          for (const userId of ['0', '1', '2'])
            for (const symbol of ['BTCUSDT', 'ETHUSDT', undefined]) {
              const sum = [...counts]
                .filter(([id]) => {
                  const place = placeOf(id)
                  return (
                    place.realm === realm &&
                    place.userId === userId &&
                    (symbol === undefined || place.symbol === symbol)
                  )
                })
                .reduce((total, [, count]) => total + count, 0)
              expect(legs.count({ realm, userId, symbol })).toBe(sum)
            }
      }),
      { numRuns: 80 },
    )
  })
})
