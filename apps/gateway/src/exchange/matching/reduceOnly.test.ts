import { describe, expect, it } from 'vitest'
import { BUY, SELL, type PlaceOrder } from './command.ts'
import { createEngine } from './createEngine.ts'
import { toEvents, type EngineEvent } from './event.ts'

const ACCOUNT = 1
const OTHER = 9

/** The account has bought (below zero: sold) so many lots at 100 from a third party. */
function market({ position = 0 }: { readonly position?: number } = {}) {
  const engine = createEngine(undefined, { withPositions: true })
  let nextId = 1
  const order = (change: Partial<PlaceOrder>): PlaceOrder => {
    return {
      kind: 'place',
      orderId: nextId++,
      account: ACCOUNT,
      party: ACCOUNT,
      side: SELL,
      ticks: 100,
      lots: 10,
      budget: 0,
      timeInForce: 'gtc',
      prevention: 'none',
      ...change,
    }
  }
  const submit = (change: Partial<PlaceOrder>) => toEvents(engine.submit(order(change)))
  const place = (change: Partial<PlaceOrder>) => submit(change).map(withoutSeq)
  const amend = (orderId: number, ticks: number, lots: number) =>
    toEvents(
      engine.submit({
        kind: 'amend',
        orderId,
        ticks,
        lots,
        timeInForce: 'gtc',
        prevention: 'none',
      }),
    ).map(withoutSeq)
  const open = (account: number, lots: number) => {
    place({ account: 8, party: 8, side: lots > 0 ? SELL : BUY, lots: Math.abs(lots) })
    place({ account, party: account, side: lots > 0 ? BUY : SELL, lots: Math.abs(lots) })
  }
  if (position !== 0) open(ACCOUNT, position)
  nextId = 11
  /** Reduce-only; ids count up from 11. */
  const reduce = (change: Partial<PlaceOrder>) => place({ reduceOnly: true, ...change })
  return { engine, order, submit, place, reduce, amend, open }
}

const withoutSeq = (event: EngineEvent) =>
  Object.fromEntries(Object.entries(event).filter(([name]) => name !== 'seq'))
const resting = ({ engine }: ReturnType<typeof market>) =>
  engine.dump().orders.map(([id, , , , lots]) => [id, lots])

describe('positions (trading 3)', () => {
  it('are what was bought less what was sold, by account', () => {
    const { engine, place } = market({ position: 7 })
    place({ lots: 3, ticks: 90 })
    place({ account: OTHER, party: OTHER, side: BUY, lots: 3 })
    expect([ACCOUNT, OTHER, 8, 5].map((account) => engine.position(account))).toEqual([4, 3, -7, 0])
    expect(engine.dump().positions).toEqual([
      [ACCOUNT, 4],
      [8, -7],
      [OTHER, 3],
    ])
  })

  it('are not moved by a trade with oneself', () => {
    const { engine, place, reduce } = market({ position: 5 })
    place({ side: BUY, lots: 4 })
    expect(reduce({ lots: 5 })).toMatchObject([
      { kind: 'trade', lots: 4 },
      { kind: 'rested', lots: 1 },
    ])
    expect(engine.position(ACCOUNT)).toBe(5)
  })

  describe('of two accounts of one holder', () => {
    const PARTY = 5
    const LONG = { account: 51, party: PARTY }
    const SHORT = { account: 52, party: PARTY }
    /** One account has bought 6 lots, the other has sold 4. */
    const opposite = () => {
      const it = market()
      it.place({ account: 8, party: 8, side: SELL, lots: 6 })
      it.place({ ...LONG, side: BUY, lots: 6 })
      it.place({ account: 8, party: 8, side: BUY, lots: 4 })
      it.place({ ...SHORT, side: SELL, lots: 4 })
      return it
    }

    it('are not netted (trading 3)', () => {
      const { engine } = opposite()
      expect([51, 52, PARTY].map((account) => engine.position(account))).toEqual([6, -4, 0])
    })

    it('limit the reduce-only orders of their own account (trading 3)', () => {
      const { reduce } = opposite()
      expect(reduce({ ...LONG, side: SELL, ticks: 110, lots: 10 })).toMatchObject([
        { kind: 'cut', lots: 4 },
        { kind: 'rested', lots: 6 },
      ])
      expect(reduce({ ...SHORT, side: SELL, ticks: 110, lots: 1 })).toMatchObject([
        { kind: 'rejected', reason: 'reduce_only' },
      ])
      expect(reduce({ ...SHORT, side: BUY, ticks: 90, lots: 10 })).toMatchObject([
        { kind: 'cut', lots: 6 },
        { kind: 'rested', lots: 4 },
      ])
    })

    it('are kept from trading with each other by prevention (trading 3)', () => {
      const { engine, place, reduce } = opposite()
      reduce({ ...LONG, side: SELL, ticks: 100, lots: 6 })
      expect(
        place({ ...SHORT, side: BUY, ticks: 100, lots: 4, prevention: 'taker' }),
      ).toMatchObject([{ kind: 'cancelled', lots: 4, reason: 'self_trade' }])
      expect(engine.book.size).toBe(1)
    })

    it('move both where prevention is off (trading 3)', () => {
      const { engine, place, reduce } = opposite()
      reduce({ ...LONG, side: SELL, ticks: 100, lots: 6 })
      place({ ...SHORT, side: BUY, ticks: 100, lots: 4 })
      expect([51, 52].map((account) => engine.position(account))).toEqual([2, 0])
    })

    it('survive a dump with their resting orders (trading 3)', () => {
      const { engine, reduce, order } = opposite()
      reduce({ ...LONG, side: SELL, ticks: 110, lots: 6 })
      const loaded = createEngine(JSON.parse(JSON.stringify(engine.dump())))
      expect(loaded.hash()).toBe(engine.hash())
      const [more] = toEvents(
        loaded.submit(order({ ...LONG, side: SELL, ticks: 111, reduceOnly: true })),
      )
      expect(more).toMatchObject({ kind: 'rejected', reason: 'reduce_only' })
    })
  })

  it('requires positions to be enabled for a reduce-only order', () => {
    const plain = createEngine()
    const { order } = market()
    expect(toEvents(plain.submit(order({ reduceOnly: true })))).toEqual([
      { seq: 1, kind: 'rejected', orderId: 11, reason: 'invalid' },
    ])
    expect(plain.preview(order({ reduceOnly: true }))).toEqual({
      lots: 0,
      tickLots: 0,
      complete: false,
    })
    expect(plain.dump()).toEqual({ nextSeq: 2, orders: [] })
    expect(plain.position(ACCOUNT)).toBe(0)
  })
})

