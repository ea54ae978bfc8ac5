import fc from 'fast-check'
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

describe('the change of another pair', () => {
  const price = fc.double({ min: 0.001, max: 1e6, noNaN: true })

  it('is the same share as that of the own price', () => {
    fc.assert(
      fc.property(price, price, price, (own, other, close) => {
        const shown = asOwnPrice(close, { own, other })
        expect(shown / own).toBeCloseTo(close / other, 6)
      }),
    )
  })

  it('begins at the own price', () => {
    fc.assert(
      fc.property(price, price, (own, other) => {
        expect(asOwnPrice(other, { own, other })).toBeCloseTo(own, 6)
      }),
    )
  })
})

describe('where a comparison begins', () => {
  it.each([
    [
      'a close of nothing',
      new Map([
        [0, 0],
        [1, 4],
      ]),
      { own: 20, other: 4 },
    ],
    [
      'closes before the view',
      new Map([
        [0, 9],
        [2, 5],
      ]),
      { own: 30, other: 5 },
    ],
    ['closes between the candles', new Map([[0.5, 9]]), undefined],
  ])('passes over %s', (_, closes, base) => {
    const from = closes.get(0) === 9 ? 1 : 0
    expect(baseOf(bars, { closes, from, to: 3 })).toEqual(base)
  })

  it('looks at the view alone', () => {
    const closes = new Map([[2, 5]])
    expect(baseOf(bars, { closes, from: 0, to: 2 })).toBeUndefined()
    expect(baseOf(bars, { closes, from: 2, to: 2 })).toBeUndefined()
  })
})
