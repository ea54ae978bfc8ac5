import { CANDLE_INTERVALS } from '@x/market'
import { describe, expect, it } from 'vitest'
import { lengthOf, readInterval } from './intervals.ts'

describe('the interval kept in the browser', () => {
  it('is used when it is one of the eight', () => {
    expect(CANDLE_INTERVALS.map(readInterval)).toEqual([...CANDLE_INTERVALS])
  })
  it.each([undefined, null, '', '2h', 'constructor'])('falls back for %o', (stored) => {
    expect(readInterval(stored)).toBe('15m')
  })
  it('grows from one to the next', () => {
    const lengths = CANDLE_INTERVALS.map(lengthOf)
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b))
  })
})
