import type { BookLevel } from '@x/market'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { depthCurve, readDepth, stepPath } from './depthCurve.ts'

const level = (price: string, total: string): BookLevel => ({ price, size: total, total })
const book = {
  bids: [level('99', '1'), level('98', '3')],
  asks: [level('101', '2'), level('102', '6')],
}

describe('the depth of a book', () => {
  it('lies around the middle, as far above as below', () => {
    const curve = depthCurve(book)
    expect(curve).toMatchObject({ low: 98, high: 102, most: 6 })
    expect(curve?.bids).toEqual([
      { x: 0.25, y: 1 / 6 },
      { x: 0, y: 0.5 },
    ])
    expect(curve?.asks).toEqual([
      { x: 0.75, y: 2 / 6 },
      { x: 1, y: 1 },
    ])
  })
  it('is cut where the shorter side ends', () => {
    const curve = depthCurve({ ...book, asks: [...book.asks, level('150', '900')] })
    expect(curve).toMatchObject({ high: 102, most: 6 })
  })
  it('is none while a side is empty', () => {
    expect([depthCurve({ ...book, bids: [] }), depthCurve({ bids: [], asks: [] })]).toEqual([
      undefined,
      undefined,
    ])
  })
})

describe('its drawing', () => {
  it('holds each total until the next level and closes on the ground', () => {
    expect(
      stepPath(
        [
          { x: 0.75, y: 0.5 },
          { x: 1, y: 1 },
        ],
        { width: 100, height: 50, end: 1 },
      ),
    ).toBe('M75.0,50V25.0H100.0V0.0H100.0V50Z')
  })
  it('draws nothing for an empty book', () => {
    expect(stepPath([], { width: 1, height: 1, end: 0 })).toBe('')
  })
})

describe('a place of the drawing', () => {
  const curve = depthCurve(book)
  it.each([
    [0, 'bids', 98, 3, -2],
    [0.2, 'bids', 98.8, 1, -1.2],
    [0.49, 'bids', 99.96, 0, -0.04],
    [0.8, 'asks', 101.2, 2, 1.2],
    [1, 'asks', 102, 6, 2],
  ] as const)('names side, price, total and distance at %d', (x, side, price, total, distance) => {
    const read = curve && readDepth(curve, x)
    expect(read?.side).toBe(side)
    expect(read?.price).toBeCloseTo(price)
    expect(read?.total).toBeCloseTo(total)
    expect(read?.distance).toBeCloseTo(distance)
  })

  it('lies within a share of the span', () => {
    expect(depthCurve(book, 0.5)).toMatchObject({ low: 99, high: 101, most: 2 })
  })
})

describe('the depth of any book', () => {
  /** Levels from the best on, each a step further with what stands up to it. */
  const side = (start: number, way: 1 | -1) =>
    fc
      .array(
        fc.record({ step: fc.integer({ min: 1, max: 9 }), size: fc.integer({ min: 1, max: 50 }) }),
        { minLength: 1, maxLength: 8 },
      )
      .map((steps) => {
        let [price, total] = [start, 0]
        return steps.map((each) => {
          price += way * each.step
          total += each.size
          return level(String(price), String(total))
        })
      })
  const books = fc.record({ bids: side(1_000, -1), asks: side(1_000, 1) })

  it('lies within its frame and rises away from the middle', () => {
    fc.assert(
      fc.property(books, fc.constantFrom(0.1, 0.5, 1), (given, share) => {
        const curve = depthCurve(given, share)
        // Where neither side reaches into the span there is nothing to draw.
        if (!curve) return
        expect(curve.high - 1_000 >= 0 && 1_000 - curve.low >= 0).toBe(true)
        for (const points of [curve.bids, curve.asks])
          for (const [index, { x, y }] of points.entries()) {
            expect(x >= 0 && x <= 1 && y > 0 && y <= 1).toBe(true)
            const before = points[index - 1]
            if (before) expect(y).toBeGreaterThan(before.y)
            if (before) expect(Math.abs(x - 0.5)).toBeGreaterThan(Math.abs(before.x - 0.5))
          }
        expect(Math.max(...[...curve.bids, ...curve.asks].map(({ y }) => y))).toBe(1)
      }),
    )
  })

  it('reads at each level what stands up to it', () => {
    fc.assert(
      fc.property(books, (given) => {
        const curve = depthCurve(given)
        if (!curve) return
        for (const { price, total } of given.asks) {
          const x = (Number(price) - curve.low) / (curve.high - curve.low)
          if (x > 1) continue
          const read = readDepth(curve, Math.min(1, x + 1e-12))
          expect(read.side).toBe('asks')
          expect(read.total).toBeCloseTo(Number(total), 6)
        }
      }),
    )
  })
})

describe('the path of a side', () => {
  it('runs to the start for bids', () => {
    expect(
      stepPath(
        [
          { x: 0.4, y: 0.5 },
          { x: 0.2, y: 1 },
        ],
        { width: 10, height: 4, end: 0 },
      ),
    ).toBe('M4.0,4V2.0H2.0V0.0H0.0V4Z')
  })
  it('is one step of a single level', () => {
    expect(stepPath([{ x: 0.5, y: 0.25 }], { width: 10, height: 4, end: 1 })).toBe(
      'M5.0,4V3.0H10.0V4Z',
    )
  })
})

describe('books that cannot be drawn', () => {
  it.each([
    ['no bids', { bids: [], asks: [level('101', '2')] }],
    ['no asks', { bids: [level('99', '2')], asks: [] }],
    ['nothing in it', { bids: [level('99', '0')], asks: [level('101', '0')] }],
    ['both sides at one price', { bids: [level('100', '1')], asks: [level('100', '1')] }],
  ])('have %s', (_, empty) => {
    expect(depthCurve(empty)).toBeUndefined()
  })

  it('keeps the best of both sides in sight at the smallest share', () => {
    expect(depthCurve(book, 0.01)).toMatchObject({ low: 99, high: 101, most: 2 })
  })
})
