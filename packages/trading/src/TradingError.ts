/**
 * - `not-a-decimal`: an input is not a plain decimal string.
 * - `out-of-range`: a price, size, leverage or rate with a sign or size that has no meaning (a
 *   price of 0, a negative count).
 * - `bad-tiers`: maintenance tiers that are empty or not in rising order.
 */
export type TradingErrorCode = 'not-a-decimal' | 'out-of-range' | 'bad-tiers'

/** The input that failed, and the error that caused it. */
export interface TradingErrorOptions {
  /** The input at fault, by its name. */
  readonly detail?: string
  readonly cause?: unknown
}

const messages: Record<TradingErrorCode, string> = {
  'not-a-decimal': 'An input is not a plain decimal string',
  'out-of-range': 'An input lies outside the range that has a meaning',
  'bad-tiers': 'Maintenance tiers are given in rising order, the last without an upper end',
}

/**
 * Thrown for broken contracts of the caller. What a user may type wrong is answered with a value,
 * see validateSpotOrder.
 */
export class TradingError extends Error {
  override readonly name = 'TradingError'
  readonly code: TradingErrorCode
  readonly detail: string | undefined

  constructor(code: TradingErrorCode, { detail, cause }: TradingErrorOptions = {}) {
    super(
      detail === undefined ? messages[code] : `${messages[code]}: ${detail}`,
      cause === undefined ? undefined : { cause },
    )
    this.code = code
    this.detail = detail
  }
}

/** By name and code, so that it also holds for an error from a second copy of the package. */
export function isTradingError(error: unknown, code?: TradingErrorCode): error is TradingError {
  return (
    error instanceof Error &&
    error.name === 'TradingError' &&
    (code === undefined || (error as TradingError).code === code)
  )
}
