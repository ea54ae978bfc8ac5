import { describe, expect, it } from 'vitest'
import { BUY, MAX_BUDGET, MAX_LOTS, MAX_TICKS, SELL, type PlaceOrder } from './command.ts'
import { createEngine } from './createEngine.ts'
import { toEvents, type EngineEvent } from './event.ts'

function market() {
  const engine = createEngine()
  let nextId = 1
  const place = (order: Partial<PlaceOrder>) => {
    const full: PlaceOrder = {
      kind: 'place',
      orderId: nextId++,
      account: 1,
      party: 1,
      side: BUY,
      ticks: 100,
      lots: 10,
      budget: 0,
      timeInForce: 'gtc',
      prevention: 'none',
      ...order,
    }
    return toEvents(engine.submit(full)).map(withoutSeq)
  }
  const amend = (
    orderId: number,
    ticks: number,
    lots: number,
    timeInForce: 'gtc' | 'post_only' = 'gtc',
  ) =>
    toEvents(
      engine.submit({ kind: 'amend', orderId, ticks, lots, timeInForce, prevention: 'none' }),
    ).map(withoutSeq)
  const cancel = (orderId: number) =>
    toEvents(engine.submit({ kind: 'cancel', orderId })).map(withoutSeq)
  return {
    engine,
    place,
    amend,
    cancel,
    ask: (ticks: number, lots: number, party = 2) => place({ side: SELL, ticks, lots, party }),
    bid: (ticks: number, lots: number, party = 2) => place({ side: BUY, ticks, lots, party }),
  }
}

type PlainEvent = Readonly<Record<string, unknown>>
const withoutSeq = (event: EngineEvent): PlainEvent =>
  Object.fromEntries(Object.entries(event).filter(([name]) => name !== 'seq'))
const trades = (events: readonly PlainEvent[]) =>
  events.filter(({ kind }) => kind === 'trade').map(({ ticks, lots }) => [ticks, lots])

describe('price and time (trading 3)', () => {
  it('rests an order that meets nothing', () => {
    const { engine, place } = market()
    expect(place({ ticks: 99, lots: 7 })).toEqual([
      { kind: 'rested', orderId: 1, side: BUY, ticks: 99, lots: 7 },
    ])
    expect(engine.book.lotsAt(BUY, 99)).toBe(7)
    expect(engine.book.best(BUY)).toBe(99)
  })

  it('takes the best price first, then the oldest order', () => {
    const { place, ask } = market()
    ask(102, 5)
    ask(101, 5)
    ask(101, 5)
    const events = place({ ticks: 102, lots: 12 })
    expect(events).toMatchObject([
      { makerId: 2, ticks: 101, lots: 5 },
      { makerId: 3, ticks: 101, lots: 5 },
      { makerId: 1, ticks: 102, lots: 2 },
    ])
  })

  it('trades at the resting price, also for a seller', () => {
    const { place, bid } = market()
    bid(105, 5)
    expect(trades(place({ side: SELL, ticks: 100, lots: 5 }))).toEqual([[105, 5]])
  })

  it('keeps the queue place of a partly filled order', () => {
    const { place, ask } = market()
    ask(100, 10)
    ask(100, 10)
    place({ lots: 4 })
    expect(place({ lots: 8 })).toMatchObject([
      { makerId: 1, lots: 6 },
      { makerId: 2, lots: 2 },
    ])
  })

  it('rests what is left at the limit', () => {
    const { place, ask } = market()
    ask(100, 4)
    expect(place({ lots: 10 })).toMatchObject([
      { kind: 'trade', lots: 4 },
      { kind: 'rested', ticks: 100, lots: 6 },
    ])
  })
})

describe('time in force (trading 3)', () => {
  it('never rests an immediate-or-cancel order', () => {
    const { engine, place, ask } = market()
    ask(100, 4)
    expect(place({ timeInForce: 'ioc' })).toMatchObject([
      { kind: 'trade', lots: 4 },
      { kind: 'cancelled', reason: 'unfilled', lots: 6 },
    ])
    expect(engine.book.size).toBe(0)
  })

  it('a market order stops at its protection price', () => {
    const { place, ask } = market()
    ask(100, 4)
    ask(106, 50)
    expect(trades(place({ ticks: 105, lots: 20, timeInForce: 'ioc' }))).toEqual([[100, 4]])
  })

  it('fills a fill-or-kill order in full or not at all', () => {
    const { engine, place, ask } = market()
    ask(100, 6)
    ask(101, 4)
    const before = engine.dump().orders
    expect(place({ ticks: 101, lots: 11, timeInForce: 'fok' })).toEqual([
      { kind: 'rejected', orderId: 3, reason: 'not_fillable' },
    ])
    expect(place({ ticks: 100, lots: 7, timeInForce: 'fok' })).toMatchObject([
      { reason: 'not_fillable' },
    ])
    expect(engine.dump().orders).toEqual(before)
    expect(trades(place({ ticks: 101, lots: 10, timeInForce: 'fok' }))).toEqual([
      [100, 6],
      [101, 4],
    ])
  })

  it('excludes orders under self-trade prevention from fill-or-kill', () => {
    const { engine, place, ask } = market()
    ask(100, 5, 1)
    ask(100, 5, 2)
    for (const prevention of ['maker', 'taker', 'both'] as const)
      expect(place({ lots: 10, timeInForce: 'fok', prevention })).toMatchObject([
        { kind: 'rejected', reason: 'not_fillable' },
      ])
    expect(engine.book.size).toBe(2)
    expect(trades(place({ lots: 10, timeInForce: 'fok', prevention: 'none' }))).toEqual([
      [100, 5],
      [100, 5],
    ])
  })

  it('refuses a post-only order that would trade, else rests it', () => {
    const { place, ask } = market()
    ask(100, 5)
    expect(place({ ticks: 100, timeInForce: 'post_only' })).toMatchObject([
      { kind: 'rejected', reason: 'would_cross' },
    ])
    expect(place({ ticks: 99, timeInForce: 'post_only' })).toMatchObject([{ kind: 'rested' }])
  })
})

