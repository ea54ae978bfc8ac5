import { describe, expect, it } from 'vitest'
import { countdown } from './useP2pFigures.ts'

describe('the time left to pay', () => {
  it.each([
    [15 * 60_000, '15:00'],
    [14 * 60_000 + 59_001, '15:00'],
    [14 * 60_000 + 59_000, '14:59'],
    [60_000, '01:00'],
    [59_999, '01:00'],
    [59_000, '00:59'],
    // A moment is left until there is none.
    [1, '00:01'],
    [0, '00:00'],
    [-1, '00:00'],
    [-3_600_000, '00:00'],
    [60 * 60_000, '60:00'],
    [100 * 60_000, '100:00'],
  ])('shows %i ms as %s', (milliseconds, text) => {
    expect(countdown(milliseconds)).toBe(text)
  })
})
