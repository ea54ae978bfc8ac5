/**
 * - `not-a-decimal`: `decimal()` was given text that is not a plain decimal.
 * - `bad-scale`: a number of decimals that is not an integer from 0 to 1000, a product's included.
 * - `bad-mode`: a rounding mode that is none of `ROUNDING_MODES`.
 * - `bad-step`: a step (tick, lot) that is zero or negative.
 * - `division-by-zero`.
 * - `no-coercion`: a Decimal met `<`, `+` or another operator that would turn it into a float.
 */
export type DecimalErrorCode =
  | 'not-a-decimal'
  | 'bad-scale'
  | 'bad-mode'
  | 'bad-step'
  | 'division-by-zero'
  | 'no-coercion'

/** What failed, and the error that caused it. */
export interface DecimalErrorOptions {
  readonly detail?: string
  readonly cause?: unknown
}

const messages: Record<DecimalErrorCode, string> = {
  'not-a-decimal': 'The text is not a plain decimal number',
  'bad-scale': 'A scale is an integer from 0 to 1000',
  'bad-mode': 'A rounding mode is one of down, up, half-up, half-away and half-even',
  'bad-step': 'A step is greater than zero',
  'division-by-zero': 'Division by zero',
  'no-coercion': 'A Decimal has no implicit number; use compare, add or formatDecimal',
}

/**
 * Thrown for a broken contract of the caller. Text that merely fails to parse is `null`, not an
 * error.
 */
export class DecimalError extends Error {
  override readonly name = 'DecimalError'
  readonly code: DecimalErrorCode
  readonly detail: string | undefined

  constructor(code: DecimalErrorCode, { detail, cause }: DecimalErrorOptions = {}) {
    super(messages[code], cause === undefined ? undefined : { cause })
    this.code = code
    this.detail = detail
  }
}

/** By name and code, so that it also holds for an error from a second copy of the package. */
export function isDecimalError(error: unknown, code?: DecimalErrorCode): error is DecimalError {
  return (
    error instanceof Error &&
    error.name === 'DecimalError' &&
    (code === undefined || (error as DecimalError).code === code)
  )
}
