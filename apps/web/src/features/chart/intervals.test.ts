import { CANDLE_INTERVALS } from '@x/market'
import { describe, expect, it } from 'vitest'
import { endOf, isServed, lengthOf, parseInterval, periodOf, readInterval } from './intervals.ts'

describe('the interval kept in the browser', () => {
  it('is used when it is one of the eight', () => {
    expect(CANDLE_INTERVALS.map(readInterval)).toEqual([...CANDLE_INTERVALS])
  })
  it.each(['1s', '59s', '7m', '239m', '2h', '167h', '3d', '12w', '1M', '12M'])(
    'is used when it is one of the trader’s own: %s',
    (stored) => {
      expect(readInterval(stored)).toBe(stored)
    },
  )
  it.each([undefined, null, '', '2x', '0m', '07m', '60s', '240m', '13M', '-1h', 'constructor'])(
    'falls back for %o',
    (stored) => {
      expect(readInterval(stored)).toBe('15m')
    },
  )
  it('grows from one to the next', () => {
    const lengths = CANDLE_INTERVALS.map(lengthOf)
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b))
  })
})

describe('an interval', () => {
  it('is known to the server or not', () => {
    expect((['1m', '1w', '2m', '1s', '1M'] as const).map(isServed)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
  it.each([
    ['1s', { type: 'second', span: 1 }],
    ['45m', { type: 'minute', span: 45 }],
    ['2h', { type: 'hour', span: 2 }],
    ['3d', { type: 'day', span: 3 }],
    ['2w', { type: 'week', span: 2 }],
    ['1M', { type: 'month', span: 1 }],
  ] as const)('is a period of the chart library: %s', (interval, period) => {
    expect(periodOf(interval)).toEqual(period)
  })
  it.each([
    ['45m', Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1, 0, 45)],
    ['1M', Date.UTC(2028, 1, 1), Date.UTC(2028, 2, 1)],
    ['3M', Date.UTC(2026, 9, 1), Date.UTC(2027, 0, 1)],
  ] as const)('ends where the next one begins: %s', (interval, from, to) => {
    expect(endOf(interval, from)).toBe(to)
  })
  it('is none of what has no unit or no number', () => {
    expect([parseInterval('5'), parseInterval('m'), parseInterval(' 5m')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
