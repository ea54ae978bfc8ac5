import { describe, expect, it } from 'vitest'
import { parseInterval } from './intervals.ts'
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
