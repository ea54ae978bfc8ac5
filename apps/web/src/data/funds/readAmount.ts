import {
  compare,
  decimal,
  finishAmount,
  formatDecimal,
  max,
  parseDecimal,
  sub,
  ZERO,
} from '@x/decimal'

export interface TypedAmount {
  /** As it is sent; `undefined` for what is no amount above zero or more than is available. */
  readonly amount: string | undefined
  readonly isTooMuch: boolean
}

/** What a typed amount says of a balance; both are decimal strings. */
export function readAmount(typed: string, available: string): TypedAmount {
  const amount = finishAmount(typed)
  const value = parseDecimal(amount)
  if (value === null || compare(value, decimal('0')) <= 0)
    return { amount: undefined, isTooMuch: false }
  const isTooMuch = compare(value, decimal(available)) > 0
  return { amount: isTooMuch ? undefined : amount, isTooMuch }
}

/** What is left of a balance when an amount of it is kept; the amount is as it was typed. */
export function spareOf(available: string, kept: string): string {
  const amount = parseDecimal(finishAmount(kept)) ?? ZERO
  if (compare(amount, ZERO) === 0) return available
  return formatDecimal(max(sub(decimal(available), amount), ZERO), { trim: true })
}
