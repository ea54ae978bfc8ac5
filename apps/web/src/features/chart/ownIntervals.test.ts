import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChartInterval, endOf, lengthOf, parseInterval } from './intervals.ts'
import {
  addOwnInterval,
  intervalsWith,
  OFFERED,
  openTimeOf,
  readOwnInterval,
  readOwnIntervals,
  sourceOf,
} from './ownIntervals.ts'

describe('an interval that the trader types', () => {
  it.each([
    ['7m', '7m'],
    [' 2 H ', '2h'],
    ['1M', '1M'],
    ['1m', '1m'],
    ['120m', '2h'],
    ['1440m', '1d'],
    ['90s', undefined],
    ['3600s', '1h'],
    ['7d', '1w'],
    ['14D', '2w'],
    ['', undefined],
    ['0m', undefined],
    ['1.5h', undefined],
    ['5', undefined],
    ['5x', undefined],
    ['13M', undefined],
    ['999999m', undefined],
  ])('is read: %j is %s', (typed, interval) => {
    expect(readOwnInterval(typed)).toBe(interval)
  })
})

describe('the intervals to choose from', () => {
  it('run from a second to a month, each storable', () => {
    expect([OFFERED[0], OFFERED.at(-1)]).toEqual(['1s', '1M'])
    expect(OFFERED.map(parseInterval)).toEqual([...OFFERED])
  })
  it('have the trader’s own in their place, once each', () => {
    const all = intervalsWith(['7m', '1h'])
    expect(all.filter((each) => each === '1h')).toHaveLength(1)
    expect(all.slice(all.indexOf('5m'), all.indexOf('15m'))).toEqual(['5m', '7m'])
  })
  it('keep the last eight that were added', () => {
    let stored: string | undefined
    for (const count of [1, 2, 3, 4, 6, 7, 8, 9, 2, 10])
      stored = addOwnInterval(stored, `${count}h`)
    expect(readOwnIntervals(stored)).toEqual(['2h', '3h', '4h', '6h', '7h', '8h', '9h', '10h'])
  })
  it('pass over what storage has from elsewhere', () => {
    expect(readOwnIntervals('7m,nonsense,,7m,0h')).toEqual(['7m'])
    expect(readOwnIntervals(null)).toEqual([])
  })
})

it.each([
  ['1s', undefined],
  ['2m', '1m'],
  ['7m', '1m'],
  ['45m', '15m'],
  ['90m', '30m'],
  ['2h', '1h'],
  ['8h', '4h'],
  ['3d', '1d'],
  ['2w', '1w'],
  ['1M', '1d'],
  ['1w', '1w'],
] as const)('makes %s of the longest candles that fit: %s', (interval, source) => {
  expect(sourceOf(interval)).toBe(source)
})

it.each([
  ['1s', Date.UTC(2026, 10, 28, 23, 59, 59, 999), Date.UTC(2026, 10, 28, 23, 59, 59)],
  ['2h', Date.UTC(2026, 10, 28, 23, 59), Date.UTC(2026, 10, 28, 22)],
  ['1w', Date.UTC(2026, 10, 29), Date.UTC(2026, 10, 23)],
  ['1M', Date.UTC(2026, 10, 28), Date.UTC(2026, 10, 1)],
  ['3M', Date.UTC(2026, 11, 31), Date.UTC(2026, 9, 1)],
  ['12M', Date.UTC(2026, 11, 31), Date.UTC(2026, 0, 1)],
] as const)('knows when the candle of %s that holds a moment opened', (interval, at, opened) => {
  expect(openTimeOf(interval, at)).toBe(opened)
  expect(openTimeOf(interval, opened)).toBe(opened)
})

describe('the spans of any interval', () => {
  const interval = fc
    .tuple(fc.integer({ min: 1, max: 240 }), fc.constantFrom('s', 'm', 'h', 'd', 'w', 'M'))
    .map(([count, unit]) => parseInterval(`${count}${unit}`))
    .filter((each): each is ChartInterval => each !== undefined)
  const moment = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) })

  it('hold each moment once, without a hole between them', () => {
    fc.assert(
      fc.property(interval, moment, (each, at) => {
        const opened = openTimeOf(each, at)
        const ends = endOf(each, opened)
        expect(opened).toBeLessThanOrEqual(at)
        expect(ends).toBeGreaterThan(at)
        expect(openTimeOf(each, opened)).toBe(opened)
        expect(openTimeOf(each, ends - 1)).toBe(opened)
        expect(openTimeOf(each, ends)).toBe(ends)
      }),
    )
  })

  it('are made of whole candles of their source', () => {
    fc.assert(
      fc.property(interval, moment, (each, at) => {
        const source = sourceOf(each)
        if (!source) return void expect(lengthOf(each) % 60_000).not.toBe(0)
        const opened = openTimeOf(each, at)
        expect(openTimeOf(source, opened)).toBe(opened)
        expect(openTimeOf(source, endOf(each, opened))).toBe(endOf(each, opened))
        return undefined
      }),
    )
  })

  it('are typed as they are written', () => {
    fc.assert(
      fc.property(interval, (each) => {
        const read = readOwnInterval(each)
        expect(read).toBeDefined()
        if (read) expect(lengthOf(read)).toBe(lengthOf(each))
        if (read) expect(readOwnInterval(read)).toBe(read)
      }),
    )
  })
})

describe('intervals that are added', () => {
  it.each([
    [undefined, '7m', '7m'],
    ['7m', '7m', '7m'],
    ['7m,2h', '7m', '2h,7m'],
    ['nonsense,0h', '7m', '7m'],
    ['1h,2h,3h,4h,5h,6h,7h,8h', '9h', '2h,3h,4h,5h,6h,7h,8h,9h'],
    ['1h,2h,3h,4h,5h,6h,7h,8h', '1h', '2h,3h,4h,5h,6h,7h,8h,1h'],
  ] as const)('to %j: %s', (stored, interval, next) => {
    expect(addOwnInterval(stored, interval)).toBe(next)
  })

  it('are listed by length, not by when they were added', () => {
    expect(readOwnIntervals('1M,2w,90m,45s,7d')).toEqual(['45s', '90m', '7d', '2w', '1M'])
  })
})
