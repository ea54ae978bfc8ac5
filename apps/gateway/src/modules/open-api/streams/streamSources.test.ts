import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { USDT_CONTRACTS } from '../../../exchange/instruments/contracts.ts'
import type { Instrument } from '../../../exchange/instruments/Instrument.ts'
import { requireSymbol } from '../../../exchange/instruments/symbols.ts'
import { depthView } from '../spot/depthView.ts'
import { MINUTE_MS, NOON, sampleCandle, sampleMarket } from '../testing/sampleMarket.ts'
import { readStreamName, type StreamProduct } from './streamName.ts'
import { openSource } from './streamSources.ts'

type Row = Readonly<Record<string, unknown>>
const BTC = requireSymbol('BTCUSDT')
const ETH = requireSymbol('ETHUSDT')
const MINUTE = NOON - 30_000
const PERPETUAL = 'usdt/BTCUSDT'

function open(name: string, product: StreamProduct = 'spot', sample = sampleMarket()) {
  const spec = readStreamName(name, product)
  if (!spec) throw new RangeError(`There is no stream ${name}.`)
  const source = openSource(spec, { ...sample, instruments: [BTC, ETH] })
  return { ...sample, source, next: () => source.next() as readonly Row[] }
}
const trade = (fields: object = {}) =>
  ({ symbol: BTC.id, ticks: 6_000_000, lots: 10, takerSide: 'buy', at: NOON, ...fields }) as const

describe('the stream of trades', () => {
  it('shows each trade of its pair once', () => {
    const { market, marketLog, next, source } = open('btcusdt@trade')
    market.onTrade(trade())
    market.onTrade(trade({ symbol: ETH.id }))
    market.onTrade(trade({ takerSide: 'sell', ticks: 5_999_999 }))
    const ids = marketLog.trades(BTC.id).map(({ id }) => id)
    expect([source.everyMs, next()]).toEqual([
      100,
      [
        {
          e: 'trade',
          E: NOON,
          s: 'BTCUSDT',
          t: ids[0],
          p: '60000.00',
          q: '0.00010',
          T: NOON,
          m: false,
          M: true,
        },
        expect.objectContaining({ t: ids[1], p: '59999.99', m: true }),
      ],
    ])
    expect(next()).toEqual([])
  })

  it('shows nothing of before it was opened or after it was closed', () => {
    const sample = sampleMarket()
    sample.market.onTrade(trade())
    const { source, next, market } = open('btcusdt@trade', 'spot', sample)
    expect(next()).toEqual([])
    source.stop?.()
    market.onTrade(trade())
    expect(next()).toEqual([])
  })

  it('joins what one order took from one level', () => {
    const { market, next } = open('btcusdt@aggTrade')
    for (const ticks of [6_000_000, 6_000_000, 6_000_001]) market.onTrade(trade({ ticks }))
    const events = next()
    expect(events.map(({ q, p }) => [q, p])).toEqual([
      ['0.00020', '60000.00'],
      ['0.00010', '60000.01'],
    ])
    expect([events[0]?.['a'], events[0]?.['l']]).toEqual([
      events[0]?.['f'],
      Number(events[0]?.['f']) + 1,
    ])
  })

  it('shows contracts at their own address alone', () => {
    const sample = sampleMarket()
    const [spot, futures] = [
      open('btcusdt@trade', 'spot', sample),
      open('btcusdt@trade', 'futures', sample),
    ]
    sample.market.onTrade(trade({ symbol: PERPETUAL, ticks: 600_000 }))
    expect([spot.next(), futures.next()]).toEqual([
      [],
      [expect.objectContaining({ s: 'BTCUSDT', p: '60000.0', q: '0.010' })],
    ])
  })
})

describe('the stream of candles', () => {
  it('shows the running candle when it changes', () => {
    const { series, next } = open('btcusdt@kline_1m')
    expect(next()).toEqual([])
    series.set(BTC.id, [sampleCandle(MINUTE, [100, 130, 90])])
    expect(next()).toEqual([
      {
        e: 'kline',
        E: NOON,
        s: 'BTCUSDT',
        k: {
          t: MINUTE,
          T: MINUTE + 59_999,
          s: 'BTCUSDT',
          i: '1m',
          f: -1,
          L: -1,
          o: '1.00',
          c: '0.90',
          h: '1.30',
          l: '0.90',
          v: '0.00030',
          n: 0,
          x: false,
          q: '0.0003200',
          V: '0.00000',
          Q: '0.0000000',
          B: '0',
        },
      },
    ])
    expect(next()).toEqual([])
    series.set(BTC.id, [sampleCandle(MINUTE, [100, 130, 90, 95])])
    expect(next()).toMatchObject([{ k: { c: '0.95', x: false } }])
  })

  it('closes every candle that ended since, with its last figures', () => {
    const { series, next } = open('btcusdt@kline_1m')
    series.set(BTC.id, [sampleCandle(MINUTE, [100])])
    next()
    series.set(BTC.id, [
      sampleCandle(MINUTE, [100, 120]),
      sampleCandle(MINUTE + MINUTE_MS, [121]),
      sampleCandle(MINUTE + 2 * MINUTE_MS, [122]),
    ])
    expect(next().map(({ k }) => [(k as Row)['c'], (k as Row)['x']])).toEqual([
      ['1.20', true],
      ['1.21', true],
      ['1.22', false],
    ])
  })
})

