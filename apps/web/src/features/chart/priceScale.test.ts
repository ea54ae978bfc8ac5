import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  digitsOf,
  edgeNotice,
  niceStep,
  stackTags,
  TAG_HEIGHT,
  type TagSpan,
  valueMarks,
} from './priceScale.ts'

const linear = (from: number, to: number) => ({
  displayFrom: from,
  displayTo: to,
  realFrom: from,
  realTo: to,
})

describe('marks of a value axis', () => {
  it('steps by one, two or five times a power of ten', () => {
    expect([0.000_003, 0.07, 1, 1.1, 80, 320, 5_100].map(niceStep)).toEqual([
      0.000_005, 0.1, 1, 2, 100, 500, 10_000,
    ])
    expect([niceStep(0), niceStep(Number.NaN)]).toEqual([0, 0])
  })

  it('keeps its marks round and apart at any height and range', () => {
    for (const height of [60, 240, 441, 900])
      for (const [from, to] of [
        [61_687, 62_330],
        [0.000_013_9, 0.000_014_4],
        [-120, 40],
      ] as const) {
        const { step, marks } = valueMarks(linear(from, to), { height })
        expect(marks.length).toBeGreaterThan(0)
        expect(Number((step / 10 ** Math.floor(Math.log10(step) + 1e-9)).toFixed(6))).toSatisfy(
          (factor: number) => [1, 2, 5].includes(factor),
        )
        for (const [index, { value, at }] of marks.entries()) {
          expect(Math.abs(value / step - Math.round(value / step))).toBeLessThan(1e-6)
          expect(at >= 8 && at <= height - 8).toBe(true)
          const before = marks[index - 1]
          if (before) expect(before.at - at).toBeGreaterThanOrEqual(TAG_HEIGHT)
        }
      }
  })

  it('places marks by their logarithm on a logarithmic axis', () => {
    const span = { displayFrom: 100, displayTo: 10_000, realFrom: 2, realTo: 4 }
    const { marks } = valueMarks(span, { height: 400, isLogarithmic: true })
    for (const { value, at } of marks) expect(at).toBe(Math.round((4 - Math.log10(value)) * 200))
  })

  it('writes as many digits as its step needs', () => {
    expect([0.05, 0.2, 1, 50].map(digitsOf)).toEqual([2, 1, 0, 0])
  })
})

describe('tags on the axis of prices', () => {
  const overlaps = (middles: readonly number[]) => {
    const sorted = middles.toSorted((a, b) => a - b)
    return sorted.filter((at, index) => index > 0 && at - (sorted[index - 1] ?? 0) < TAG_HEIGHT)
  }

  it('moves tags apart without covering the last price', () => {
    const fixed = [{ top: 190, bottom: 223 }]
    const placed = stackTags([10, 195, 200, 205, 210, 398], { height: 400, fixed })
    expect(overlaps(placed)).toEqual([])
    for (const middle of placed)
      expect(middle + TAG_HEIGHT / 2 <= 190 || middle - TAG_HEIGHT / 2 >= 223).toBe(true)
    expect(placed.every((at) => at >= TAG_HEIGHT / 2 && at <= 400 - TAG_HEIGHT / 2)).toBe(true)
  })

  it('leaves tags alone that are far apart', () => {
    expect(stackTags([300, 100], { height: 400 })).toEqual([300, 100])
  })

  it('names the nearest line off scale with the number of others', () => {
    const view = { prices: [50, 80, 120, 150, 160], from: 90, to: 110 }
    expect([50, 80, 120, 150].map((price) => edgeNotice(price, view))).toEqual([
      undefined,
      { edge: 'below', more: 1 },
      { edge: 'above', more: 2 },
      undefined,
    ])
    expect(edgeNotice(100, { ...view, prices: [100] })).toBeUndefined()
  })
})

describe('the steps of an axis', () => {
  const positive = fc.double({ min: 1e-9, max: 1e9, noNaN: true })

  it('are the smallest round ones not below a number', () => {
    fc.assert(
      fc.property(positive, (least) => {
        const step = niceStep(least)
        expect(step).toBeGreaterThanOrEqual(least * (1 - 1e-8))
        // The step before is 2 or 2.5 times smaller.
        expect(step / 2.5).toBeLessThan(least)
      }),
    )
  })

  it('stay themselves', () => {
    fc.assert(
      fc.property(fc.constantFrom(1, 2, 5), fc.integer({ min: -9, max: 9 }), (factor, power) => {
        const step = Number(`${factor}e${power}`)
        expect(niceStep(step)).toBe(step)
      }),
    )
  })

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('are none of %d', (least) => {
    expect(niceStep(least)).toBe(0)
  })

  it.each([
    [0.000_000_01, 8],
    [0.000_000_000_1, 8],
    [0.5, 1],
    [0.25, 1],
    [10, 0],
    [0, 0],
    [-1, 0],
    [Number.NaN, 0],
  ])('need as many digits as distinguish multiples of %d: %i', (step, digits) => {
    expect(digitsOf(step)).toBe(digits)
  })
})