describe('self-trade prevention (trading 3)', () => {
  it.each([
    ['none', [['trade', 10]]],
    [
      'maker',
      [
        ['cancelled', 5],
        ['trade', 10],
      ],
    ],
    ['taker', [['cancelled', 10]]],
    [
      'both',
      [
        ['cancelled', 5],
        ['cancelled', 10],
      ],
    ],
  ] as const)('%s', (prevention, expected) => {
    const { place, ask } = market()
    ask(100, prevention === 'none' ? 10 : 5, 1)
    ask(101, 10, 2)
    const events = place({ ticks: 101, prevention })
    expect(events.map(({ kind, lots }) => [kind, lots])).toEqual(expected)
  })

  it('leaves other parties alone', () => {
    const { place, ask } = market()
    ask(100, 10, 2)
    expect(trades(place({ prevention: 'both' }))).toEqual([[100, 10]])
  })
})

describe('an order by budget', () => {
  it('buys the most whole lots for the budget, by level', () => {
    const { place, ask } = market()
    ask(100, 3)
    ask(110, 10)
    expect(
      place({ ticks: 200, lots: 0, budget: 300 + 2 * 110 + 109, timeInForce: 'ioc' }),
    ).toMatchObject([
      { lots: 3, ticks: 100 },
      { lots: 2, ticks: 110 },
    ])
  })

  it('never exceeds the budget and reports an exhausted book', () => {
    const { place, ask } = market()
    ask(100, 3)
    const events = place({ ticks: 200, lots: 0, budget: 10_000, timeInForce: 'ioc' })
    expect(events).toMatchObject([
      { kind: 'trade', lots: 3 },
      { kind: 'cancelled', reason: 'unfilled', lots: 0 },
    ])
  })

  it('sells until it has raised the budget', () => {
    const { place, bid } = market()
    bid(100, 50)
    expect(
      trades(place({ side: SELL, ticks: 1, lots: 0, budget: 999, timeInForce: 'ioc' })),
    ).toEqual([[100, 9]])
  })

  it('is exact for the largest budget', () => {
    const { place, ask } = market()
    ask(3, MAX_LOTS)
    const [[, lots] = []] = trades(
      place({ ticks: 3, lots: 0, budget: 3 * (MAX_LOTS - 1) + 2, timeInForce: 'ioc' }),
    )
    expect(lots).toBe(MAX_LOTS - 1)
  })
})

describe('cancelling and refusing', () => {
  it('takes an order out and says how much was left', () => {
    const { engine, cancel, ask, place } = market()
    ask(100, 10)
    place({ lots: 4 })
    expect(cancel(1)).toEqual([
      { kind: 'cancelled', orderId: 1, side: SELL, ticks: 100, lots: 6, reason: 'requested' },
    ])
    expect(cancel(1)).toEqual([{ kind: 'rejected', orderId: 1, reason: 'unknown_order' }])
    expect(engine.book.best(SELL)).toBe(0)
  })

  it.each([
    ['a fraction of a lot', { lots: 1.5 }],
    ['no lots', { lots: 0 }],
    ['too many lots', { lots: MAX_LOTS + 1 }],
    ['a price of zero', { ticks: 0 }],
    ['a price beyond 31 bits', { ticks: MAX_TICKS + 1 }],
    ['a budget beyond exactness', { lots: 0, budget: MAX_BUDGET + 1, timeInForce: 'ioc' }],
    ['a budget that would rest', { lots: 0, budget: 5, timeInForce: 'gtc' }],
    ['a negative budget', { budget: -1 }],
    ['an id that rests already', { orderId: 1 }],
    ['no id', { orderId: 0 }],
  ] as const)('refuses %s and changes nothing', (_, fault) => {
    const { engine, place, bid } = market()
    bid(50, 5)
    const before = engine.dump().orders
    expect(place(fault)).toMatchObject([{ kind: 'rejected', reason: 'invalid' }])
    expect(engine.dump().orders).toEqual(before)
  })

  it('numbers its events without a gap', () => {
    const { engine, place, ask } = market()
    ask(100, 4)
    place({ lots: 10 })
    const seqs = toEvents(engine.submit({ kind: 'cancel', orderId: 2 })).map(({ seq }) => seq)
    expect(seqs).toEqual([4])
    expect(engine.dump().nextSeq).toBe(5)
  })
})

