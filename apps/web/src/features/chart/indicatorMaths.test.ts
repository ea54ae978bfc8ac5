import { describe, expect, it } from 'vitest'
import {
  combine,
  cumulated,
  deviation,
  difference,
  ema,
  highest,
  lowest,
  regression,
  rma,
  shifted,
  sma,
  sum,
  windowAt,
  wma,
} from './indicatorMaths.ts'

const closes = [10, 12, 11, 15, 14, 18, 17, 21]
const gap = [undefined, 4, 6, undefined, 8, 10]

describe('series of indicators', () => {
  it('take the last values, oldest first', () => {
    expect(windowAt(closes, { at: 4, length: 3 })).toEqual([11, 15, 14])
    expect(windowAt(closes, { at: 1, length: 3 })).toBeUndefined()
    expect(windowAt(gap, { at: 3, length: 2 })).toBeUndefined()
  })

  it('average plainly once there are enough candles', () => {
    expect(sma(closes, 4)).toEqual([undefined, undefined, undefined, 12, 13, 14.5, 16, 17.5])
  })

  it('sum, and find the highest and the lowest', () => {
    expect(sum(closes, 3).slice(2)).toEqual([33, 38, 40, 47, 49, 56])
    expect(highest(closes, 3).slice(2)).toEqual([12, 15, 15, 18, 18, 21])
    expect(lowest(closes, 3).slice(2)).toEqual([10, 11, 11, 14, 14, 17])
  })

  it('use the root of the mean square as deviation', () => {
    expect(deviation([2, 4, 4, 4, 5, 5, 7, 9], 8).at(-1)).toBe(2)
    expect(deviation([3, 3, 3], 3).at(-1)).toBe(0)
  })

  it('weigh exponentially from a plain average on', () => {
    const values = ema([2, 4, 6, 8], 3)
    expect(values).toEqual([undefined, undefined, 4, 6])
  })

  it('use the average of Wilder', () => {
    expect(rma([3, 3, 3, 6], 3)).toEqual([undefined, undefined, 3, 4])
  })

  it('weigh linearly and fit a line', () => {
    expect(wma([1, 2, 3], 3).at(-1)).toBeCloseTo((1 + 4 + 9) / 6, 12)
    expect(regression([2, 4, 6, 8], 4).at(-1)).toBe(8)
    expect(regression([5, 5, 5, 5], 4).at(-1)).toBe(5)
  })

  it('pass over what is missing', () => {
    expect(combine((a, b = 0) => a + b, gap, closes)).toEqual([
      undefined,
      16,
      17,
      undefined,
      22,
      28,
    ])
    expect(combine((a, b = 0) => a / b, [1, 1], [0, 2])).toEqual([undefined, 0.5])
  })

  it('add up, move and differ', () => {
    expect(shifted([1, 2, 3], 1)).toEqual([undefined, 1, 2])
    expect(difference([1, 4, 9])).toEqual([undefined, 3, 5])
    expect(difference([1, 4, 9], 2)).toEqual([undefined, undefined, 8])
    expect(cumulated([1, undefined, 2])).toEqual([1, 1, 3])
  })
})