describe('a reduce-only order on arrival (trading 3)', () => {
  it.each([
    ['there is no position', 0, SELL],
    ['it would make a long position longer', 5, BUY],
    ['it would make a short position shorter', -5, SELL],
  ] as const)('is refused where %s', (_, position, side) => {
    const { engine, reduce } = market({ position })
    expect(reduce({ side })).toEqual([{ kind: 'rejected', orderId: 11, reason: 'reduce_only' }])
    expect(engine.book.size).toBe(0)
  })

  it.each([
    [6, SELL],
    [-6, BUY],
  ] as const)('cuts an order to the position of %i and never turns it', (position, side) => {
    const { engine, place, reduce } = market({ position })
    place({ account: OTHER, party: OTHER, side: side === BUY ? SELL : BUY, lots: 50 })
    const where = { side, ticks: 100 }
    expect(reduce({ side, lots: 10 })).toMatchObject([
      { kind: 'cut', orderId: 12, ...where, lots: 4, reason: 'reduce_only' },
      { kind: 'trade', takerId: 12, lots: 6 },
    ])
    expect(engine.position(ACCOUNT)).toBe(0)
  })

  it('has only the capacity that the other resting reduce-only orders leave', () => {
    const { place, reduce } = market({ position: 10 })
    expect(reduce({ ticks: 105, lots: 7 })).toMatchObject([{ kind: 'rested', lots: 7 }])
    place({ ticks: 107, lots: 50 })
    expect(reduce({ ticks: 106, lots: 7 })).toMatchObject([
      { kind: 'cut', lots: 4 },
      { kind: 'rested', lots: 3 },
    ])
    expect(reduce({ ticks: 90, lots: 1 })).toMatchObject([
      { kind: 'rejected', reason: 'reduce_only' },
    ])
  })

  it('numbers the cut like every event', () => {
    const { submit } = market({ position: 4 })
    expect(submit({ reduceOnly: true }).map(({ seq, kind }) => [seq, kind])).toEqual([
      [3, 'cut'],
      [4, 'rested'],
    ])
  })

  it('cancels the unmatched rest of a cut immediate-or-cancel order', () => {
    const { engine, place, reduce } = market({ position: 6 })
    place({ account: OTHER, party: OTHER, side: BUY, lots: 2 })
    expect(reduce({ timeInForce: 'ioc' })).toMatchObject([
      { kind: 'cut', lots: 4 },
      { kind: 'trade', lots: 2 },
      { kind: 'cancelled', reason: 'unfilled', lots: 4 },
    ])
    expect(engine.position(ACCOUNT)).toBe(4)
  })

  it('never cuts a fill-or-kill order: all or nothing', () => {
    const { engine, place, reduce } = market({ position: 6 })
    place({ account: OTHER, party: OTHER, side: BUY, lots: 6 })
    const before = engine.dump()
    expect(reduce({ lots: 7, timeInForce: 'fok' })).toMatchObject([
      { kind: 'rejected', reason: 'reduce_only' },
    ])
    expect(reduce({ lots: 6, ticks: 101, timeInForce: 'fok' })).toMatchObject([
      { kind: 'rejected', reason: 'not_fillable' },
    ])
    expect(engine.dump()).toEqual({ ...before, nextSeq: before.nextSeq + 2 })
    expect(reduce({ lots: 6, timeInForce: 'fok' })).toMatchObject([{ kind: 'trade', lots: 6 }])
  })

  it('judges a post-only order by price before cutting it', () => {
    const { place, reduce } = market({ position: 6 })
    place({ account: OTHER, party: OTHER, side: BUY, lots: 1 })
    expect(reduce({ timeInForce: 'post_only' })).toMatchObject([
      { kind: 'rejected', reason: 'would_cross' },
    ])
    expect(reduce({ ticks: 101, timeInForce: 'post_only' })).toMatchObject([
      { kind: 'cut', lots: 4 },
      { kind: 'rested', lots: 6 },
    ])
  })

  it.each([
    ['maker', ['cut', 'cancelled', 'rested']],
    ['taker', ['cut', 'cancelled']],
    ['both', ['cut', 'cancelled', 'cancelled']],
  ] as const)('is cut before self-trade prevention (%s) sees it', (prevention, kinds) => {
    const { place, reduce } = market({ position: 6 })
    place({ side: BUY, lots: 3 })
    expect(reduce({ prevention }).map(({ kind }) => kind)).toEqual(kinds)
  })

  it('returns capacity when self-trade prevention removes the order', () => {
    const { place, reduce } = market({ position: 6 })
    reduce({ lots: 6 })
    expect(place({ side: BUY, lots: 1, prevention: 'both' })).toMatchObject([
      { kind: 'cancelled', orderId: 11, reason: 'self_trade' },
      { kind: 'cancelled', orderId: 12 },
    ])
    expect(reduce({ lots: 6 })).toMatchObject([{ kind: 'rested', lots: 6 }])
  })

  it('goes by lots, never by a budget', () => {
    const { reduce } = market({ position: 6 })
    expect(reduce({ lots: 0, budget: 500, timeInForce: 'ioc' })).toMatchObject([
      { kind: 'rejected', reason: 'invalid' },
    ])
  })

  it('shows in a preview what its capacity lets it trade', () => {
    const { engine, order, place } = market({ position: 6 })
    place({ account: OTHER, party: OTHER, side: BUY, lots: 50 })
    expect(engine.preview(order({ reduceOnly: true, lots: 6 }))).toEqual({
      lots: 6,
      tickLots: 600,
      complete: true,
    })
    expect(engine.preview(order({ reduceOnly: true, lots: 10 }))).toEqual({
      lots: 6,
      tickLots: 600,
      complete: false,
    })
  })
})

