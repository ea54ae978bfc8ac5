import fc from 'fast-check'
import type { KLineData } from 'klinecharts'
import { describe, expect, it } from 'vitest'
import type { ChartInterval } from './intervals.ts'
import { barsOfTrades, joinBars } from './ownCandles.ts'
import { openTimeOf } from './ownIntervals.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

const bar = (timestamp: number, prices: readonly number[], volume = 1): KLineData => ({
  timestamp,
  open: prices[0] ?? 0,
  high: Math.max(...prices),
  low: Math.min(...prices),
  close: prices.at(-1) ?? 0,
  volume,
})

/** Candles of a minute, one after the other, some of them missing. */
const minutes = fc
  .array(
    fc.record({
      gap: fc.constantFrom(1, 1, 1, 2, 9),
      prices: fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 4 }),
      volume: fc.integer({ min: 0, max: 50 }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((rows) => {
    let at = 0
    return rows.map(({ gap, prices, volume }) => bar((at += gap) * MINUTE, prices, volume))
  })
const interval = fc.constantFrom<ChartInterval>('2m', '7m', '45m', '3h')
const volumeOf = (bars: readonly KLineData[]) =>
  bars.reduce((sum, { volume = 0 }) => sum + volume, 0)

describe('candles joined from shorter ones', () => {
  it('have all that was traded in them, once', () => {
    fc.assert(
      fc.property(minutes, interval, (bars, longer) => {
        expect(volumeOf(joinBars(bars, longer))).toBe(volumeOf(bars))
      }),
    )
  })

  it('begin, reach and end as their parts do', () => {
    fc.assert(
      fc.property(minutes, interval, (bars, longer) => {
        for (const joined of joinBars(bars, longer)) {
          const parts = bars.filter(
            (part) => openTimeOf(longer, part.timestamp) === joined.timestamp,
          )
          expect(joined).toMatchObject({
            open: parts[0]?.open,
            close: parts.at(-1)?.close,
            high: Math.max(...parts.map(({ high }) => high)),
            low: Math.min(...parts.map(({ low }) => low)),
          })
        }
      }),
    )
  })

  it('come in their order, each span once', () => {
    fc.assert(
      fc.property(minutes, interval, (bars, longer) => {
        const times = joinBars(bars, longer).map(({ timestamp }) => timestamp)
        expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b))
        for (const time of times) expect(openTimeOf(longer, time)).toBe(time)
      }),
    )
  })

  it('are the same joined at once or in two steps', () => {
    fc.assert(
      fc.property(minutes, (bars) => {
        expect(joinBars(joinBars(bars, '5m'), '15m')).toEqual(joinBars(bars, '15m'))
      }),
    )
  })

  it('are none of none', () => {
    expect(joinBars([], '2h')).toEqual([])
  })

  it('count a part without a volume as silent', () => {
    const { volume: _, ...silent } = bar(0, [5])
    expect(joinBars([silent, bar(MINUTE, [6], 2)], '2m')).toEqual([
      { timestamp: 0, open: 5, high: 6, low: 5, close: 6, volume: 2 },
    ])
  })
})

describe('candles made of trades', () => {
  const trade = (ts: number, price: number, size = 1) => ({
    ts,
    price: String(price),
    size: String(size),
  })
  /** Trades in their order; pauses of up to a minute. */
  const trades = fc
    .array(
      fc.record({
        pause: fc.integer({ min: 0, max: 60 * SECOND }),
        price: fc.integer({ min: 1, max: 99 }),
        size: fc.integer({ min: 1, max: 9 }),
      }),
      { minLength: 1, maxLength: 30 },
    )
    .map((rows) => {
      let at = 0
      return rows.map(({ pause, price, size }) => trade((at += pause), price, size))
    })

  it('have each trade once, and nothing besides', () => {
    fc.assert(
      fc.property(trades, fc.constantFrom<ChartInterval>('1s', '5s', '30s'), (list, each) => {
        const bars = barsOfTrades(list, { interval: each, last: undefined })
        expect(volumeOf(bars)).toBe(list.reduce((sum, { size }) => sum + Number(size), 0))
        expect(bars.at(-1)?.close).toBe(Number(list.at(-1)?.price))
      }),
    )
  })

  it('follow one another without a hole', () => {
    fc.assert(
      fc.property(trades, (list) => {
        const bars = barsOfTrades(list, { interval: '5s', last: undefined })
        for (const [index, { timestamp }] of bars.entries())
          if (index > 0) expect(timestamp - (bars[index - 1]?.timestamp ?? 0)).toBe(5 * SECOND)
      }),
    )
  })

  it('are the same in one call or in two', () => {
    fc.assert(
      fc.property(trades, fc.nat({ max: 30 }), (list, at) => {
        const whole = barsOfTrades(list, { interval: '5s', last: undefined })
        const first = barsOfTrades(list.slice(0, at), { interval: '5s', last: undefined })
        const second = barsOfTrades(list.slice(at), { interval: '5s', last: first.at(-1) })
        expect([...first.slice(0, -1), ...second]).toEqual(whole)
      }),
    )
  })

  it('agree with the seconds joined', () => {
    fc.assert(
      fc.property(trades, (list) => {
        const seconds = barsOfTrades(list, { interval: '1s', last: undefined })
        const joined = joinBars(seconds, '30s')
        const direct = barsOfTrades(list, { interval: '30s', last: undefined })
        // A silent second holds the price before it, which the span that it begins has not.
        expect(joined.map(({ timestamp, close, volume }) => [timestamp, close, volume])).toEqual(
          direct.map(({ timestamp, close, volume }) => [timestamp, close, volume]),
        )
      }),
    )
  })

  it.each([
    ['as long as a market may be silent', 300, 301],
    ['longer than that', 301, 2],
  ])('fill a silence that is %s', (_, seconds, count) => {
    const bars = barsOfTrades([trade(0, 10), trade(seconds * SECOND, 12)], {
      interval: '1s',
      last: undefined,
    })
    expect(bars).toHaveLength(count)
  })

  it('take a trade that came late into the last candle', () => {
    const last = bar(10 * SECOND, [10, 12])
    expect(barsOfTrades([trade(3 * SECOND, 9)], { interval: '1s', last })).toEqual([
      { ...last, low: 9, close: 9, volume: 2 },
    ])
  })

  it('are what they were without trades', () => {
    const last = bar(0, [1])
    expect(barsOfTrades([], { interval: '1s', last })).toEqual([last])
    expect(barsOfTrades([], { interval: '1s', last: undefined })).toEqual([])
  })
})
