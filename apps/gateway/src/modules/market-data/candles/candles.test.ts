import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MARKET_PROFILES } from '../generator/profile.ts'
import { nextMood } from '../generator/mood.ts'
import { generateHistory, historyStart } from './generatedCandles.ts'
import { aggregate, continuous, emptyCandle, mergeCandles } from './candle.ts'
import { createSeries } from './createSeries.ts'
import { INTERVAL_MS, INTERVALS, openTimeOf } from './interval.ts'

const NOW = Date.UTC(2026, 10, 21, 4, 37)

describe('intervals (trading 6)', () => {
  it('start weeks on Monday, UTC', () => {
    expect(new Date(openTimeOf('1w', NOW)).toISOString()).toBe('2026-11-16T00:00:00.000Z')
    expect(new Date(openTimeOf('1w', Date.UTC(2026, 10, 16))).toISOString()).toBe(
      '2026-11-16T00:00:00.000Z',
    )
    expect(new Date(openTimeOf('1w', Date.UTC(2026, 10, 16) - 1)).toISOString()).toBe(
      '2026-11-09T00:00:00.000Z',
    )
  })

  it("includes the first millisecond of a span, not the next's", () => {
    for (const interval of INTERVALS) {
      const open = openTimeOf(interval, NOW)
      expect(openTimeOf(interval, open)).toBe(open)
      expect(openTimeOf(interval, open + INTERVAL_MS[interval] - 1)).toBe(open)
      expect(openTimeOf(interval, open + INTERVAL_MS[interval])).toBe(open + INTERVAL_MS[interval])
    }
  })
})

describe('a series', () => {
  const trades = fc.array(
    fc.record({
      ticks: fc.integer({ min: 90, max: 110 }),
      lots: fc.integer({ min: 1, max: 9 }),
      gap: fc.integer({ min: 0, max: 1_000_000 }),
    }),
    { minLength: 1, maxLength: 60 },
  )

  it('reports the same story in every interval', () => {
    fc.assert(
      fc.property(trades, (list) => {
        const series = createSeries({ startTicks: 100, startedAt: NOW })
        let at = NOW
        for (const { ticks, lots, gap } of list) series.trade({ ticks, lots, at: (at += gap) })
        const minutes = series.recent('1m')
        for (const interval of INTERVALS)
          expect(series.recent(interval)).toEqual(aggregate(minutes, interval))
      }),
    )
  })

  it('repeats the close through minutes in which nothing traded', () => {
    const series = createSeries({ startTicks: 100, startedAt: NOW })
    series.trade({ ticks: 105, lots: 2, at: NOW + 1 })
    series.passTo(NOW + 180_000)
    expect(series.recent('1m').slice(1)).toEqual(
      [1, 2, 3].map((minute) => emptyCandle(NOW + minute * 60_000, 105)),
    )
  })

  it('opens a silent candle with its first trade', () => {
    const series = createSeries({ startTicks: 100, startedAt: NOW })
    series.trade({ ticks: 95, lots: 2, at: NOW + 61_000 })
    expect(series.running('1m')).toEqual({
      openTime: NOW + 60_000,
      open: 95,
      high: 95,
      low: 95,
      close: 95,
      lots: 2,
      turnover: 190n,
    })
  })

  it('replaces spans since the feed was lost and keeps earlier ones', () => {
    const series = createSeries({ startTicks: 100, startedAt: NOW })
    const minute = (n: number, ticks: number, lots = 7) => ({
      openTime: NOW + n * 60_000,
      open: ticks,
      high: ticks + 3,
      low: ticks - 3,
      close: ticks + 1,
      lots,
      turnover: 700n,
    })
    series.trade({ ticks: 105, lots: 2, at: NOW + 1 })
    series.trade({ ticks: 106, lots: 2, at: NOW + 60_001 })
    series.takeChanges()
    series.passTo(NOW + 240_000)
    series.trade({ ticks: 130, lots: 1, at: NOW + 240_500 })
    series.mend(
      {
        '1m': [
          minute(0, 1),
          minute(1, 110),
          minute(2, 120),
          minute(3, 125),
          minute(4, 127),
          minute(5, 1),
        ],
      },
      NOW + 60_001,
    )
    const minutes = series.recent('1m')
    expect(minutes.map(({ close }) => close)).toEqual([105, 111, 121, 126, 130])
    expect(minutes[0]?.lots).toBe(2)
    expect(minutes[4]).toEqual({ ...minute(4, 127), high: 130, close: 130 })
    expect(
      series
        .takeChanges()
        .filter(({ interval }) => interval === '1m')
        .map(({ candle }) => candle.close)
        .sort((a, b) => a - b),
    ).toEqual([111, 121, 126, 130])
    // Nothing was received since: the close is theirs.
    series.mend({ '1m': [minute(4, 140)] }, NOW + 241_000)
    expect(series.running('1m')?.close).toBe(141)
    // A span that is fetched smaller than what was received of it keeps what was received.
    series.trade({ ticks: 141, lots: 90, at: NOW + 242_000 })
    series.mend({ '1m': [minute(4, 140)] }, NOW + 241_000)
    expect(series.running('1m')?.lots).toBe(97)
  })

  it('reports each changed candle once for the database', () => {
    const series = createSeries({ startTicks: 100, startedAt: NOW })
    series.takeChanges()
    series.trade({ ticks: 101, lots: 1, at: NOW })
    series.trade({ ticks: 102, lots: 1, at: NOW })
    expect(series.takeChanges().map(({ interval, candle }) => [interval, candle.lots])).toEqual(
      INTERVALS.map((interval) => [interval, 2]),
    )
    expect(series.takeChanges()).toEqual([])
  })
})

