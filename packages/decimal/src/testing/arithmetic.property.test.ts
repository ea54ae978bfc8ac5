import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  add,
  compare,
  div,
  isMultipleOf,
  mul,
  roundTo,
  roundToStep,
  sub,
  sum,
} from '../arithmetic.ts'
import { type Decimal, decimal } from '../Decimal.ts'
import { anyText, mode, roundText, scale } from './arbitraries.ts'
import {
  floor,
  fraction,
  fractionOf,
  minus,
  over,
  plus,
  roundedBy,
  same,
  times,
} from './fraction.ts'
import { PROPERTY_TIMEOUT_MS, runs } from './runs.ts'

vi.setConfig({ testTimeout: PROPERTY_TIMEOUT_MS })

const exact = (value: Decimal) => fraction(value.units, 10n ** BigInt(value.scale))
const usual = runs(1000)

describe('Decimal arithmetic against exact fractions', () => {
  it('adds, subtracts and multiplies without any loss (trading 1)', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(same(exact(add(decimal(a), decimal(b))), plus(fractionOf(a), fractionOf(b)))).toBe(
          true,
        )
        expect(same(exact(sub(decimal(a), decimal(b))), minus(fractionOf(a), fractionOf(b)))).toBe(
          true,
        )
        expect(same(exact(mul(decimal(a), decimal(b))), times(fractionOf(a), fractionOf(b)))).toBe(
          true,
        )
      }),
      usual,
    )
  })

  it('rounds a quotient once, from its exact value, in every mode (trading 1)', () => {
    fc.assert(
      fc.property(anyText, anyText, scale, mode, (a, b, places, how) => {
        fc.pre(fractionOf(b).n !== 0n)
        const scaled = times(over(fractionOf(a), fractionOf(b)), fraction(10n ** BigInt(places)))
        expect(div(decimal(a), decimal(b), { scale: places, mode: how }).units).toBe(
          roundedBy[how](scaled),
        )
      }),
      usual,
    )
  })

  it('rounds to a scale, also where the digit decides a tie (trading 1)', () => {
    fc.assert(
      fc.property(roundText, fc.integer({ min: 0, max: 3 }), mode, (text, places, how) => {
        const scaled = times(fractionOf(text), fraction(10n ** BigInt(places)))
        expect(roundTo(decimal(text), { scale: places, mode: how }).units).toBe(
          roundedBy[how](scaled),
        )
      }),
      usual,
    )
  })

  it('rounds to the nearest multiple of any step (trading 1)', () => {
    fc.assert(
      fc.property(anyText, roundText, mode, (text, stepText, how) => {
        fc.pre(fractionOf(stepText).n > 0n)
        const steps = roundedBy[how](over(fractionOf(text), fractionOf(stepText)))
        const rounded = roundToStep(decimal(text), { step: decimal(stepText), mode: how })
        expect(same(exact(rounded), times(fraction(steps), fractionOf(stepText)))).toBe(true)
        expect(isMultipleOf(rounded, decimal(stepText))).toBe(true)
      }),
      usual,
    )
  })

  it('distinguishes a multiple of a step from other numbers', () => {
    fc.assert(
      fc.property(roundText, roundText, (text, stepText) => {
        fc.pre(fractionOf(stepText).n > 0n)
        const steps = over(fractionOf(text), fractionOf(stepText))
        expect(isMultipleOf(decimal(text), decimal(stepText))).toBe(
          same(fraction(floor(steps)), steps),
        )
      }),
      usual,
    )
  })

  it('compares by value, independently of the scale', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const difference = minus(fractionOf(a), fractionOf(b)).n
        expect(compare(decimal(a), decimal(b))).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0)
        expect(compare(decimal(a), add(decimal(a), decimal('0.000')))).toBe(0)
      }),
      usual,
    )
  })

  it('sums a hundred fills to the last digit (trading 1)', () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 0, maxLength: 100 }), (texts) => {
        const total = texts.map(fractionOf).reduce(plus, fraction(0n))
        expect(same(exact(sum(texts.map(decimal))), total)).toBe(true)
      }),
      runs(100),
    )
  })
})
