import { type Decimal, div, fromUnits, type Rounding } from '@x/decimal'

/**
 * An exact quotient that nobody has rounded yet. Formulas run on fractions from their inputs to
 * their last step, so that a result is rounded once (trading 1). The denominator is positive.
 */
export interface Fraction {
  readonly numerator: bigint
  readonly denominator: bigint
}

export function fraction(numerator: bigint, denominator = 1n): Fraction {
  return denominator < 0n
    ? { numerator: -numerator, denominator: -denominator }
    : { numerator, denominator }
}

export const ZERO = fraction(0n)
export const ONE = fraction(1n)
export const HUNDRED = fraction(100n)

export function fractionOf(value: Decimal): Fraction {
  return { numerator: value.units, denominator: 10n ** BigInt(value.scale) }
}

export function plus(a: Fraction, b: Fraction): Fraction {
  // Denominators are mostly powers of ten, of which the larger holds the smaller: sums of many
  // terms stay short.
  if (a.denominator % b.denominator === 0n)
    return {
      numerator: a.numerator + b.numerator * (a.denominator / b.denominator),
      denominator: a.denominator,
    }
  if (b.denominator % a.denominator === 0n) return plus(b, a)
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  }
}

export const negated = (a: Fraction): Fraction => ({
  numerator: -a.numerator,
  denominator: a.denominator,
})
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, negated(b))

export function times(a: Fraction, b: Fraction): Fraction {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator }
}

/** The divisor is not zero: callers guard, because what zero means depends on the formula. */
export function over(a: Fraction, b: Fraction): Fraction {
  return fraction(a.numerator * b.denominator, a.denominator * b.numerator)
}

/** Negative, zero or positive, as a sort wants it. */
export function compared(a: Fraction, b: Fraction): number {
  return signOf(minus(a, b))
}

export function signOf({ numerator }: Fraction): -1 | 0 | 1 {
  return numerator < 0n ? -1 : numerator > 0n ? 1 : 0
}

export const absolute = (a: Fraction): Fraction => (a.numerator < 0n ? negated(a) : a)
export const larger = (a: Fraction, b: Fraction): Fraction => (compared(a, b) < 0 ? b : a)
export const smaller = (a: Fraction, b: Fraction): Fraction => (compared(a, b) > 0 ? b : a)

export function rounded({ numerator, denominator }: Fraction, rounding: Rounding): Decimal {
  return div(fromUnits(numerator, 0), fromUnits(denominator, 0), rounding)
}
