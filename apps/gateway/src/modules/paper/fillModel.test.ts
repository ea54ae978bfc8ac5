import { createManualClock } from '@x/kit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Level, Side } from '../../exchange/instruments/Instrument.ts'
import type { SpotOrder } from '../../exchange/state/order.ts'
import { createConsumption, REFILL_MS } from './createConsumption.ts'
import { createQueue } from './createQueue.ts'
import { queueStep, takerFills } from './fillModel.ts'
import { executionCostsOf } from '../../exchange/paper/executionCosts.ts'

const side = fc.constantFrom<Side>('buy', 'sell')
/** The other side of the book, best first. */
const levelsFor = (taker: Side) =>
  fc
    .uniqueArray(fc.tuple(fc.integer({ min: 90, max: 110 }), fc.integer({ min: 1, max: 50 })), {
      selector: ([ticks]) => ticks,
      maxLength: 12,
    })
    .map((levels): Level[] => levels.sort(([a], [b]) => (taker === 'buy' ? a - b : b - a)))
const taker = side.chain((which) =>
  fc.record({
    side: fc.constant(which),
    ticks: fc.integer({ min: 90, max: 110 }),
    levels: levelsFor(which),
  }),
)

describe('taking from the displayed book (trading 5)', () => {
  it('fills a size within limit, displayed size and requested size', () => {
    fc.assert(
      fc.property(
        taker,
        fc.integer({ min: 1, max: 300 }),
        ({ side: which, ticks, levels }, lots) => {
          const { fills, complete, left } = takerFills(
            { side: which, ticks, lots, budget: 0 },
            levels,
          )
          const displayed = new Map(levels)
          for (const [price, size] of fills) {
            expect(which === 'buy' ? price <= ticks : price >= ticks).toBe(true)
            expect(size).toBeLessThanOrEqual(displayed.get(price)!)
          }
          const filled = fills.reduce((sum, [, size]) => sum + size, 0)
          const reachable = levels
            .filter(([price]) => (which === 'buy' ? price <= ticks : price >= ticks))
            .reduce((sum, [, size]) => sum + size, 0)
          expect(filled).toBe(Math.min(lots, reachable))
          expect([left, complete]).toEqual([lots - filled, filled === lots])
        },
      ),
    )
  })

  it('spends at most the budget, stopping when no lot fits', () => {
    fc.assert(
      fc.property(
        taker.filter(({ side: which }) => which === 'buy'),
        fc.integer({ min: 1, max: 20_000 }),
        ({ side: which, ticks, levels }, budget) => {
          const { fills, complete } = takerFills({ side: which, ticks, lots: 0, budget }, levels)
          const spent = fills.reduce((sum, [price, size]) => sum + price * size, 0)
          expect(spent).toBeLessThanOrEqual(budget)
          const next = levels.find(
            ([price, size]) =>
              (which === 'buy' ? price <= ticks : price >= ticks) &&
              size > (fills.find(([taken]) => taken === price)?.[1] ?? 0),
          )
          if (next) expect(budget - spent).toBeLessThan(next[0])
          // The next lot would have cost the price of what is left to take, be it another level's.
          expect(complete).toBe(fills.length > 0 && budget - spent < (next ?? fills.at(-1)!)[0])
        },
      ),
    )
  })

  it('takes the best price first', () => {
    expect(
      takerFills({ side: 'buy', ticks: 110, lots: 12, budget: 0 }, [
        [100, 5],
        [101, 5],
        [105, 5],
      ]).fills,
    ).toEqual([
      [100, 5],
      [101, 5],
      [105, 2],
    ])
  })
})

