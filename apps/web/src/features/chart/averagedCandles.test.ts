import { describe, expect, it } from 'vitest'
import { averageCandles } from './averagedCandles.ts'

describe('averageCandles', () => {
  it('averages each candle and begins it amid the one before', () => {
    expect(
      averageCandles([
        { open: 10, high: 14, low: 8, close: 12 },
        { open: 12, high: 16, low: 11, close: 15 },
        { open: 15, high: 15, low: 9, close: 9 },
      ]),
    ).toEqual([
      { open: 11, high: 14, low: 8, close: 11 },
      { open: 11, high: 16, low: 11, close: 13.5 },
      { open: 12.25, high: 15, low: 9, close: 12 },
    ])
  })

  it('reaches to its own open and close where they lie outside', () => {
    const [, second] = averageCandles([
      { open: 100, high: 100, low: 100, close: 100 },
      { open: 50, high: 50, low: 50, close: 50 },
    ])
    expect(second).toEqual({ open: 100, high: 100, low: 50, close: 50 })
  })
})