describe('the generated past', () => {
  const profile = MARKET_PROFILES['BTCUSDT'] ?? raise()
  const past = generateHistory({
    seed: 'generator:1 BTCUSDT',
    profile,
    endTicks: profile.startTicks,
    endsAt: NOW,
  })

  it('is the same for the same seed and another for another', () => {
    expect(
      generateHistory({
        seed: 'generator:1 BTCUSDT',
        profile,
        endTicks: profile.startTicks,
        endsAt: NOW,
      }),
    ).toEqual(past)
    expect(
      generateHistory({
        seed: 'generator:2 BTCUSDT',
        profile,
        endTicks: profile.startTicks,
        endsAt: NOW,
      }),
    ).not.toEqual(past)
  })

  it('has the same newest candles where the older ones are left out', () => {
    const since = NOW - 2 * INTERVAL_MS['1d'] + 1
    const newest = generateHistory({
      seed: 'generator:1 BTCUSDT',
      profile,
      endTicks: profile.startTicks,
      endsAt: NOW,
      since,
    })
    expect(newest).toEqual(past.slice(-newest.length))
    expect(newest[0]?.openTime).toBeLessThanOrEqual(since)
    expect(newest[1]?.openTime).toBeGreaterThan(since)
  })

  it.each(INTERVALS)('has at least 1,000 candles of %s, without gaps, each sound', (interval) => {
    const from = historyStart(interval, NOW)
    const candles = aggregate(
      past.filter(({ openTime }) => openTime >= from && openTime < openTimeOf(interval, NOW)),
      interval,
    )
    expect(candles.length).toBeGreaterThanOrEqual(1_000)
    for (const [index, { openTime, open, high, low, close, lots }] of candles.entries()) {
      expect(openTime).toBe((candles[0]?.openTime ?? 0) + index * INTERVAL_MS[interval])
      expect(low).toBeLessThanOrEqual(Math.min(open, close))
      expect(high).toBeGreaterThanOrEqual(Math.max(open, close))
      expect(low).toBeGreaterThan(0)
      expect(lots).toBeGreaterThan(0)
    }
  })

  it('ends at the start price, each open being the previous close', () => {
    expect(past.at(-1)?.close).toBe(profile.startTicks)
    for (let index = 1; index < past.length; index++)
      expect(past[index]?.open).toBe(past[index - 1]?.close)
  })
})

describe('filling', () => {
  it('keeps to the limit however long the pause was', () => {
    const filled = continuous([emptyCandle(0, 5)], {
      interval: '1m',
      until: 365 * INTERVAL_MS['1d'],
      limit: 10,
    })
    expect(filled).toHaveLength(10)
    expect(filled.at(-1)?.openTime).toBe(365 * INTERVAL_MS['1d'])
  })

  it('refuses to merge nothing', () => {
    expect(() => mergeCandles(0, [])).toThrow(RangeError)
  })
})

function raise(): never {
  throw new Error('no profile')
}

describe('the volume of the generated past', () => {
  const minutes = generateHistory({
    seed: 'BTCUSDT',
    profile: MARKET_PROFILES['BTCUSDT'] ?? raise(),
    endTicks: 6_183_000,
    endsAt: openTimeOf('1m', NOW),
  }).filter(({ openTime }) => openTime >= NOW - 86_400_000)
  const quarters = Array.from({ length: Math.floor(minutes.length / 15) }, (_, at) =>
    minutes.slice(at * 15, at * 15 + 15).reduce((sum, { lots }) => sum + lots, 0),
  )
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length

  it('differs by a factor of three and more within a day', () => {
    const sorted = quarters.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
    expect(at(0.95) / at(0.05)).toBeGreaterThan(3)
  })

  it('comes in clusters: a busy quarter follows a busy one', () => {
    const logs = quarters.map(Math.log)
    const middle = mean(logs)
    const spread = mean(logs.map((value) => (value - middle) ** 2))
    const together = mean(
      logs.slice(1).map((value, at) => (value - middle) * ((logs[at] ?? 0) - middle)),
    )
    expect(together / spread).toBeGreaterThan(0.4)
  })

  it('keeps the spread of its mood for candles of every length', () => {
    expect(nextMood(1, { length: 0, change: 5 })).toBe(1)
    expect(nextMood(1, { length: 1e12, change: 1 })).toBeCloseTo(0.6)
    expect(Math.abs(nextMood(1, { length: 60_000, change: 0 }))).toBeLessThan(1)
  })
})
