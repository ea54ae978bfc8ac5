import type { BookLevel } from '@x/market'
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
