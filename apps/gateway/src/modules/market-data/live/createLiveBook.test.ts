import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SpotInstrument } from '../../../exchange/instruments/Instrument.ts'
import { bitget } from './bitget.ts'
import { createLiveBook, lotsOf } from './createLiveBook.ts'
import { okx } from './okx.ts'
import type { FeedBook } from './FeedAdapter.ts'
import { createNaiveSide, recordedLines } from '../../../testing/feedServer.ts'

const spec = (symbol: string, pricePlace: number, quantityPlace = 4): SpotInstrument => ({
  symbol,
  base: symbol,
  quote: 'USDT',
  product: 'spot',
  id: '',
  baseScale: 8,
  quoteScale: 8,
  tickSize: '',
  stepSize: '',
  minNotional: '5',
  pricePlace,
  quantityPlace,
})
const quiet = { rebuild() {}, level() {} }
const BTC = spec('BTCUSDT', 2)
const book = (message: Partial<FeedBook>): FeedBook => ({
  kind: 'book',
  symbol: 'BTCUSDT',
  type: 'update',
  bids: [],
  asks: [],
  ...message,
})

describe('the book of a live feed', () => {
  it('keeps early differences and applies those the snapshot lacks', () => {
    const live = createLiveBook(BTC, quiet)
    const seen = [
      { first: 1, last: 4 },
      { first: 5, last: 8 },
      { first: 9, last: 12 },
    ].map((numbers) => live.take(book(numbers)))
    expect(seen).toEqual(['waiting', 'waiting', 'waiting'])
    expect(live.take(book({ type: 'snapshot', last: 6 }))).toBe('applied')
    expect([
      live.take(book({ first: 10, last: 12 })),
      live.take(book({ first: 13, last: 13 })),
      live.take(book({ first: 15, last: 16 })),
    ]).toEqual(['old', 'applied', 'fault'])
  })

  it('sees a gap between a snapshot and the first difference', () => {
    const live = createLiveBook(BTC, quiet)
    live.take(book({ type: 'snapshot', last: 6 }))
    expect(live.take(book({ first: 9, last: 10 }))).toBe('fault')
    expect(live.take(book({ first: 11, last: 12 }))).toBe('waiting')
  })

  it('checks the previous message’s number where given, even when numbers restart', () => {
    const live = createLiveBook(BTC, quiet)
    live.take(book({ type: 'snapshot', last: 100 }))
    const outcomes = [
      { previous: 100, last: 100 },
      { previous: 100, last: 104 },
      { previous: 104, last: 3 },
      { previous: 3, last: 9 },
      { previous: 8, last: 10 },
    ].map((numbers) => live.take(book(numbers)))
    expect(outcomes).toEqual(['applied', 'applied', 'applied', 'applied', 'fault'])
  })

  it('refuses a lower number and ignores a repeated one', () => {
    const live = createLiveBook(BTC, quiet)
    live.take(book({ type: 'snapshot', last: 10 }))
    expect(
      [{ last: 12 }, { last: 12 }, { last: 30 }, { last: 29 }].map((numbers) =>
        live.take(book(numbers)),
      ),
    ).toEqual(['applied', 'old', 'applied', 'fault'])
  })

  it('reports whole lots and removes finer levels', () => {
    const levels: [string, number, number][] = []
    const live = createLiveBook(spec('BTCUSDT', 2, 1), {
      rebuild() {},
      level: (side, ticks, lots) => levels.push([side, ticks, lots]),
    })
    live.take(
      book({
        type: 'snapshot',
        bids: [
          ['10.5', '0.19'],
          ['10.25', '0.04'],
        ],
        asks: [['11', '2']],
      }),
    )
    expect(levels).toEqual([
      ['buy', 1_050, 1],
      ['buy', 1_025, 0],
      ['sell', 1_100, 20],
    ])
    expect(lotsOf('12.3456', 2)).toBe(1_234)
  })

  it('refuses a price that is no whole number of ticks', () => {
    const live = createLiveBook(BTC, quiet)
    expect(() => live.take(book({ type: 'snapshot', bids: [['10.505', '1']] }))).toThrow(RangeError)
  })
})

const lines = recordedLines('bitget-ws.1.0.gz') ?? []
const read = bitget([]).read
const recorded = lines
  .flatMap((line) => read(line))
  .filter((message): message is FeedBook => message.kind === 'book')
const symbols = [...new Set(recorded.map(({ symbol }) => symbol))]
const specs = new Map(
  symbols.map((symbol) => [
    symbol,
    spec(
      symbol,
      Math.max(
        ...recorded
          .filter((each) => each.symbol === symbol)
          .flatMap(({ bids, asks }) => [...bids, ...asks])
          .map(([price]) => (price.split('.')[1] ?? '').length),
      ),
    ),
  ]),
)

const of = (symbol: string) => recorded.filter((each) => each.symbol === symbol)

