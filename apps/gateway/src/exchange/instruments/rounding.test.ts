import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { absolute, divideDown, divideUp, larger, reduced, smaller } from './rounding.ts'

describe('a division of integers', () => {
  it.each([
    [7n, 2n, 4n, 3n],
    [-7n, 2n, -3n, -4n],
    [6n, 2n, 3n, 3n],
    [-6n, 2n, -3n, -3n],
    [0n, 5n, 0n, 0n],
    [1n, 10n ** 30n, 1n, 0n],
    [-1n, 10n ** 30n, 0n, -1n],
  ])('rounds %s over %s up to %s and down to %s', (dividend, divisor, up, down) => {
    expect([divideUp(dividend, divisor), divideDown(dividend, divisor)]).toEqual([up, down])
  })

  it('is within one of the fraction, on the side that it says', () => {
    const whole = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n })
    fc.assert(
      fc.property(whole, fc.bigInt({ min: 1n, max: 10n ** 20n }), (dividend, divisor) => {
        const [up, down] = [divideUp(dividend, divisor), divideDown(dividend, divisor)]
        expect(up * divisor >= dividend && (up - 1n) * divisor < dividend).toBe(true)
        expect(down * divisor <= dividend && (down + 1n) * divisor > dividend).toBe(true)
        expect(up - down).toBe(dividend % divisor === 0n ? 0n : 1n)
      }),
    )
  })
})

describe('the smaller, the larger and the size of a number', () => {
  it('are those of the number line', () => {
    expect([smaller(-2n, 1n), larger(-2n, 1n), smaller(5n, 5n)]).toEqual([-2n, 1n, 5n])
    expect([absolute(-3n), absolute(3n), absolute(0n)]).toEqual([3n, 3n, 0n])
  })
})

describe('a fraction in its lowest terms', () => {
  it.each([
    [6n, 4n, { parts: 3, by: 2 }],
    [7n, 7n, { parts: 1, by: 1 }],
    [10n ** 30n, 10n ** 28n, { parts: 100, by: 1 }],
    [0n, 9n, { parts: 0, by: 1 }],
  ])('is of %s over %s %o', (dividend, divisor, expected) => {
    expect(reduced(dividend, divisor)).toEqual(expected)
  })

  it('has the value of the fraction, and no divisor that both share', () => {
    const positive = fc.bigInt({ min: 1n, max: 10n ** 12n })
    fc.assert(
      fc.property(positive, positive, (dividend, divisor) => {
        const { parts, by } = reduced(dividend, divisor)
        expect(BigInt(parts) * divisor).toBe(dividend * BigInt(by))
        expect(reduced(BigInt(parts), BigInt(by))).toEqual({ parts, by })
      }),
    )
  })
})
