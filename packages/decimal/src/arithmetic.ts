import { type Decimal, makeDecimal } from './Decimal.ts'
import { DecimalError } from './DecimalError.ts'
import { divideRounded, type RoundingMode } from './rounding.ts'
import { powerOfTen, requireScale } from './scale.ts'
import { rescaleUnits } from './units.ts'

/** Decimals of a result, an integer from 0 to 1000, and how it is rounded. */
export interface Rounding {
  readonly scale: number
  readonly mode: RoundingMode
}

function unitsAt(value: Decimal, scale: number): bigint {
  return value.scale === scale ? value.units : value.units * powerOfTen(scale - value.scale)
}

const widerScale = (a: Decimal, b: Decimal): number => (a.scale > b.scale ? a.scale : b.scale)

/** 0, with scale 0. */
export const ZERO: Decimal = /* @__PURE__ */ makeDecimal(0n, 0)
/** 1, with scale 0. */
export const ONE: Decimal = /* @__PURE__ */ makeDecimal(1n, 0)

/** Exact. */
export function add(a: Decimal, b: Decimal): Decimal {
  const scale = widerScale(a, b)
  return makeDecimal(unitsAt(a, scale) + unitsAt(b, scale), scale)
}

/** Exact. */
export function sub(a: Decimal, b: Decimal): Decimal {
  const scale = widerScale(a, b)
  return makeDecimal(unitsAt(a, scale) - unitsAt(b, scale), scale)
}

/**
 * Exact; the result's scale is the sum of both. Throws DecimalError `bad-scale` when that is over
 * 1000: round a factor first.
 */
export function mul(a: Decimal, b: Decimal): Decimal {
  requireScale(a.scale + b.scale)
  return makeDecimal(a.units * b.units, a.scale + b.scale)
}

/** Rounded once, from the exact quotient. Throws DecimalError `division-by-zero`. */
export function div(a: Decimal, b: Decimal, { scale, mode }: Rounding): Decimal {
  requireScale(scale)
  const shift = scale + b.scale - a.scale
  const numerator = shift > 0 ? a.units * powerOfTen(shift) : a.units
  const denominator = shift < 0 ? b.units * powerOfTen(-shift) : b.units
  return makeDecimal(divideRounded(numerator, denominator, mode), scale)
}

/** -1, 0 or 1; by value, so `1.0` equals `1`. */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const scale = widerScale(a, b)
  const left = unitsAt(a, scale)
  const right = unitsAt(b, scale)
  return left < right ? -1 : left > right ? 1 : 0
}

/** Exact, with the same scale. There is no negative zero. */
export const negate = (value: Decimal): Decimal => makeDecimal(-value.units, value.scale)
/** Exact, with the same scale. */
export const abs = (value: Decimal): Decimal => (value.units < 0n ? negate(value) : value)
/** By value: `0.00` is zero. */
export const isZero = (value: Decimal): boolean => value.units === 0n
/** -1, 0 or 1. */
export const sign = (value: Decimal): -1 | 0 | 1 =>
  value.units < 0n ? -1 : value.units > 0n ? 1 : 0

/** Of equal values the first. */
export const min = (first: Decimal, ...rest: readonly Decimal[]): Decimal =>
  rest.reduce((least, value) => (compare(value, least) < 0 ? value : least), first)
/** Of equal values the first. */
export const max = (first: Decimal, ...rest: readonly Decimal[]): Decimal =>
  rest.reduce((most, value) => (compare(value, most) > 0 ? value : most), first)

/** Exact; the sum of nothing is 0. */
export const sum = (values: Iterable<Decimal>): Decimal => {
  let total = ZERO
  for (const value of values) total = add(total, value)
  return total
}

/**
 * To `scale` digits after the dot, more of them than the value has by zeros. Throws DecimalError
 * `bad-scale`.
 */
export function roundTo(value: Decimal, { scale, mode }: Rounding): Decimal {
  requireScale(scale)
  return makeDecimal(rescaleUnits(value.units, { from: value.scale, to: scale, mode }), scale)
}

/**
 * To a multiple of the step (a tick, a lot). The result has the step's scale. Throws DecimalError
 * `bad-step`.
 */
export function roundToStep(
  value: Decimal,
  { step, mode }: { readonly step: Decimal; readonly mode: RoundingMode },
): Decimal {
  requireStep(step)
  const scale = widerScale(value, step)
  return makeDecimal(
    divideRounded(unitsAt(value, scale), unitsAt(step, scale), mode) * step.units,
    step.scale,
  )
}

/** Whether the value lies on the step's grid. Throws DecimalError `bad-step`. */
export function isMultipleOf(value: Decimal, step: Decimal): boolean {
  requireStep(step)
  const scale = widerScale(value, step)
  return unitsAt(value, scale) % unitsAt(step, scale) === 0n
}

function requireStep(step: Decimal): void {
  if (step.units <= 0n) throw new DecimalError('bad-step', { detail: step.toString() })
}