describe('a resting reduce-only order (trading 3)', () => {
  it('shrinks the furthest and then latest orders with the position', () => {
    const it = market({ position: 10 })
    it.reduce({ ticks: 105, lots: 3 })
    it.reduce({ ticks: 106, lots: 2 })
    it.reduce({ ticks: 105, lots: 4 })
    it.reduce({ ticks: 104, lots: 1 })
    it.place({ account: OTHER, party: OTHER, side: BUY, lots: 5 })
    expect(it.place({ lots: 5 })).toMatchObject([
      { kind: 'trade', lots: 5 },
      { kind: 'cancelled', orderId: 12, ticks: 106, lots: 2, reason: 'reduce_only' },
      { kind: 'reduced', orderId: 13, ticks: 105, lots: 3, reason: 'reduce_only' },
    ])
    expect(resting(it)).toEqual([
      [14, 1],
      [11, 3],
      [13, 1],
    ])
    expect(it.engine.book.lotsAt(SELL, 105)).toBe(4)
  })

  it('shrinks orders of a short, and cancels all when turned', () => {
    const it = market({ position: -5 })
    it.reduce({ side: BUY, ticks: 95, lots: 2 })
    it.reduce({ side: BUY, ticks: 94, lots: 3 })
    it.place({ account: OTHER, party: OTHER, lots: 8 })
    expect(it.place({ side: BUY, lots: 8 }).slice(1)).toMatchObject([
      { kind: 'cancelled', orderId: 12, lots: 3 },
      { kind: 'cancelled', orderId: 11, lots: 2 },
    ])
    expect(it.engine.position(ACCOUNT)).toBe(3)
  })

  it('keeps its size while it fills itself', () => {
    const it = market({ position: 5 })
    it.reduce({ lots: 5 })
    expect(it.place({ account: OTHER, party: OTHER, side: BUY, lots: 2 })).toMatchObject([
      { kind: 'trade', makerId: 11, lots: 2 },
    ])
    expect(resting(it)).toEqual([[11, 3]])
  })

  it('shrinks between two trades of one command and never turns positions', () => {
    const it = market({ position: 5 })
    it.reduce({ ticks: 101, lots: 5 })
    it.place({ ticks: 100, lots: 3 })
    expect(
      it.place({ account: OTHER, party: OTHER, side: BUY, ticks: 101, lots: 8 }),
    ).toMatchObject([
      { kind: 'trade', makerId: 12, lots: 3 },
      { kind: 'reduced', orderId: 11, lots: 3, reason: 'reduce_only' },
      { kind: 'trade', makerId: 11, lots: 2 },
      { kind: 'rested', lots: 3 },
    ])
    expect(it.engine.position(ACCOUNT)).toBe(0)
  })

  it('counts for fill-or-kill only as far as it remains', () => {
    const { engine, order, place, reduce } = market({ position: 5 })
    reduce({ ticks: 101, lots: 5 })
    place({ ticks: 100, lots: 3 })
    const taker = { account: OTHER, party: OTHER, side: BUY, ticks: 101 } as const
    expect(engine.preview(order({ ...taker, lots: 8 }))).toEqual({
      lots: 5,
      tickLots: 3 * 100 + 2 * 101,
      complete: false,
    })
    expect(place({ ...taker, lots: 6, timeInForce: 'fok' })).toMatchObject([
      { kind: 'rejected', reason: 'not_fillable' },
    ])
    expect(
      place({ ...taker, lots: 5, timeInForce: 'fok' }).filter(({ kind }) => kind === 'trade'),
    ).toHaveLength(2)
  })

  it('stays reduce-only when amended and grows within capacity', () => {
    const it = market({ position: 5 })
    it.reduce({ ticks: 105, lots: 2 })
    expect(it.amend(11, 104, 9)).toMatchObject([
      { kind: 'cancelled', reason: 'amended', lots: 2 },
      { kind: 'cut', lots: 4 },
      { kind: 'rested', ticks: 104, lots: 5 },
    ])
    expect(it.amend(11, 104, 1)).toEqual([
      { kind: 'reduced', orderId: 11, side: SELL, ticks: 104, lots: 4 },
    ])
    expect(it.reduce({ ticks: 105, lots: 9 })).toMatchObject([
      { kind: 'cut', lots: 5 },
      { kind: 'rested', lots: 4 },
    ])
  })

  it('gives its capacity back when it is cancelled', () => {
    const { engine, reduce } = market({ position: 5 })
    reduce({ lots: 5 })
    engine.submit({ kind: 'cancel', orderId: 11 })
    expect(reduce({ lots: 5 })).toMatchObject([{ kind: 'rested', lots: 5 }])
  })
})

