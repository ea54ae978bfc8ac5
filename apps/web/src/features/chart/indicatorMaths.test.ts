import fc from 'fast-check'
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
  type Series,
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

describe('averages of any closes', () => {
  const price = fc.integer({ min: 1, max: 10_000 })
  const course = fc.record({
    values: fc.array(price, { minLength: 1, maxLength: 40 }),
    length: fc.integer({ min: 1, max: 12 }),
  })
  const AVERAGES = { sma, ema, rma, wma } as const
  const names = fc.constantFrom(...(Object.keys(AVERAGES) as (keyof typeof AVERAGES)[]))

  it('lie between the lowest and the highest close so far', () => {
    fc.assert(
      fc.property(course, names, ({ values, length }, name) => {
        for (const [at, average] of AVERAGES[name](values, length).entries()) {
          const known = values.slice(0, at + 1)
          if (average === undefined) expect(at + 1, name).toBeLessThan(length)
          else {
            expect(average, name).toBeGreaterThanOrEqual(Math.min(...known) - 1e-6)
            expect(average, name).toBeLessThanOrEqual(Math.max(...known) + 1e-6)
          }
        }
      }),
    )
  })

  it('do not change when later candles come', () => {
    fc.assert(
      fc.property(course, names, price, ({ values, length }, name, next) => {
        const before = AVERAGES[name](values, length)
        expect(AVERAGES[name]([...values, next], length).slice(0, -1)).toEqual(before)
      }),
    )
  })

  it('grow with a multiple of all closes', () => {
    fc.assert(
      fc.property(course, names, ({ values, length }, name) => {
        const tenfold = AVERAGES[name](
          values.map((value) => value * 10),
          length,
        )
        for (const [at, average] of AVERAGES[name](values, length).entries())
          if (average !== undefined) expect(tenfold[at]).toBeCloseTo(average * 10, 4)
      }),
    )
  })

  it('are the closes themselves over a length of one', () => {
    fc.assert(
      fc.property(course, names, ({ values }, name) => {
        expect(AVERAGES[name](values, 1)).toEqual(values)
      }),
    )
  })

  it('agree with the slope of a line through any points', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -50, max: 50 }),
        fc.integer({ min: -50, max: 50 }),
        fc.integer({ min: 1, max: 9 }),
        (start, slope, length) => {
          const values = Array.from({ length: 12 }, (_, at) => start + slope * at)
          const fitted = regression(values, length)
          for (const [at, value] of fitted.entries())
            if (at + 1 < length) expect(value).toBeUndefined()
            else expect(value).toBeCloseTo(values[at] ?? 0, 6)
        },
      ),
    )
  })
})

describe('series with gaps', () => {
  it.each([
    ['sum', sum(gap, 2), [undefined, undefined, 10, undefined, undefined, 18]],
    ['highest', highest(gap, 2), [undefined, undefined, 6, undefined, undefined, 10]],
    ['lowest', lowest(gap, 2), [undefined, undefined, 4, undefined, undefined, 8]],
    ['wma', wma(gap, 2), [undefined, undefined, 16 / 3, undefined, undefined, 28 / 3]],
    ['regression', regression(gap, 2), [undefined, undefined, 6, undefined, undefined, 10]],
    ['difference', difference(gap), [undefined, undefined, 2, undefined, undefined, 2]],
    ['shifted', shifted(gap, 2), [undefined, undefined, undefined, 4, 6, undefined]],
    ['cumulated', cumulated(gap), [0, 4, 10, 10, 18, 28]],
  ] satisfies readonly (readonly [string, Series, Series])[])(
    'have no value over a gap: %s',
    (_, series, values) => expect(series).toEqual(values),
  )

  it('go on with the average before the gap', () => {
    expect(ema([2, 4, undefined, 9], 2)).toEqual([undefined, 3, undefined, 7])
    expect(rma([2, 4, undefined, 9], 2)).toEqual([undefined, 3, undefined, 6])
  })

  it('join as long as the first series is', () => {
    expect(combine((a, b = 0) => a - b, [5, 6, 7], [1, 2])).toEqual([4, 4, undefined])
    expect(combine((a) => a, [])).toEqual([])
    expect(combine(() => 1)).toEqual([])
  })

  it('leave out what no number is', () => {
    expect(combine((a) => Math.log(a), [-1, 0, 1])).toEqual([undefined, undefined, 0])
  })
})