describe.runIf(lines.length > 0)("Bitget's recorded books", () => {
  it('are proved by every checksum of the recording', () => {
    const books = new Map(
      symbols.map((symbol) => [symbol, createLiveBook(specs.get(symbol) ?? BTC, quiet)]),
    )
    const outcomes = recorded.map((message) => books.get(message.symbol)?.take(message))
    expect(recorded.every(({ checksum }) => checksum !== undefined)).toBe(true)
    expect(outcomes.length).toBeGreaterThan(400)
    expect(new Set(outcomes)).toEqual(new Set(['applied']))
  })

  it('detect lost, repeated or displaced messages; one snapshot heals them', () => {
    const damage = fc.record({
      symbol: fc.constantFrom(...symbols),
      at: fc.nat(),
      kind: fc.constantFrom('lose', 'swap', 'repeat' as const),
      heal: fc.integer({ min: 1, max: 6 }),
    })
    fc.assert(
      fc.property(damage, ({ symbol, at, kind, heal }) => {
        const whole = of(symbol)
        const index = 1 + (at % (whole.length - 8))
        const [here, next] = [whole[index] ?? never(), whole[index + 1] ?? never()]
        const stream = kind === 'lose' ? [next] : kind === 'swap' ? [next, here] : [here, here]
        const live = createLiveBook(specs.get(symbol) ?? BTC, quiet)
        for (const message of whole.slice(0, index)) live.take(message)
        const outcomes = stream.map((message) => live.take(message))
        // What a message says may be true of the damaged book too: then nothing is wrong with it,
        // and its checksum proves so.
        const naive = replay(whole.slice(0, index), stream)
        for (const [step, outcome] of outcomes.entries()) {
          if (outcome === 'applied') expect(naive[step]).toBe(true)
          if (naive[step] === false) expect(outcomes.slice(0, step + 1)).toContain('fault')
        }
        const healedAt = index + 2 + heal
        const { bids, asks } = stateOf(whole.slice(0, healedAt))
        expect(
          live.take({ ...(whole[healedAt - 1] ?? never()), type: 'snapshot', bids, asks }),
        ).toBe('applied')
        for (const message of whole.slice(healedAt)) expect(live.take(message)).toBe('applied')
      }),
      { numRuns: 60 },
    )
  })
})

describe.runIf(lines.length > 0)(
  'OKX messages without numbers, made of the recorded books (CR4)',
  () => {
    // The two exchanges' checksums are the same: CRC32 of the best 25 with the strings as sent.
    const listed = symbols.map((symbol) => ({
      ...(specs.get(symbol) ?? BTC),
      base: symbol.replace(/USDT$/, ''),
      quote: 'USDT',
    }))
    const { read: readOkx } = okx(listed)
    const asOkx = ({ symbol, type, bids, asks, checksum }: FeedBook) => {
      const rows = (side: FeedBook['bids']) => side.map(([price, size]) => [price, size, '0', '1'])
      return JSON.stringify({
        arg: { channel: 'books', instId: symbol.replace(/USDT$/, '-USDT') },
        action: type,
        data: [{ bids: rows(bids), asks: rows(asks), ts: '1649290077519', checksum }],
      })
    }
    const messages = recorded
      .flatMap((message) => readOkx(asOkx(message)))
      .filter((message): message is FeedBook => message.kind === 'book')

    it('are proved by their checksums alone (CR4)', () => {
      const books = new Map(
        symbols.map((symbol) => [symbol, createLiveBook(specs.get(symbol) ?? BTC, quiet)]),
      )
      const outcomes = messages.map((message) => books.get(message.symbol)?.take(message))
      expect(outcomes).toHaveLength(recorded.length)
      expect(new Set(outcomes)).toEqual(new Set(['applied']))
    })

    it('show a lost message, and none in a repeated one (CR4)', () => {
      const faults: string[] = []
      for (const symbol of symbols) {
        const whole = messages.filter((each) => each.symbol === symbol)
        const repeating = createLiveBook(specs.get(symbol) ?? BTC, quiet)
        expect(
          whole
            .flatMap((message) => [repeating.take(message), repeating.take(message)])
            .includes('fault'),
        ).toBe(false)
        const losing = createLiveBook(specs.get(symbol) ?? BTC, quiet)
        const [before, after] = [of(symbol).slice(0, 3), of(symbol).slice(4, 14)]
        for (const message of whole.slice(0, 3)) losing.take(message)
        const at = whole
          .slice(4, 14)
          .map((message) => losing.take(message))
          .indexOf('fault')
        // Beyond the best 25 a checksum proves nothing: what is lost there shows when it comes
        // among them.
        expect(at).toBe(replay(before, after).indexOf(false))
        if (at >= 0) faults.push(symbol)
      }
      expect(faults.length).toBeGreaterThan(symbols.length / 2)
    })
  },
)

function stateOf(messages: readonly FeedBook[]) {
  const sides = { bids: createNaiveSide(-1), asks: createNaiveSide(1) }
  for (const { type, bids, asks } of messages) {
    if (type === 'snapshot') for (const side of Object.values(sides)) side.clear()
    sides.bids.put(bids)
    sides.asks.put(asks)
  }
  return { bids: sides.bids.ranked(), asks: sides.asks.ranked() }
}

/**
 * For each message of the damaged stream, whether a naive book's best 25 are those that its
 * checksum is of: of the undamaged book at that message.
 */
function replay(before: readonly FeedBook[], stream: readonly FeedBook[]): boolean[] {
  return stream.map((message, step) => {
    const whole = recorded.filter(({ symbol }) => symbol === message.symbol)
    const best = ({ bids, asks }: ReturnType<typeof stateOf>) =>
      JSON.stringify([bids.slice(0, 25), asks.slice(0, 25)])
    return (
      best(stateOf([...before, ...stream.slice(0, step + 1)])) ===
      best(stateOf(whole.slice(0, whole.indexOf(message) + 1)))
    )
  })
}

function never(): never {
  throw new Error('The recording is too short')
}
