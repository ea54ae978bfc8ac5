import { DecimalError } from './DecimalError.ts'
import { readPlain } from './plain.ts'
import type { RoundingMode } from './rounding.ts'
import { requireScale } from './scale.ts'
import { formatUnits, rescaleUnits } from './units.ts'

declare const brand: unique symbol

/**
 * An exact decimal: units / 10^scale. Made only by the functions here; there is deliberately no
 * constructor from a float. The scale is kept as written (`1.50` has scale 2), values are compared
 * with `compare`.
 */
export interface Decimal {
  readonly [brand]: true
  readonly units: bigint
  readonly scale: number
  /** The plain text, which is also what JSON gets. */
  toString(): string
  toJSON(): string
}

class DecimalValue {
  readonly units: bigint
  readonly scale: number

  constructor(units: bigint, scale: number) {
    this.units = units
    this.scale = scale
  }

  toString(): string {
    return formatUnits(this.units, this.scale)
  }

  toJSON(): string {
    return this.toString()
  }

  /** The language would compare two Decimals as text or floats; it fails instead. */
  valueOf(): never {
    throw new DecimalError('no-coercion')
  }
}

/** For results of this package's own arithmetic, whose scales are sound by construction. */
export function makeDecimal(units: bigint, scale: number): Decimal {
  return new DecimalValue(units, scale) as unknown as Decimal
}

/** units / 10^scale as a Decimal: from ticks, lots or atoms to a value. */
export function fromUnits(units: bigint, scale: number): Decimal {
  requireScale(scale)
  return makeDecimal(units, scale)
}

/** The value counted at the given scale, rounded once. */
export function toUnits<U extends bigint = bigint>(
  value: Decimal,
  { scale, mode }: { readonly scale: number; readonly mode: RoundingMode },
): U {
  requireScale(scale)
  return rescaleUnits(value.units, { from: value.scale, to: scale, mode }) as U
}

/**
 * `null` for anything but `-?digits(.digits)?` of at most 1000 characters; for a number or another
 * value that is no text too.
 */
export function parseDecimal(text: string): Decimal | null {
  const read = readPlain(text)
  return read === null ? null : makeDecimal(read.units, read.scale)
}

/** For constants and text known to be good. Throws DecimalError `not-a-decimal`. */
export function decimal(text: string): Decimal {
  const read = readPlain(text)
  if (read === null)
    throw new DecimalError('not-a-decimal', {
      detail: typeof text === 'string' ? text.slice(0, 40) : typeof text,
    })
  return makeDecimal(read.units, read.scale)
}

/** Options of {@link formatDecimal}. */
export interface FormatDecimalOptions {
  /** Decimals shown; default: as many as the value has. */
  readonly scale?: number
  /** Rounding towards that scale, default `half-away`. */
  readonly mode?: RoundingMode
  /** Drops trailing zeros. */
  readonly trim?: boolean
}

/**
 * Plain text, never an exponent, never `-0`. Grouping and locale signs are another layer's work.
 */
export function formatDecimal(
  value: Decimal,
  { scale = value.scale, mode = 'half-away', trim = false }: FormatDecimalOptions = {},
): string {
  requireScale(scale)
  return formatUnits(rescaleUnits(value.units, { from: value.scale, to: scale, mode }), scale, {
    trim,
  })
}