describe('the stream of the best prices', () => {
  it('comes when one of them changes', () => {
    const { market, marketLog, next } = open('btcusdt@bookTicker')
    next()
    market.onLevel(BTC.id, 'buy', 99, 3)
    market.onLevel(BTC.id, 'sell', 101, 4)
    expect(next()).toEqual([
      {
        u: marketLog.updateId(BTC.id),
        s: 'BTCUSDT',
        b: '0.99',
        B: '0.00003',
        a: '1.01',
        A: '0.00004',
      },
    ])
    market.onLevel(BTC.id, 'buy', 98, 3)
    expect(next()).toEqual([])
    market.onLevel(BTC.id, 'buy', 99, 2)
    expect(next()).toMatchObject([{ b: '0.99', B: '0.00002' }])
  })

  it('has an event name and times of a contract', () => {
    const { market, next } = open('btcusdt@bookTicker', 'futures')
    market.onLevel(PERPETUAL, 'buy', 99, 3)
    expect(next()).toMatchObject([{ e: 'bookTicker', E: NOON, T: NOON, s: 'BTCUSDT', b: '9.9' }])
  })
})

describe('the streams of figures', () => {
  const priced = (name: string) => {
    const sample = sampleMarket()
    sample.series.set(BTC.id, [sampleCandle(MINUTE, [1_000, 1_300, 900, 1_100])])
    return open(name, 'spot', sample)
  }

  it('show the day in short', () => {
    expect(priced('btcusdt@miniTicker').next()).toEqual([
      {
        e: '24hrMiniTicker',
        E: NOON,
        s: 'BTCUSDT',
        c: '11.00',
        o: '10.00',
        h: '13.00',
        l: '9.00',
        v: '0.00040',
        q: '0.0043000',
      },
    ])
  })

  it('show the day in full', () => {
    const { market, marketLog, next } = priced('btcusdt@ticker')
    market.onLevel(BTC.id, 'buy', 1_099, 3)
    market.onLevel(BTC.id, 'sell', 1_101, 4)
    market.onTrade(trade({ ticks: 1_100, lots: 7 }))
    const { id } = marketLog.trades(BTC.id)[0] ?? {}
    expect(next()).toEqual([
      {
        e: '24hrTicker',
        E: NOON,
        s: 'BTCUSDT',
        p: '1.00',
        P: '10.000',
        w: '10.75',
        x: '10.00',
        c: '11.00',
        Q: '0.00007',
        b: '10.99',
        B: '0.00003',
        a: '11.01',
        A: '0.00004',
        o: '10.00',
        h: '13.00',
        l: '9.00',
        v: '0.00040',
        q: '0.0043000',
        O: NOON - 86_400_000,
        C: NOON,
        F: id,
        L: id,
        n: 1,
      },
    ])
  })

  it.each(['btcusdt@miniTicker', 'btcusdt@ticker'])('have nothing of %s yet', (name) => {
    expect(open(name).next()).toEqual([])
  })

  it.each([
    ['!miniTicker@arr', '24hrMiniTicker'],
    ['!ticker@arr', '24hrTicker'],
  ])('have one event of %s for all pairs with a price', (name, e) => {
    expect(priced(name).next()).toEqual([[expect.objectContaining({ e, s: 'BTCUSDT' })]])
    expect(open(name).next()).toEqual([[]])
  })

  it('show the average of five minutes', () => {
    expect(priced('btcusdt@avgPrice').next()).toEqual([
      { e: 'avgPrice', E: NOON, s: 'BTCUSDT', i: '5m', w: '10.75', T: NOON },
    ])
  })
})

describe('the stream of the best levels', () => {
  it('shows as many as were asked for, after each change', () => {
    const { market, marketLog, next } = open('btcusdt@depth5')
    next()
    for (let ticks = 91; ticks <= 99; ticks++) market.onLevel(BTC.id, 'buy', ticks, ticks)
    expect(next()).toEqual([
      {
        lastUpdateId: marketLog.updateId(BTC.id),
        bids: [99, 98, 97, 96, 95].map((ticks) => [`0.${ticks}`, `0.000${ticks}`]),
        asks: [],
      },
    ])
    expect(next()).toEqual([])
  })

  it('numbers its events for contracts without a hole', () => {
    const { market, next } = open('btcusdt@depth5', 'futures')
    const [first] = next()
    market.onLevel(PERPETUAL, 'sell', 100, 1)
    market.onLevel(PERPETUAL, 'sell', 101, 1)
    const [second] = next()
    expect([second?.['pu'], second?.['U']]).toEqual([first?.['u'], Number(first?.['u']) + 1])
    expect(second).toMatchObject({
      e: 'depthUpdate',
      a: [
        ['10.0', '0.001'],
        ['10.1', '0.001'],
      ],
    })
  })
})

