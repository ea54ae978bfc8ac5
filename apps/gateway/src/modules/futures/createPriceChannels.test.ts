import { describe, expect, it } from 'vitest'
import { contractNamed } from './ports/contracts.ts'
import { createPriceChannels, priceOrNull, type MarkView } from './createPriceChannels.ts'
import type { PriceCandles } from './prices/priceCandles.ts'

interface Candle {
  readonly openTime: number
  readonly close: number
}
const candle = ({ openTime, close }: Candle) => ({
  openTime,
  open: 600_000,
  high: 600_100,
  low: 599_900,
  close,
  lots: 0,
  turnover: 0n,
})

function open({ hasCandles = true } = {}) {
  let now = 1_000
  let reads = 0
  let mark: string | null = '60000.0'
  let candles: readonly Candle[] = []
  const asked: string[] = []
  const source: Pick<PriceCandles, 'running' | 'since'> = {
    running: (contract, kind, interval) => {
      asked.push(`${contract} ${kind} ${interval}`)
      return candles.map(candle).at(-1)
    },
    since: (_contract, _kind, { openTime }) =>
      candles.filter((each) => each.openTime >= openTime).map(candle),
  }
  const channels = createPriceChannels({
    now: () => now,
    markOf: (): MarkView => {
      reads += 1
      return { mark, index: '60000.0', rate: '0.0001', nextAt: 9, openInterest: '0' }
    },
    candles: hasCandles ? { ...source, add() {}, read: () => Promise.resolve([]) } : undefined,
  })
  return {
    channels,
    asked,
    reads: () => reads,
    pass: (ms: number) => void (now += ms),
    setMark: (next: string | null) => void (mark = next),
    setCandles: (...next: readonly Candle[]) => void (candles = next),
  }
}
const BTC = { symbol: 'BTCUSDT', product: 'usdt' } as const
const read = (texts: readonly string[]) =>
  texts.map((text) => JSON.parse(text) as Readonly<Record<string, unknown>>)

describe('topics of prices (futures 11)', () => {
  it.each([
    ['mark@1s', 'usdt', 'BTCUSDT', true],
    ['mark@1s', 'coin', 'BTCUSD', true],
    ['mark@1s', 'coin', 'BTCUSDT', false],
    ['mark@1s', 'usdt', 'NONE', false],
    ['mark@2s', 'usdt', 'BTCUSDT', false],
    ['mark', 'usdt', 'BTCUSDT', false],
    ['candle_mark_1m', 'usdt', 'BTCUSDT', true],
    ['candle_index_1d', 'usdt', 'BTCUSDT', true],
    ['candle_last_1m', 'usdt', 'BTCUSDT', false],
    ['candle_mark_7m', 'usdt', 'BTCUSDT', false],
    ['candle_mark_', 'usdt', 'BTCUSDT', false],
    ['candle_mark_1m ', 'usdt', 'BTCUSDT', false],
    ['candle_mark_toString', 'usdt', 'BTCUSDT', false],
  ] as const)('open %s of %s %s: %s', (topic, product, symbol, isOpen) =>
    expect(open().channels({ topic, product, symbol }) !== undefined).toBe(isOpen),
  )

  it('are none of the pair of the same name', () => {
    const { channels } = open()
    expect(channels({ topic: 'mark@1s', symbol: 'BTCUSDT' })).toBeUndefined()
    expect(channels({ topic: 'mark@1s', symbol: 'BTCUSDT', product: 'spot' })).toBeUndefined()
  })

  it('have no candles where none are kept', () => {
    const { channels } = open({ hasCandles: false })
    expect(channels({ ...BTC, topic: 'candle_mark_1m' })).toBeUndefined()
    expect(channels({ ...BTC, topic: 'mark@1s' })).toBeDefined()
  })
})

describe('the topic of the mark', () => {
  it('begins with all that is known', () => {
    const channel = open().channels({ ...BTC, topic: 'mark@1s' })
    expect(read([channel?.snapshot() ?? ''])).toMatchObject([
      { seq: 0, mark: '60000.0', index: '60000.0', rate: '0.0001', nextAt: 9, openInterest: '0' },
    ])
  })

  it('has news once a second, however often it is asked', () => {
    const { channels, pass, reads, setMark } = open()
    const channel = channels({ ...BTC, topic: 'mark@1s' })
    setMark('60001.0')
    pass(999)
    expect(channel?.deltas()).toEqual([])
    expect(reads()).toBe(1)
    pass(1)
    expect(read(channel?.deltas() ?? [])).toMatchObject([{ seq: 1, prevSeq: 0, mark: '60001.0' }])
    expect(channel?.deltas()).toEqual([])
    expect(reads()).toBe(2)
  })

  it('is silent while nothing changes, and says when a mark is gone', () => {
    const { channels, pass, setMark } = open()
    const channel = channels({ ...BTC, topic: 'mark@1s' })
    pass(1_000)
    expect(channel?.deltas()).toEqual([])
    setMark(null)
    pass(1_000)
    expect(read(channel?.deltas() ?? [])).toMatchObject([{ seq: 1, mark: null }])
  })
})

describe('the topic of a candle', () => {
  it('is asked for the contract, the kind and the interval', () => {
    const { channels, asked } = open()
    channels({ symbol: 'ETHUSD', product: 'coin', topic: 'candle_index_5m' })
    expect(asked).toEqual(['coin/ETHUSD index 5m'])
  })

  it('sends a candle that closed once more, then the new one', () => {
    const { channels, setCandles } = open()
    setCandles({ openTime: 60_000, close: 600_000 })
    const channel = channels({ ...BTC, topic: 'candle_mark_1m' })
    setCandles({ openTime: 60_000, close: 600_050 }, { openTime: 120_000, close: 600_060 })
    const closes = read(channel?.deltas() ?? []).map((each) => JSON.stringify(each['candle']))
    expect(closes).toHaveLength(2)
    expect(closes[0]).toContain('60005.0')
    expect(closes[1]).toContain('60006.0')
    expect(channel?.deltas()).toEqual([])
  })
})

describe('a price that may be missing', () => {
  const contract = contractNamed('BTCUSDT')
  it.each([
    [undefined, null],
    [0, null],
    [1, '0.1'],
    [600_000, '60000.0'],
  ])('is for %j ticks %j', (ticks, text) => expect(priceOrNull(ticks, contract)).toBe(text))
})