describe('a dump with positions (trading 3)', () => {
  it('restores them and which orders are reduce-only, without being asked', () => {
    const it = market({ position: 5 })
    it.reduce({ ticks: 105, lots: 4 })
    it.place({ ticks: 106, lots: 4 })
    const dump = JSON.parse(JSON.stringify(it.engine.dump()))
    expect(dump).toMatchObject({
      positions: [
        [ACCOUNT, 5],
        [8, -5],
      ],
      reduceOnly: [11],
    })
    const restored = createEngine(dump)
    expect(restored.hash()).toBe(it.engine.hash())
    const next = it.order({ ticks: 104, reduceOnly: true })
    expect(toEvents(restored.submit(next))).toEqual(toEvents(it.engine.submit(next)))
    expect(restored.hash()).toBe(it.engine.hash())
  })

  it('has another hash than one whose position or flag differs', () => {
    const it = market({ position: 5 })
    it.place({ ticks: 105, lots: 4 })
    const dump = it.engine.dump()
    const hashes = [
      dump,
      { ...dump, reduceOnly: [11] },
      {
        ...dump,
        positions: [
          [ACCOUNT, 6],
          [8, -6],
        ] as const,
      },
      { nextSeq: dump.nextSeq, orders: dump.orders },
    ].map((from) => createEngine(from).hash())
    expect(new Set(hashes).size).toBe(4)
  })
})
