import { describe, expect, it } from 'vitest'
import { fraction, isPassed, marksWithin, snap } from './sliderMarks.ts'

describe('sliderMarks', () => {
  it('returns the position of a value as a share', () => {
    expect(fraction(25, { min: 0, max: 100 })).toBe(0.25)
    expect(fraction(1, { min: 1, max: 125 })).toBe(0)
    expect(fraction(125, { min: 1, max: 125 })).toBe(1)
  })
  it('clamps to the rail and handles an empty range', () => {
    expect(fraction(-5, { min: 0, max: 10 })).toBe(0)
    expect(fraction(50, { min: 0, max: 10 })).toBe(1)
    expect(fraction(3, { min: 3, max: 3 })).toBe(0)
  })
  it('fills marks up to the value', () =>
    expect([0, 25, 50].map((mark) => isPassed(mark, 25))).toEqual([true, true, false]))
  it('snaps within one fiftieth of the range', () => {
    const marks = [0, 25, 50, 75, 100]
    expect([23, 27, 22, 28].map((value) => snap(value, { marks, min: 0, max: 100 }))).toEqual([
      25, 25, 22, 28,
    ])
  })
  it('snaps to the nearest of two marks', () =>
    expect([10, 11, 12].map((value) => snap(value, { marks: [10, 12], min: 0, max: 100 }))).toEqual(
      [10, 10, 12],
    ))
  it('ignores marks outside the range', () => {
    expect(marksWithin([0, 1, 25, 125, 150], { min: 1, max: 125 })).toEqual([1, 25, 125])
    expect(
      [1, 2, 124].map((value) =>
        snap(value, { marks: [0, 25, 50, 75, 100, 126], min: 1, max: 125 }),
      ),
    ).toEqual([1, 2, 124])
  })
})
