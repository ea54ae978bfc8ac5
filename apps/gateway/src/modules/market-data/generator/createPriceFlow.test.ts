import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawTaker, nextFair } from './createPriceFlow.ts'

const profile = { typicalLots: 100 }
const still = { start: 3_000, seconds: 0.25, drift: 0, change: 0 }

/** Chances that always draw the same. */
const drawn = (uniform: number, normal = 0) => ({ uniform: () => uniform, normal: () => normal })

describe('the next fair price', () => {
  it('stays where it started without change', () => expect(nextFair(3_000, still)).toBe(3_000))

  it('is pulled towards its start from either side', () => {
    fc.assert(
      fc.property(fc.double({ min: 3, max: 1e7, noNaN: true }), (fair) => {
        const next = nextFair(fair, still)
        expect(Math.abs(Math.log(next / still.start))).toBeLessThanOrEqual(
          Math.abs(Math.log(fair / still.start)),
        )
        expect(Math.sign(next - still.start)).toBe(Math.sign(fair - still.start))
      }),
    )
  })

  it('moves by the change and the drift together', () =>
    expect(nextFair(3_000, { ...still, change: 0.02, drift: -0.01 })).toBeCloseTo(
      3_000 * Math.exp(0.01),
      8,
    ))

  it('never falls below two ticks', () => expect(nextFair(3, { ...still, change: -50 })).toBe(2))
})

describe('an order that takes at once', () => {
  it('buys below the middle of the draw and sells at it', () => {
    const taker = { profile, fair: 3_000, lean: 0, pull: 0 }
    expect(drawTaker(drawn(0.499), taker).side).toBe('buy')
    expect(drawTaker(drawn(0.5), taker).side).toBe('sell')
  })

  it('keeps one in twenty on either side, however strong the pull', () => {
    for (const [lean, pull, uniform, side] of [
      [9, 9, 0.949, 'buy'],
      [9, 9, 0.951, 'sell'],
      [-9, -9, 0.049, 'buy'],
      [-9, -9, 0.051, 'sell'],
    ] as const)
      expect(drawTaker(drawn(uniform), { profile, fair: 3_000, lean, pull }).side).toBe(side)
  })

  it('limits its lean to 35 per cent without a pull', () => {
    const taker = { profile, fair: 3_000, lean: 9, pull: 0 }
    expect(drawTaker(drawn(0.849), taker).side).toBe('buy')
    expect(drawTaker(drawn(0.851), taker).side).toBe('sell')
  })

  it('has whole lots and ticks of at least one, through the spread', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.double({ min: -8, max: 8, noNaN: true }),
        fc.double({ min: 2, max: 1e7, noNaN: true }),
        (uniform, normal, fair) => {
          const taker = drawTaker(drawn(uniform, normal), { profile, fair, lean: 0, pull: 0 })
          expect(Number.isInteger(taker.lots) && taker.lots >= 1).toBe(true)
          expect(Number.isInteger(taker.ticks) && taker.ticks >= 1).toBe(true)
          expect(Math.abs(taker.ticks - fair)).toBeLessThanOrEqual(fair * 0.002 + 0.5)
        },
      ),
    )
  })

  it('draws its side before its size, so that seeds repeat', () => {
    const order: string[] = []
    const chance = {
      uniform: () => (order.push('side'), 0),
      normal: () => (order.push('size'), 0),
    }
    expect(drawTaker(chance, { profile, fair: 3_000, lean: 0, pull: 0 })).toEqual({
      side: 'buy',
      lots: 50,
      ticks: 3_006,
    })
    expect(order).toEqual(['side', 'size'])
  })
})
