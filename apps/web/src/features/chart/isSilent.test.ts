import { describe, expect, it } from 'vitest'
import { hasSilence, isSilent } from './isSilent.ts'

const candle = (volume: number, high = 5) => ({
  timestamp: 0,
  open: 5,
  high,
  low: 5,
  close: 5,
  volume,
})
const row = (pattern: string) => [...pattern].map((letter) => candle(letter === '.' ? 0 : 1))

describe('a candle in which nothing traded', () => {
  it('has neither volume nor height', () => {
    expect([candle(0), candle(1), candle(0, 6)].map(isSilent)).toEqual([true, false, false])
  })

  it.each([
    ['...', true],
    ['x...x', true],
    ['..x..', false],
    ['x', false],
    ['', false],
  ])('counts as silence with two more of its kind: %j', (pattern, expected) => {
    expect(hasSilence(row(pattern))).toBe(expected)
  })
})
