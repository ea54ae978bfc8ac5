import { compare, decimal, finishAmount, parseDecimal } from '@x/decimal'

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
