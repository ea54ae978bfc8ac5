import type { BigIntegerLike, RsaKeyLike } from './jsrsasignLibrary.ts'

/**
 * Whether the parts of a private key belong together: n = pq, e and d are inverse, and the CRT
 * parameters follow from them (RFC 8017 section 3.2). jsrsasign does not check this; with one prime
 * far smaller than the other its signing loops practically without end.
 */
export function isConsistentRsaKey(key: RsaKeyLike): boolean {
  const [n, e, d, p, q, dp, dq, inverse] = (
    ['n', 'e', 'd', 'p', 'q', 'dmp1', 'dmq1', 'coeff'] as const
  ).map((part) => toBigInt(key[part])) as [
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
  ]
  if (p < 3n || q < 3n || n !== p * q) return false
  const isInverse = [p - 1n, q - 1n].every((order) => (d * e) % order === 1n)
  return (
    isInverse &&
    dp === d % (p - 1n) &&
    dq === d % (q - 1n) &&
    inverse < p &&
    (inverse * q) % p === 1n
  )
}

/** The library stores e as a number and omits parts that it could not read. */
function toBigInt(value: BigIntegerLike | number | null | undefined): bigint {
  return value === null || value === undefined
    ? 0n
    : BigInt(`0x${value.toString(16).replace(/^-.*$/, '0')}`)
}
