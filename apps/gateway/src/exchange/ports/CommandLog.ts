/** Records in a row: those after `after`, through `through`, as `encodeRecord` writes them. */
export interface LogBatch {
  readonly after: number
  readonly through: number
  /** Of the leader that appended it. Grows with each leader; 0 where there is one node only. */
  readonly epoch: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/**
 * `ok`: on disk, or with `isLazy` written. `fenced`: nothing was appended, because the log does not
 * end with the record `after`, or because a leader of a later epoch has appended.
 */
export type AppendOutcome = 'ok' | 'fenced'

export interface TailOptions {
  /** The first record wanted. */
  readonly from: number
  readonly onBatch: (batch: LogBatch) => void
  readonly onEnd: (error: unknown) => void
}

export interface LogTail {
  /** No batch is handed over once it resolves. */
  stop(): Promise<void>
}

/**
 * The log of commands, of which a replay makes the state. It may be a folder of one machine or a
 * database of several; each shard is a log of its own. Every adapter passes the same tests
 * (`testing/commandLogContract.ts`).
 */
export interface CommandLog {
  /** A longer batch is appended alone, and only where it is a single record. */
  readonly batchBytes: number
  /**
   * Appends where the log ends with `after`, so that of several writers one succeeds. Takes
   * the bytes with it: their buffer cannot be used afterwards.
   * `isLazy` asks for no sync: a later append without it makes both durable. A batch without
   * records does only that.
   * @throws what the storage throws; whether the batch is in the log is unknown then
   */
  append(shard: number, batch: LogBatch & { readonly isLazy?: boolean }): Promise<AppendOutcome>
  /**
   * The log from the record `from` on to its end, in order. A batch may differ from what was
   * appended in where it begins and ends.
   * @throws JournalError GAP or CORRUPT where the log cannot be read whole
   */
  read(shard: number, options: { readonly from: number }): AsyncIterable<LogBatch>
  /**
   * Passes on the log from the record `from` on, one batch after the other, and then what others
   * append, until it is stopped. What `onBatch` throws ends it, as does damage of the log;
   * a storage that is away is asked again.
   */
  tail(shard: number, options: TailOptions): LogTail
  /** Removes what holds no record from `seq` on. Answers how many pieces were removed. */
  dropBefore(shard: number, seq: number): Promise<number>
  /** Makes everything that was written durable. */
  close(): Promise<void>
}
