import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { add, compare, div, mul, roundTo, sub } from '../arithmetic.ts'
import { decimal, formatDecimal } from '../Decimal.ts'
import { anyText, roundText, scale } from './arbitraries.ts'
import { PROPERTY_TIMEOUT_MS, runs } from './runs.ts'

vi.setConfig({ testTimeout: PROPERTY_TIMEOUT_MS })

/** The four modes that both libraries have; big.js calls half-away "half up". */
const shared = fc.constantFrom(
  { mode: 'down', theirs: Big.roundDown } as const,
  { mode: 'up', theirs: Big.roundUp } as const,
  { mode: 'half-away', theirs: Big.roundHalfUp } as const,
  { mode: 'half-even', theirs: Big.roundHalfEven } as const,
)

/** big.js keeps a sign on zero. */
const shown = (value: Big, places: number): string =>
  value.toFixed(places).replace(/^-(?=0(\.0*)?$)/, '')

describe('Decimal against big.js', () => {
  it('agrees on sums, differences, products and order', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(formatDecimal(add(decimal(a), decimal(b)))).toBe(
          shown(new Big(a).plus(b), add(decimal(a), decimal(b)).scale),
        )
        expect(formatDecimal(sub(decimal(a), decimal(b)))).toBe(
          shown(new Big(a).minus(b), sub(decimal(a), decimal(b)).scale),
        )
        expect(formatDecimal(mul(decimal(a), decimal(b)))).toBe(
          shown(new Big(a).times(b), mul(decimal(a), decimal(b)).scale),
        )
        expect(compare(decimal(a), decimal(b))).toBe(new Big(a).cmp(b))
      }),
      runs(1000),
    )
  })

  it('agrees on rounded quotients', () => {
    fc.assert(
      fc.property(anyText, anyText, scale, shared, (a, b, places, { mode, theirs }) => {
        fc.pre(!new Big(b).eq(0))
        const Divider = Big()
        Divider.DP = places
        Divider.RM = theirs
        expect(formatDecimal(div(decimal(a), decimal(b), { scale: places, mode }))).toBe(
          shown(new Divider(a).div(b), places),
        )
      }),
      runs(1000),
    )
  })

  it('agrees on rounding, ties included', () => {
    fc.assert(
      fc.property(
        roundText,
        fc.integer({ min: 0, max: 2 }),
        shared,
        (text, places, { mode, theirs }) => {
          expect(formatDecimal(roundTo(decimal(text), { scale: places, mode }))).toBe(
            shown(new Big(text).round(places, theirs), places),
          )
        },
      ),
      runs(1000),
    )
  })
})
