import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { percentOf, shareOf } from './Progress.tsx'

describe('progress share', () => {
  it('is clamped between 0 and 1', () => {
    expect([0, 25, 100, -5, 200].map((value) => shareOf(value, { max: 100 }))).toEqual([
      0, 0.25, 1, 0, 1,
    ])
    expect(shareOf(2, { max: 8 })).toBe(0.25)
  })
  it.each([
    [undefined, 100],
    [Number.NaN, 100],
    [Infinity, 100],
    [5, 0],
    [5, -1],
    [5, Number.NaN],
  ])('is unknown for %s of %s', (value, max) => {
    expect(shareOf(value, { max })).toBeUndefined()
  })
  it('is 100 % only when complete', () => {
    expect([1, 0.999, 0.9999999999, 0.005, 0].map(percentOf)).toEqual([100, 99, 99, 0, 0])
  })
  it('keeps whole percents', () => {
    for (let percent = 0; percent <= 100; percent += 1)
      expect(percentOf(percent / 100)).toBe(percent)
  })
  it('never decreases with the value', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (a, b) => {
          expect(percentOf(Math.max(a, b))).toBeGreaterThanOrEqual(percentOf(Math.min(a, b)))
        },
      ),
    )
  })
})
