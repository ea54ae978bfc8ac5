export type LedgerErrorCode =
  /** A batch contradicts the ledger: trading must stop until a person has looked. */
  | 'BROKEN'
  /** The ledger and the journal, or the balances in memory, do not belong together. */
  | 'MISMATCH'
  /** Another gateway trades on the database: this one must not go on. */
  | 'FENCED'
  /** The lease on the database is not known to be held at the moment. */
  | 'NOT_HELD'
  /** The process that settles the log is away, or too slow. */
  | 'BEHIND'
  | 'STOPPED'

export class LedgerError extends Error {
  readonly code: LedgerErrorCode
  readonly detail: Readonly<Record<string, string | number>>
  constructor(
    code: LedgerErrorCode,
    message: string,
    options: { detail?: Record<string, string | number>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'LedgerError'
    this.code = code
    this.detail = options.detail ?? {}
  }
}

export const isLedgerError = (error: unknown): error is LedgerError =>
  error instanceof Error && error.name === 'LedgerError'
