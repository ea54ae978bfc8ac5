import { DecimalError } from './DecimalError.ts'

/** The most digits after the dot that a value may have; more is DecimalError `bad-scale`. */
export const MAX_SCALE = 1000

const powers: bigint[] = [1n]

/** 10^exponent, from a table that grows on demand up to the largest scale. */
export function powerOfTen(exponent: number): bigint {
  const known = powers[exponent]
  if (known !== undefined) return known
  if (exponent > MAX_SCALE) return 10n ** BigInt(exponent)
  for (let next = powers.length; next <= exponent; next += 1)
    powers.push((powers[next - 1] as bigint) * 10n)
  return powers[exponent] as bigint
}

/**
 * A scale comes from a caller's table or option: a wrong one is a mistake in the program, hence a
 * throw.
 */
export function requireScale(scale: number): void {
  if (!Number.isInteger(scale) || scale < 0 || scale > MAX_SCALE)
    throw new DecimalError('bad-scale', { detail: String(scale) })
}
