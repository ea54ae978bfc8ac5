import { describe, expect, it } from 'vitest'
import { asOwnPrice, baseOf } from './relative.ts'

const bars = [10, 20, 30].map((close, index) => ({
  timestamp: index,
  open: close,
  high: close,
  low: close,
  close,
}))

describe('two pairs compared', () => {
  it('begin at the first candle in view that both have', () => {
    const closes = new Map([
      [1, 4],
      [2, 5],
    ])
    expect(baseOf(bars, { closes, from: 0, to: 3 })).toEqual({ own: 20, other: 4 })
    expect(baseOf(bars, { closes, from: 2, to: 3 })).toEqual({ own: 30, other: 5 })
  })

  it('have no beginning where one of them has no candle in view', () => {
    expect(baseOf(bars, { closes: new Map([[0, 4]]), from: 1, to: 3 })).toBeUndefined()
    expect(baseOf([], { closes: new Map(), from: 0, to: 0 })).toBeUndefined()
    expect(baseOf(bars, { closes: new Map([[2, 4]]), from: -5, to: 99 })).toEqual({
      own: 30,
      other: 4,
    })
  })

  it('stand at one price while they move by the same share', () => {
    const base = { own: 60_000, other: 3_000 }
    expect(asOwnPrice(3_000, base)).toBe(60_000)
    expect(asOwnPrice(3_300, base)).toBe(66_000)
  })
})
