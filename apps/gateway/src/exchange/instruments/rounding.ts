/** Towards plus infinity; the divisor is above zero. */
export function divideUp(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  return dividend > 0n && quotient * divisor !== dividend ? quotient + 1n : quotient
}

/** Towards minus infinity; the divisor is above zero. */
export const divideDown = (dividend: bigint, divisor: bigint): bigint =>
  -divideUp(-dividend, divisor)

export const absolute = (value: bigint): bigint => (value < 0n ? -value : value)
export const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** A fraction above zero in its lowest terms, as numbers; one that is too large is not exact. */
export function reduced(
  dividend: bigint,
  divisor: bigint,
): { readonly parts: number; readonly by: number } {
  const shared = greatestDivisor(dividend, divisor)
  return { parts: Number(dividend / shared), by: Number(divisor / shared) }
}

const greatestDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : greatestDivisor(b, a % b))