describe('marks within a span', () => {
  it('stand where their value lies between the ends', () => {
    // 190 px hold five steps of at least 38 px: 0 to 100 in steps of 20.
    expect(valueMarks(linear(0, 100), { height: 190 })).toEqual({
      step: 20,
      marks: [
        { value: 20, at: 152 },
        { value: 40, at: 114 },
        { value: 60, at: 76 },
        { value: 80, at: 38 },
      ],
    })
  })

  it('say zero without a sign', () => {
    const { marks } = valueMarks(linear(-3, 47), { height: 200 })
    expect(marks[0]?.value).toBe(0)
    expect(Object.is(marks[0]?.value, -0)).toBe(false)
  })

  it('have three steps on the lowest axis', () => {
    expect(valueMarks(linear(0, 30), { height: 20 }).step).toBe(10)
  })

  it.each([
    ['no height of values', linear(5, 5)],
    ['ends in the wrong order', linear(6, 5)],
  ])('are none of %s', (_, span) => {
    expect(valueMarks(span, { height: 300 })).toEqual({ step: 0, marks: [] })
  })

  it('keep half a line from both edges', () => {
    // 0 and 100 lie on the edges.
    const values = valueMarks(linear(0, 100), { height: 400 }).marks.map(({ value }) => value)
    expect([values.at(0), values.at(-1)]).toEqual([10, 90])
  })

  it('pass over what no logarithm has', () => {
    const span = { displayFrom: -50, displayTo: 1_000, realFrom: 0, realTo: 3 }
    const { marks } = valueMarks(span, { height: 300, isLogarithmic: true })
    expect(marks.map(({ value }) => value)).toEqual([200, 400, 800])
  })
})

describe('tags of any places', () => {
  const HEIGHT = 600
  const half = TAG_HEIGHT / 2
  const span = fc
    .record({ top: fc.integer({ min: 0, max: 560 }), height: fc.integer({ min: 18, max: 34 }) })
    .map(({ top, height }): TagSpan => ({ top, bottom: top + height }))
  const places = fc.array(fc.integer({ min: -20, max: 620 }), { maxLength: 8 })
  const covers = (middle: number, { top, bottom }: TagSpan) =>
    middle + half > top && middle - half < bottom

  it('never cover another, nor what is fixed, nor an edge', () => {
    fc.assert(
      fc.property(places, fc.array(span, { maxLength: 3 }), (wanted, fixed) => {
        const placed = stackTags(wanted, { height: HEIGHT, fixed })
        for (const [index, middle] of placed.entries()) {
          expect(middle).toBeGreaterThanOrEqual(half)
          expect(middle).toBeLessThanOrEqual(HEIGHT - half)
          expect(fixed.filter((one) => covers(middle, one))).toEqual([])
          const others = placed.filter((_, other) => other !== index)
          expect(others.filter((other) => Math.abs(other - middle) < TAG_HEIGHT)).toEqual([])
        }
      }),
      { numRuns: 300 },
    )
  })

  it('keep their order', () => {
    fc.assert(
      fc.property(places, fc.array(span, { maxLength: 3 }), (wanted, fixed) => {
        const placed = stackTags(wanted, { height: HEIGHT, fixed })
        for (const [a, above] of wanted.entries())
          for (const [b, below] of wanted.entries())
            if (above < below) expect(placed[a]).toBeLessThan(placed[b] ?? 0)
      }),
    )
  })

  it.each([
    ['on one another, the first stays', [300, 300], [], [300, 318]],
    ['at the upper edge', [-5, 2], [], [9, 27]],
    ['at the lower edge', [590, 598], [], [573, 591]],
    ['above what is fixed', [195], [{ top: 190, bottom: 230 }], [181]],
    ['below what is fixed', [220], [{ top: 190, bottom: 230 }], [239]],
    ['below a notice at the edge', [3], [{ top: 0, bottom: 20 }], [29]],
    ['above a notice at the edge', [599], [{ top: 580, bottom: 600 }], [571]],
    [
      'beside two that leave no space between them',
      [5],
      [
        { top: 30, bottom: 63 },
        { top: 0, bottom: 20 },
      ],
      [72],
    ],
  ] as const)('stand %s', (_, wanted, fixed, placed) => {
    expect(stackTags(wanted, { height: HEIGHT, fixed })).toEqual(placed)
  })
})

describe('lines off scale', () => {
  const view = { prices: [80, 80, 90, 110, 130, 120], from: 90, to: 110 }
  it.each([
    [80, { edge: 'below', more: 1 }],
    [120, { edge: 'above', more: 1 }],
    [130, undefined],
    [90, undefined],
    [110, undefined],
  ] as const)('name those beyond them: %i', (price, notice) => {
    expect(edgeNotice(price, view)).toEqual(notice)
  })
})
