/**
 * - `bad-amount`: an amount below zero, of 2^120 or more, or not one for each asset.
 * - `too-large`: a sum of 2^120 or more.
 * - `bad-secret`: an audit secret that is not 32 bytes.
 * - `bad-hash`: a hash that is not 64 hex digits.
 * - `no-accounts`: a tree without a leaf.
 * - `duplicate`: two accounts of one name, or of one secret.
 */
export type ReservesErrorCode =
  | 'bad-amount'
  | 'too-large'
  | 'bad-secret'
  | 'bad-hash'
  | 'no-accounts'
  | 'duplicate'

const messages: Record<ReservesErrorCode, string> = {
  'bad-amount': 'An amount is an integer from 0 to 2^120 - 1, one for each asset',
  'too-large': 'A sum is 2^120 or more',
  'bad-secret': 'An audit secret is 32 bytes',
  'bad-hash': 'A hash has 64 hex digits',
  'no-accounts': 'A tree has at least one leaf',
  duplicate: 'Two accounts have the same name or the same secret',
}

/** Thrown while a tree is built. A proof that fails to verify is an answer, not an error. */
export class ReservesError extends Error {
  override readonly name = 'ReservesError'
  readonly code: ReservesErrorCode

  constructor(code: ReservesErrorCode) {
    super(messages[code])
    this.code = code
  }
}

/** By name and code, so that it also holds for an error from a second copy of the package. */
export function isReservesError(error: unknown, code?: ReservesErrorCode): error is ReservesError {
  return (
    error instanceof Error &&
    error.name === 'ReservesError' &&
    (code === undefined || (error as ReservesError).code === code)
  )
}
