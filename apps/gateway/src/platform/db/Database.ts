import type { Sql } from '../../exchange/ports/Sql.ts'

export type { Sql }

/**
 * The embedded database or a Postgres server: the same SQL, the same types of values. On a server
 * every call fails with a DatabaseUnavailableError while the server does not answer, after 5 s at
 * most.
 */
export interface Database extends Sql {
  /** Which of the two it is; `embedded` has this process as its only writer. */
  readonly kind: 'embedded' | 'server'
  /**
   * Commits when `run` resolves, rolls back when it throws. Statements inside must go through the
   * handed-in `tx`.
   */
  transaction<T>(run: (tx: Sql) => Promise<T>): Promise<T>
  /**
   * For purges and sums that may take longer than a request waits. Absent: `query` has no time
   * limit either.
   */
  readonly maintenance?: Sql
  /**
   * Whether the server answered when it was last asked. Absent: the database lives in this process.
   */
  isReachable?(): boolean
  /**
   * Settles as `work` does.
   * @throws DatabaseUnavailableError at once while the server does not answer.
   */
  whileReachable?<T>(work: Promise<T>): Promise<T>
  close(): Promise<void>
}

const UNIQUE_VIOLATION = '23505'

/**
 * Whether `error` is the refusal of a second row with the same key; `constraint` narrows it to one
 * key.
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  // drizzle-free statements throw the driver's own error; both drivers spell code and constraint
  // alike.
  const { code, constraint: name } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === UNIQUE_VIOLATION && (constraint === undefined || name === constraint)
}
