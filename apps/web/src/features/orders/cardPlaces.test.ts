import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardAt, cardsInSight, cardStarts, TWO_LINES } from './cardPlaces.ts'

const keys = (count: number) => Array.from({ length: count }, (_, index) => `${index}`)

describe('places of cards', () => {
  it('estimates an unmeasured card by the measured ones', () => {
    expect(cardStarts(keys(3), new Map())).toEqual([0, TWO_LINES, 2 * TWO_LINES, 3 * TWO_LINES])
    expect(
      cardStarts(
        keys(3),
        new Map([
          ['0', 60],
          ['2', 100],
        ]),
      ),
    ).toEqual([0, 60, 140, 240])
    expect(cardStarts([], new Map())).toEqual([0])
  })

  it('finds the card at an offset, the nearest beyond an end', () => {
    expect(
      [-50, 0, 59, 60, 139, 239, 900].map((offset) => cardAt([0, 60, 140, 240], offset)),
    ).toEqual([0, 0, 0, 1, 1, 2, 2])
  })

  it('renders every visible card and a few dozen in all (issue 6.6)', () => {
    const heights = fc.array(fc.integer({ min: 60, max: 130 }), { minLength: 1, maxLength: 400 })
    fc.assert(
      fc.property(
        heights,
        fc.double({ min: -0.5, max: 1.5, noNaN: true }),
        fc.integer({ min: 300, max: 1000 }),
        (all, share, height) => {
          const starts = cardStarts(
            keys(all.length),
            new Map(all.map((value, index) => [`${index}`, value])),
          )
          const total = starts.at(-1)!
          const top = -share * total
          const { first, end } = cardsInSight(starts, { top, height })
          expect(end).toBeGreaterThan(first)
          if (-top > 0 && -top < total) expect(starts[first]!).toBeLessThanOrEqual(-top)
          if (height - top < total && height > top)
            expect(starts[end]!).toBeGreaterThanOrEqual(Math.min(total, height - top))
          expect(end - first).toBeLessThanOrEqual(Math.ceil((height + 800) / 60) + 9)
        },
      ),
    )
  })

  it('draws none for an empty list', () => {
    expect(cardsInSight([0], { top: 0, height: 800 })).toEqual({ first: 0, end: 0 })
  })
})
