/** Runs SQL statements: the database itself or one open transaction. */
export interface Sql {
  /**
   * Runs one statement with `params` for `$1`, `$2` and so on. int8 comes back as bigint, numeric
   * as string, jsonb parsed, bytea as bytes.
   */
  query<Row extends object = Record<string, unknown>>(
    text: string,
    params?: readonly unknown[],
  ): Promise<Row[]>
}

/** The database that the ledger is settled to. */
export interface LedgerDatabase extends Sql {
  /** `embedded`: this process is its only writer. */
  readonly kind?: 'embedded' | 'server'
  /** For statements that may take longer than a request waits. Default: `query` itself. */
  readonly maintenance?: Sql
}
