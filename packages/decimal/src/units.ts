import { readPlain } from './plain.ts'
import { divideRounded, requireMode, type RoundingMode } from './rounding.ts'
import { powerOfTen, requireScale } from './scale.ts'

declare const unit: unique symbol

/**
 * A bigint that counts something named. Two kinds do not mix by accident: a function that takes
 * `Lots` refuses `Ticks`. The name exists only for the compiler; naming it when parsing is the
 * constructor: `parseUnits<Atoms>('1.5', 8)`.
 */
export type Units<Name extends string> = bigint & { readonly [unit]: Name }
/** A price, counted in 10^-pricePlace. */
export type Ticks = Units<'ticks'>
/** A size, counted in 10^-quantityPlace. */
export type Lots = Units<'lots'>
/** An amount of one asset, counted in its smallest unit. */
export type Atoms = Units<'atoms'>

/**
 * Exact: `null` when the text is not a plain decimal or does not fit the scale without rounding
 * (`1.005` at scale 2; `1.500` fits, zeros carry no value).
 */
export function parseUnits<U extends bigint = bigint>(text: string, scale: number): U | null {
  requireScale(scale)
  const read = readPlain(text)
  if (read === null) return null
  if (read.scale <= scale) return (read.units * powerOfTen(scale - read.scale)) as U
  const surplus = powerOfTen(read.scale - scale)
  return read.units % surplus === 0n ? ((read.units / surplus) as U) : null
}

/** As parseUnits, but what exceeds the scale is rounded. */
export function roundUnits<U extends bigint = bigint>(
  text: string,
  scale: number,
  mode: RoundingMode,
): U | null {
  requireScale(scale)
  const read = readPlain(text)
  return read === null
    ? null
    : rescaleUnits<U>(read.units as U, { from: read.scale, to: scale, mode })
}

/** `(150n, 2)` is `1.50`, with `trim` `1.5`. Zero has no sign. */
export function formatUnits(
  units: bigint,
  scale: number,
  { trim = false }: { readonly trim?: boolean } = {},
): string {
  if (scale === 0) return units.toString()
  requireScale(scale)
  const negative = units < 0n
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0')
  const point = digits.length - scale
  const end = trim ? lastSignificant(digits, point) : digits.length
  const body =
    end > point ? `${digits.slice(0, point)}.${digits.slice(point, end)}` : digits.slice(0, point)
  return negative ? `-${body}` : body
}

function lastSignificant(digits: string, point: number): number {
  let end = digits.length
  while (end > point && digits.charCodeAt(end - 1) === 48) end -= 1
  return end
}

/** The scales of the given and the returned count, and how the latter is rounded. */
export interface RescaleOptions {
  readonly from: number
  readonly to: number
  readonly mode: RoundingMode
}

/**
 * The same value counted at another scale; rounds once, and only where the new scale is smaller.
 * Throws DecimalError `bad-scale`, `bad-mode`.
 */
export function rescaleUnits<U extends bigint = bigint>(
  units: U,
  { from, to, mode }: RescaleOptions,
): U {
  requireScale(from)
  requireScale(to)
  requireMode(mode)
  if (to === from) return units
  if (to > from) return (units * powerOfTen(to - from)) as U
  return divideRounded(units, powerOfTen(from - to), mode) as U
}

/**
 * a * b / by with one rounding: the notional of ticks and lots, a fee at a rate, a share of a
 * total.
 */
export function mulDiv<U extends bigint = bigint>(
  a: bigint,
  b: bigint,
  { by, mode }: { readonly by: bigint; readonly mode: RoundingMode },
): U {
  return divideRounded(a * b, by, mode) as U
}
