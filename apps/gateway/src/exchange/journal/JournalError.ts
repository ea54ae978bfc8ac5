export type JournalErrorCode =
  /** Records that had been acknowledged can no longer be read. */
  | 'CORRUPT'
  /** The files do not join up: a segment or the snapshot before it is missing. */
  | 'GAP'
  /** Writing or syncing failed; nothing more can be acknowledged until a restart. */
  | 'FAILED'
  /** Another writer has appended: what was not acknowledged is not in the log. */
  | 'FENCED'
  | 'CLOSED'
  /** It needs rules that this program does not know: a newer one must read it. */
  | 'RULES'

export class JournalError extends Error {
  readonly code: JournalErrorCode
  readonly detail: Readonly<Record<string, string | number>>
  constructor(
    code: JournalErrorCode,
    message: string,
    options: { detail?: Record<string, string | number>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'JournalError'
    this.code = code
    this.detail = options.detail ?? {}
  }
}

export const isJournalError = (error: unknown): error is JournalError =>
  error instanceof Error && error.name === 'JournalError'