describe('what was taken is gone for that trader (trading 5)', () => {
  const level = { symbol: 'BTCUSDT', side: 'sell', ticks: 100, displayed: 40 } as const

  it('refills taken size evenly', async () => {
    const clock = createManualClock()
    const consumption = createConsumption({ marketTime: clock.monotonic })
    consumption.take('ann', level, 30)
    expect(consumption.left('ann', level)).toBe(10)
    await clock.advance(REFILL_MS / 2)
    expect(consumption.left('ann', level)).toBe(25)
    await clock.advance(REFILL_MS / 2)
    expect(consumption.left('ann', level)).toBe(40)
  })

  it('takes nothing from other traders', () => {
    const consumption = createConsumption({ marketTime: createManualClock().monotonic })
    consumption.take('ann', level, 40)
    expect(consumption.left('bob', level)).toBe(40)
  })

  it('offers new size at the price immediately', () => {
    const consumption = createConsumption({ marketTime: createManualClock().monotonic })
    consumption.take('ann', level, 40)
    expect(consumption.left('ann', { ...level, displayed: 55 })).toBe(15)
    consumption.vanished(level)
    expect(consumption.left('ann', level)).toBe(40)
    consumption.take('ann', level, 40)
    consumption.rebuilt('BTCUSDT')
    expect(consumption.left('ann', level)).toBe(40)
  })

  it('never gives one trader more than displayed without a refill', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 20 }), (wishes) => {
        const consumption = createConsumption({ marketTime: createManualClock().monotonic })
        let total = 0
        for (const wish of wishes) {
          const lots = Math.min(wish, consumption.left('ann', level))
          if (lots === 0) continue
          consumption.take('ann', level, lots)
          total += lots
        }
        expect(total).toBeLessThanOrEqual(level.displayed)
      }),
    )
  })

  it('refills at most what was taken, however often it is taken', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 2_000 })), {
          maxLength: 12,
        }),
        async (steps) => {
          const clock = createManualClock()
          const consumption = createConsumption({ marketTime: clock.monotonic })
          let total = 0
          for (const [wish, pause] of steps) {
            const lots = Math.min(wish, consumption.left('ann', level))
            if (lots > 0) consumption.take('ann', level, lots)
            total += lots
            clock.jump(pause)
            expect(consumption.left('ann', level)).toBeLessThanOrEqual(level.displayed)
          }
          const elapsed = steps.reduce((sum, [, pause]) => sum + pause, 0)
          expect(total).toBeLessThanOrEqual(level.displayed * (1 + elapsed / REFILL_MS) + 1)
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('a place in the queue (trading 5)', () => {
  const resting = { id: 1, side: 'buy', ticks: 100, left: 10, ahead: 30 } as const
  const trade = { ticks: 100, takerSide: 'sell', volume: 20 } as const

  it.each([
    ['a trade at the price first eats the queue before it', resting, trade, { ahead: 10, lots: 0 }],
    [
      'and reaches the order with what is beyond the queue',
      resting,
      { ...trade, volume: 35 },
      { ahead: 0, lots: 5 },
    ],
    [
      'a trade beyond the price would have met the order first',
      resting,
      { ...trade, ticks: 99, volume: 4 },
      { ahead: 0, lots: 4 },
    ],
    [
      'a trade before the price does nothing',
      resting,
      { ...trade, ticks: 101 },
      { ahead: 30, lots: 0 },
    ],
    [
      'a buyer’s trade does not reach a bid',
      resting,
      { ...trade, takerSide: 'buy' },
      { ahead: 30, lots: 0 },
    ],
    [
      'the trader’s better orders come first',
      resting,
      { ...trade, ticks: 99, volume: 3 },
      { ahead: 0, lots: 3 },
    ],
    [
      'what they took of it neither eats the queue',
      resting,
      { ...trade, volume: 15 },
      { ahead: 15, lots: 0 },
    ],
    ['nor reaches the order behind it', resting, { ...trade, volume: 35 }, { ahead: 0, lots: 5 }],
    [
      'asks wait the same way',
      { ...resting, side: 'sell', ahead: 5 },
      { ...trade, takerSide: 'buy' },
      { ahead: 0, lots: 10 },
    ],
  ] as const)('%s', (_, order, hit, step) => expect(queueStep(order, hit)).toEqual(step))

  it('never fills more than traded, nor more than is left', () => {
    fc.assert(
      fc.property(
        fc.nat(50),
        fc.nat(50),
        fc.integer({ min: 98, max: 102 }),
        fc.nat(50),
        (left, ahead, ticks, volume) => {
          const step = queueStep({ ...resting, left, ahead }, { ...trade, ticks, volume })
          expect(step.lots).toBeLessThanOrEqual(Math.min(left, volume))
          expect(step.ahead).toBeLessThanOrEqual(ahead)
          if (ticks === 100) expect(step.lots + (ahead - step.ahead)).toBeLessThanOrEqual(volume)
        },
      ),
    )
  })

  const order = (id: number, ticks: number, lots: number, userId = 'ann') =>
    ({
      id,
      userId,
      side: 'buy',
      ticks,
      lots,
      filledLots: 0,
      status: 'open',
    }) as unknown as SpotOrder
  const filledBy = (
    orders: readonly (readonly [SpotOrder, number])[],
    hit: { readonly ticks: number; readonly lots: number },
  ) => {
    const queue = createQueue()
    for (const [each, ahead] of orders) queue.add(each, ahead)
    const filled: [id: number, lots: number][] = []
    queue.trade({ symbol: 'BTCUSDT', takerSide: 'sell', at: 0, ...hit })
    for (let due = queue.takeDue(); due; due = queue.takeDue())
      filled.push([due.order.id, due.lots])
    return filled
  }

  it('shares what a trade leaves between two orders of one trader', () => {
    expect(
      filledBy(
        [
          [order(1, 100, 5), 10],
          [order(2, 100, 5), 10],
        ],
        { ticks: 100, lots: 15 },
      ),
    ).toEqual([[1, 5]])
    expect(
      filledBy(
        [
          [order(1, 100, 5), 10],
          [order(2, 100, 5), 10],
        ],
        { ticks: 100, lots: 17 },
      ),
    ).toEqual([
      [1, 5],
      [2, 2],
    ])
  })

  it('fills a better order before the trade reaches the queue', () => {
    expect(
      filledBy(
        [
          [order(1, 101, 5), 0],
          [order(2, 100, 5), 10],
        ],
        { ticks: 100, lots: 15 },
      ),
    ).toEqual([[1, 5]])
  })

  it('lets each trader meet the market alone', () => {
    expect(
      filledBy(
        [
          [order(1, 100, 5), 10],
          [order(2, 100, 5, 'bob'), 10],
        ],
        { ticks: 100, lots: 15 },
      ),
    ).toEqual([
      [1, 5],
      [2, 5],
    ])
  })
})

describe('execution costs (trading 5)', () => {
  const units = { quotePerTickLot: 10n, basePerLot: 1n }

  it.each([
    ['buy', 105, { spread: 5n * 3n * 10n, impact: 3n * 30n }],
    ['sell', 90, { spread: 5n * 3n * 10n, impact: 2n * 30n }],
  ] as const)('charges a %s half the spread and the price impact', (which, ticks, expected) => {
    expect(
      executionCostsOf({ side: which, bid: 92, ask: 102, units, fill: { ticks, lots: 3 } }),
    ).toEqual(expected)
  })

  it('rounds half an atom up', () => {
    expect(
      executionCostsOf({
        side: 'buy',
        bid: 99,
        ask: 100,
        units: { ...units, quotePerTickLot: 1n },
        fill: { ticks: 100, lots: 1 },
      }),
    ).toEqual({ spread: 1n, impact: 0n })
  })

  it('is unknown while the book has one side', () => {
    expect(
      executionCostsOf({ side: 'buy', bid: 0, ask: 100, units, fill: { ticks: 100, lots: 1 } }),
    ).toBeUndefined()
  })
})