describe('the stream of changes of a book', () => {
  it('has the last size of each level that changed', () => {
    const { market, next } = open('btcusdt@depth@100ms')
    market.onLevel(BTC.id, 'buy', 99, 3)
    market.onLevel(BTC.id, 'buy', 99, 5)
    market.onLevel(BTC.id, 'sell', 101, 4)
    market.onLevel(BTC.id, 'sell', 101, 0)
    market.onLevel(ETH.id, 'sell', 101, 4)
    const [event] = next()
    expect(event).toMatchObject({
      e: 'depthUpdate',
      s: 'BTCUSDT',
      b: [['0.99', '0.00005']],
      a: [['1.01', '0.00000']],
    })
    expect(Number(event?.['u']) - Number(event?.['U'])).toBe(3)
    expect(event).not.toHaveProperty('pu')
    expect(next()).toEqual([])
  })

  it('takes every level away when the book is built anew', () => {
    const sample = sampleMarket()
    sample.market.onLevel(BTC.id, 'buy', 98, 1)
    const { market, next } = open('btcusdt@depth@100ms', 'spot', sample)
    market.onLevel(BTC.id, 'sell', 102, 1)
    next()
    market.onLevel(BTC.id, 'sell', 102, 0)
    next()
    market.onLevel(BTC.id, 'sell', 101, 2)
    market.rebuild(BTC.id)
    market.onLevel(BTC.id, 'buy', 97, 4)
    expect(next()).toMatchObject([
      {
        b: [
          ['0.98', '0.00000'],
          ['0.97', '0.00004'],
        ],
        a: [['1.01', '0.00000']],
      },
    ])
  })

  it.each([
    ['spot', BTC],
    ['futures', USDT_CONTRACTS[0]],
  ] as const)('keeps a local book of %s equal by the documented rule', (product, spec) => {
    if (!spec) throw new RangeError('There is no contract.')
    const step = fc.oneof(
      { weight: 8, arbitrary: fc.record({ side: sides, ticks: ticksOf, lots: lotsOf }) },
      { weight: 1, arbitrary: fc.constant('rebuild' as const) },
      { weight: 3, arbitrary: fc.constant('publish' as const) },
    )
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 40 }),
        fc.nat(40),
        fc.boolean(),
        (steps, snapshotAt, hasPast) => {
          const sample = sampleMarket()
          const { market } = sample
          if (hasPast) market.onLevel(spec.id, 'buy', 3, 7)
          const { next } = open('btcusdt@depth@100ms', product, sample)
          const events: Row[] = []
          let snapshot = shot(spec, sample)
          for (const [at, each] of steps.entries()) {
            if (at === snapshotAt) snapshot = shot(spec, sample)
            if (each === 'publish') events.push(...next())
            else if (each === 'rebuild') market.rebuild(spec.id)
            else market.onLevel(spec.id, each.side, each.ticks, each.lots)
          }
          events.push(...next())
          const { bids, asks } = shot(spec, sample)
          expect(applied(snapshot, events, product)).toEqual({
            bids: new Map(bids),
            asks: new Map(asks),
          })
        },
      ),
      { numRuns: 80 },
    )
  })
})

const sides = fc.constantFrom('buy' as const, 'sell' as const)
const ticksOf = fc.integer({ min: 1, max: 6 })
const lotsOf = fc.integer({ min: 0, max: 3 })
type Shot = ReturnType<typeof depthView>
const shot = (spec: Instrument, sample: ReturnType<typeof sampleMarket>): Shot =>
  depthView(spec, { ...sample, limit: 1_000 })

/** What a program makes of a snapshot and all events, by the rule of the documentation. */
function applied(snapshot: Shot, events: readonly Row[], product: StreamProduct) {
  const book = { bids: new Map(snapshot.bids), asks: new Map(snapshot.asks) }
  let last = snapshot.lastUpdateId
  let isFirst = true
  for (const event of events) {
    const { U, u, pu, b, a } = event as { U: number; u: number; pu?: number } & Record<
      'a' | 'b',
      [string, string][]
    >
    if (u <= snapshot.lastUpdateId) continue
    if (isFirst) expect([U <= last + 1, u >= last + 1]).toEqual([true, true])
    else expect(product === 'futures' ? pu : U - 1).toBe(last)
    isFirst = false
    last = u
    for (const [side, rows] of [
      [book.bids, b],
      [book.asks, a],
    ] as const)
      for (const [price, size] of rows)
        if (Number(size) === 0) side.delete(price)
        else side.set(price, size)
  }
  return book
}
