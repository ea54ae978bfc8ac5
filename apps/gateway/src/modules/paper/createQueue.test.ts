import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Side } from '../../exchange/instruments/Instrument.ts'
import { isOpen, leftLots, type SpotOrder } from '../../exchange/state/order.ts'
import { createQueue, type Queue } from './createQueue.ts'
import { queueStep } from './fillModel.ts'

const orderOf = (id: number, change: Partial<SpotOrder> = {}): SpotOrder =>
  ({
    id,
    userId: 'ann',
    side: 'buy',
    ticks: 100,
    lots: 10,
    filledLots: 0,
    status: 'open',
    ...change,
  }) as unknown as SpotOrder
const tradeAt = (ticks: number, lots: number, takerSide: Side = 'sell') => ({
  symbol: 'BTCUSDT',
  ticks,
  lots,
  takerSide,
  at: 0,
})

/** Books what is due, as the exchange does. */
function book(queue: Queue): [id: number, lots: number][] {
  const booked: [number, number][] = []
  for (let due = queue.takeDue(); due; due = queue.takeDue()) {
    due.order.filledLots += due.lots
    if (leftLots(due.order) === 0) due.order.status = 'filled'
    booked.push([due.order.id, due.lots])
  }
  return booked
}

describe('resting paper orders by price', () => {
  /** 12,000 bids of 60 accounts on 600 prices below 10,000. */
  function crowd(): Queue {
    const queue = createQueue()
    for (let id = 1; id <= 12_000; id++)
      queue.add(orderOf(id, { userId: `user${id % 60}`, ticks: 10_000 - (id % 600) }), 50)
    return queue
  }

  it('looks at none of 12,000 orders away from a level (SR5)', () => {
    const queue = crowd()
    for (let ticks = 10_001; ticks < 11_001; ticks++) {
      queue.shrink('sell', ticks, 5)
      queue.reach('buy', ticks, () => 0)
      queue.trade(tradeAt(ticks, 5))
      queue.trade(tradeAt(ticks, 5, 'buy'))
    }
    expect(queue.touched()).toBe(0)
  })

  it('looks only at the orders of the price that an event reaches (SR5)', () => {
    const queue = crowd()
    queue.trade(tradeAt(10_000, 5))
    expect(queue.touched()).toBe(20)
    queue.shrink('buy', 9_700, 30)
    expect(queue.touched()).toBe(40)
  })

  it('visits no order when a level grows or nobody queues (SR5)', () => {
    const queue = crowd()
    for (const lots of [60, 55, 50, 100]) queue.shrink('buy', 9_700, lots)
    expect(queue.touched()).toBe(0)
  })

  it('stops at the first order that finds nothing left (SR5)', () => {
    const queue = createQueue()
    for (let id = 1; id <= 200; id++) queue.add(orderOf(id), 0)
    let asked = 0
    queue.reach('buy', 100, (_, open) => (++asked === 1 ? open : 0))
    expect([asked, book(queue)]).toEqual([2, [[1, 10]]])
  })

  it('forgets orders that ended (SR5)', () => {
    const queue = crowd()
    for (let id = 1; id <= 12_000; id++) queue.drop(id)
    expect([queue.size(), queue.prices()]).toEqual([0, []])
  })

  it('stands at the new price once an order was amended (SR5)', () => {
    const queue = createQueue()
    const order = orderOf(1)
    queue.add(order, 0)
    order.ticks = 90
    queue.add(order, 0)
    queue.trade(tradeAt(95, 5))
    expect([book(queue), queue.prices()]).toEqual([[], [{ side: 'buy', ticks: 90 }]])
  })

  it('gives no fill to an order that was cancelled or moved meanwhile (SR5)', () => {
    const queue = createQueue()
    const [cancelled, moved, stays] = [orderOf(1), orderOf(2), orderOf(3)]
    for (const order of [cancelled, moved, stays]) queue.add(order, 0)
    queue.trade(tradeAt(100, 25))
    cancelled.status = 'cancelled'
    moved.ticks = 90
    queue.add(moved, 0)
    expect(book(queue)).toEqual([[3, 5]])
  })

  it('gives no more than is open while fills wait to be booked (SR5)', () => {
    const queue = createQueue()
    queue.add(orderOf(1), 0)
    queue.trade(tradeAt(100, 7))
    queue.trade(tradeAt(100, 7))
    expect(book(queue)).toEqual([[1, 10]])
  })
})