describe('what an order would do', () => {
  it('gives lots and cost without touching the book', () => {
    const { engine, ask } = market()
    ask(100, 5)
    ask(101, 5)
    const order: PlaceOrder = {
      kind: 'place',
      orderId: 9,
      account: 1,
      party: 1,
      side: BUY,
      ticks: 200,
      lots: 7,
      budget: 0,
      timeInForce: 'ioc',
      prevention: 'taker',
    }
    const before = engine.hash()
    expect(engine.preview(order)).toEqual({ lots: 7, tickLots: 702, complete: true })
    expect(engine.preview({ ...order, lots: 11 })).toEqual({
      lots: 10,
      tickLots: 1005,
      complete: false,
    })
    expect(engine.preview({ ...order, party: 2 })).toEqual({
      lots: 0,
      tickLots: 0,
      complete: false,
    })
    expect(engine.hash()).toBe(before)
  })

  it('says so when the cost is no exact number any more', () => {
    const { engine, place } = market()
    for (let at = 0; at < 3; at++) place({ side: SELL, ticks: MAX_TICKS, lots: MAX_LOTS })
    const order: PlaceOrder = {
      kind: 'place',
      orderId: 9,
      account: 1,
      party: 1,
      side: BUY,
      ticks: MAX_TICKS,
      lots: MAX_LOTS,
      budget: 0,
      timeInForce: 'ioc',
      prevention: 'none',
    }
    expect(engine.preview(order).tickLots).toBe(Infinity)
  })
})

describe('amendment (trading 3)', () => {
  it('keeps the queue place when only the size shrinks', () => {
    const { engine, place, amend, ask } = market()
    ask(100, 10)
    ask(100, 10)
    expect(amend(1, 100, 4)).toEqual([
      { kind: 'reduced', orderId: 1, side: SELL, ticks: 100, lots: 6 },
    ])
    expect(engine.book.lotsAt(SELL, 100)).toBe(14)
    expect(place({ lots: 6 })).toMatchObject([
      { makerId: 1, lots: 4 },
      { makerId: 2, lots: 2 },
    ])
  })

  it('goes to the end of the queue when the size grows', () => {
    const { place, amend, ask } = market()
    ask(100, 10)
    ask(100, 10)
    expect(amend(1, 100, 11)).toMatchObject([
      { kind: 'cancelled', reason: 'amended', lots: 10 },
      { kind: 'rested', lots: 11 },
    ])
    expect(place({ lots: 12 })).toMatchObject([
      { makerId: 2, lots: 10 },
      { makerId: 1, lots: 2 },
    ])
  })

  it('trades at once when the new price reaches the other side', () => {
    const { engine, amend, ask, bid } = market()
    ask(100, 10)
    bid(99, 15)
    expect(amend(2, 100, 15)).toMatchObject([
      { kind: 'cancelled', reason: 'amended' },
      { kind: 'trade', makerId: 1, takerId: 2, lots: 10 },
      { kind: 'rested', orderId: 2, lots: 5 },
    ])
    expect([engine.book.best(SELL), engine.book.best(BUY)]).toEqual([0, 100])
  })

  it('leaves the order unchanged on a forbidden trade or no-op', () => {
    const { engine, amend, ask, bid } = market()
    ask(100, 10)
    bid(99, 15)
    expect(amend(2, 100, 15, 'post_only')).toEqual([
      { kind: 'rejected', orderId: 2, reason: 'would_cross' },
    ])
    expect(amend(2, 99, 15)).toMatchObject([{ kind: 'reduced', lots: 0 }])
    expect(engine.book.lotsAt(BUY, 99)).toBe(15)
  })

  it('rejects an unknown order or an invalid size', () => {
    const { amend, ask } = market()
    ask(100, 10)
    expect(amend(7, 100, 1)).toEqual([{ kind: 'rejected', orderId: 7, reason: 'unknown_order' }])
    for (const lots of [0, -1, 1.5, MAX_LOTS + 1])
      expect(amend(1, 100, lots)).toEqual([{ kind: 'rejected', orderId: 1, reason: 'invalid' }])
    expect(amend(1, MAX_TICKS + 1, 1)).toEqual([
      { kind: 'rejected', orderId: 1, reason: 'invalid' },
    ])
  })
})
