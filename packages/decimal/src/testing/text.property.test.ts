import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { compare } from '../arithmetic.ts'
import { decimal, formatDecimal, fromUnits, parseDecimal, toUnits } from '../Decimal.ts'
import { formatUnits, mulDiv, parseUnits, rescaleUnits, roundUnits } from '../units.ts'
import { anyText, mode, scale } from './arbitraries.ts'
import { fraction, fractionOf, over, roundedBy, same, times } from './fraction.ts'
import { PROPERTY_TIMEOUT_MS, runs } from './runs.ts'

vi.setConfig({ testTimeout: PROPERTY_TIMEOUT_MS })

const usual = runs(1000)
const PLAIN = /^-?[0-9]+(\.[0-9]+)?$/

describe('text and integers', () => {
  it('accepts exactly the texts of the grammar, out of anything', () => {
    const near = fc.stringMatching(/^[-+]?[0-9.,eE ٠-٩]{0,8}$/)
    fc.assert(
      fc.property(
        fc.oneof(near, anyText, fc.string({ maxLength: 12, unit: 'grapheme' })),
        (text) => {
          expect(parseDecimal(text) !== null).toBe(PLAIN.test(text))
        },
      ),
      runs(2000),
    )
  })

  it('gives back the value it read', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = formatDecimal(decimal(text))
        expect(same(fractionOf(shown), fractionOf(text))).toBe(true)
        expect(shown).toMatch(PLAIN)
        expect(compare(decimal(formatDecimal(decimal(text), { trim: true })), decimal(text))).toBe(
          0,
        )
      }),
      usual,
    )
  })

  it('parses units exactly or not at all', () => {
    fc.assert(
      fc.property(anyText, scale, (text, places) => {
        const scaled = times(fractionOf(text), fraction(10n ** BigInt(places)))
        expect(parseUnits(text, places)).toBe(
          scaled.n % scaled.d === 0n ? scaled.n / scaled.d : null,
        )
      }),
      usual,
    )
  })

  it('rounds units in every mode', () => {
    fc.assert(
      fc.property(anyText, scale, mode, (text, places, how) => {
        const expected = roundedBy[how](times(fractionOf(text), fraction(10n ** BigInt(places))))
        expect(roundUnits(text, places, how)).toBe(expected)
        expect(toUnits(decimal(text), { scale: places, mode: how })).toBe(expected)
      }),
      usual,
    )
  })

  it('formats units so that reading them returns the same integer', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        scale,
        fc.boolean(),
        (units, places, trim) => {
          const text = formatUnits(units, places, { trim })
          expect(parseUnits(text, places)).toBe(units)
          expect(text).not.toMatch(/^-0(\.0*)?$/)
          if (trim) expect(text).not.toMatch(/\..*0$|\.$/)
          else expect(formatDecimal(fromUnits(units, places))).toBe(text)
        },
      ),
      usual,
    )
  })

  it('rescales and takes shares with one rounding', () => {
    const big = fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n })
    fc.assert(
      fc.property(big, big, big, scale, scale, mode, (a, b, by, from, to, how) => {
        fc.pre(by !== 0n)
        expect(mulDiv(a, b, { by, mode: how })).toBe(
          roundedBy[how](over(fraction(a * b), fraction(by))),
        )
        const moved = over(
          times(fraction(a), fraction(10n ** BigInt(to))),
          fraction(10n ** BigInt(from)),
        )
        expect(rescaleUnits(a, { from, to, mode: how })).toBe(roundedBy[how](moved))
      }),
      usual,
    )
  })
})