/** The rules of the queue over a plain list: every order is looked at for every event. */
function createPlainQueue() {
  const entries: { order: SpotOrder; ahead: number }[] = []
  const best = (side: Side) =>
    entries
      .filter(({ order }) => isOpen(order) && order.side === side)
      .sort(
        (a, b) =>
          (side === 'buy' ? b.order.ticks - a.order.ticks : a.order.ticks - b.order.ticks) ||
          a.order.id - b.order.id,
      )
  return {
    add: (order: SpotOrder, ahead: number) => void entries.push({ order, ahead }),
    trade(trade: ReturnType<typeof tradeAt>): [number, number][] {
      const side: Side = trade.takerSide === 'sell' ? 'buy' : 'sell'
      const volumes = new Map<string, number>()
      return best(side).flatMap((entry): [number, number][] => {
        const { order } = entry
        const volume = volumes.get(order.userId) ?? trade.lots
        const step = queueStep(
          { id: order.id, side, ticks: order.ticks, left: leftLots(order), ahead: entry.ahead },
          { ...trade, volume },
        )
        entry.ahead = step.ahead
        volumes.set(order.userId, volume - step.lots)
        if (step.lots === 0) return []
        order.filledLots += step.lots
        if (leftLots(order) === 0) order.status = 'filled'
        return [[order.id, step.lots]]
      })
    },
    shrink(side: Side, ticks: number, lots: number) {
      for (const entry of best(side))
        if (entry.order.ticks === ticks) entry.ahead = Math.min(entry.ahead, lots)
    },
  }
}

describe('the queue by price and the plain one', () => {
  const ticks = fc.integer({ min: 96, max: 104 })
  const side = fc.constantFrom<Side>('buy', 'sell')
  const event = fc.oneof(
    fc.record({
      kind: fc.constant('add' as const),
      side,
      ticks,
      lots: fc.integer({ min: 1, max: 20 }),
      ahead: fc.nat(20),
      userId: fc.constantFrom('ann', 'bob'),
    }),
    fc.record({
      kind: fc.constant('trade' as const),
      side,
      ticks,
      lots: fc.integer({ min: 1, max: 40 }),
    }),
    fc.record({ kind: fc.constant('shrink' as const), side, ticks, lots: fc.nat(20) }),
    fc.record({ kind: fc.constant('cancel' as const), nth: fc.nat(30) }),
  )

  it('fill the same orders with the same lots (SR5)', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const [queue, plain] = [createQueue(), createPlainQueue()]
        const pairs: (readonly [SpotOrder, SpotOrder])[] = []
        for (const step of events) {
          if (step.kind === 'add') {
            const { kind: _, ahead, ...terms } = step
            const [one, other] = [
              orderOf(pairs.length + 1, terms),
              orderOf(pairs.length + 1, terms),
            ]
            pairs.push([one, other])
            queue.add(one, ahead)
            plain.add(other, ahead)
          } else if (step.kind === 'trade') {
            queue.trade(tradeAt(step.ticks, step.lots, step.side))
            const byId = (rows: [number, number][]) => rows.sort(([a], [b]) => a - b)
            expect(byId(book(queue))).toEqual(
              byId(plain.trade(tradeAt(step.ticks, step.lots, step.side))),
            )
          } else if (step.kind === 'shrink') {
            queue.shrink(step.side, step.ticks, step.lots)
            plain.shrink(step.side, step.ticks, step.lots)
          } else
            for (const order of pairs[step.nth] ?? []) if (isOpen(order)) order.status = 'cancelled'
        }
      }),
    )
  })
})
