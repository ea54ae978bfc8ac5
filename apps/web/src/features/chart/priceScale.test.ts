import { describe, expect, it } from 'vitest'
import { digitsOf, edgeNotice, niceStep, stackTags, TAG_HEIGHT, valueMarks } from './priceScale.ts'

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
