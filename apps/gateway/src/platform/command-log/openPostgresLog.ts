import { createEmitter, type Clock } from '@x/kit'
import { createLogTail } from '../../exchange/journal/createLogTail.ts'
import { JournalError } from '../../exchange/journal/JournalError.ts'
import { recordsFrom } from '../../exchange/journal/record.ts'
import type { AppendOutcome, CommandLog, LogBatch } from '../../exchange/ports/CommandLog.ts'
import type { Log } from '../log/Log.ts'
import { createLogConnection, type LogConnection } from './createLogConnection.ts'
import {
  APPEND,
  BASE,
  CREATE,
  DROP,
  FIND_BEFORE,
  IS_OWN,
  READ,
  type BatchRow,
} from './statements.ts'

export interface PostgresLogOptions {
  /** A Postgres server with fsync; with a quorum of standbys where a disk may be lost. */
  readonly url: string
  readonly clock: Pick<Clock, 'after' | 'monotonic'>
  readonly log: Log
  /** How often a tail asks when nothing is said. Default 250 ms. */
  readonly pollMs?: number
  /** How long one answer of the server is waited for. Default 2 s. */
  readonly timeoutMs?: number
}

export interface PostgresLog extends CommandLog {
  /**
   * Lets an empty log begin after the record `after`: what was before is in a snapshot. `false`:
   * the log is not empty.
   */
  beginAfter(shard: number, after: number): Promise<boolean>
}

const BATCH_BYTES = 256 * 1024
const CHANNEL = 'command_log'
const RETRY_MS = [20, 50, 100, 250, 500] as const
const ROWS = 32

/**
 * The log in a table of a Postgres server, for several machines. The primary key is the
 * compare-and-set; a batch is in the log once its transaction is committed: synced, and on the
 * quorum of standbys that the server is configured with.
 */
export async function openPostgresLog(options: PostgresLogOptions): Promise<PostgresLog> {
  const { clock, pollMs = 250 } = options
  const grown = createEmitter<void>()
  const connect = (name: string) => createLogConnection({ timeoutMs: 2_000, ...options, name })
  const writing = connect('append')
  const reading = connect('read')
  const listening = connect('listen')
  let turn: Promise<unknown> = Promise.resolve()
  let listens = false
  let isClosed = false

  try {
    await reading.query(CREATE)
  } catch (error) {
    await reading.close()
    throw error
  }

  /** A connection that broke is opened again by the next poll. */
  function listen(): void {
    if (listens || isClosed) return
    listens = true
    listening
      .listen(CHANNEL, { onNotice: () => grown.emit(), onBroken: () => (listens = false) })
      .catch(() => (listens = false))
  }

  async function append(shard: number, batch: LogBatch): Promise<AppendOutcome> {
    const bytes = Buffer.from(batch.bytes.buffer, batch.bytes.byteOffset, batch.bytes.byteLength)
    if (bytes.length === 0) return 'ok'
    const { after, through, epoch } = batch
    const params = [shard, after, through, epoch, bytes]
    for (let tries = 0; ; tries++) {
      if (isClosed) throw new JournalError('CLOSED', 'The log is closed.')
      try {
        return await appendOnce(writing, { params, isRepeated: tries > 0 })
      } catch (error) {
        if (!isPassing(error)) throw error
        if (tries === 0)
          options.log.warn('The log does not take a batch; it is sent again', {
            error: describe(error),
          })
        await new Promise<void>(
          (resolve) => void clock.after(RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]!, resolve),
        )
      }
    }
  }

  return {
    batchBytes: BATCH_BYTES,
    append(shard, batch) {
      // In turn: one that is sent again must not come after its successor.
      const appended = turn.then(() => append(shard, batch))
      turn = appended.catch(() => {})
      return appended
    },
    read: (shard, { from }) => readBatches(reading, { shard, from }),
    tail(shard, tailing) {
      listen()
      return createLogTail({
        ...tailing,
        read: (from) => (listen(), readBatches(reading, { shard, from })),
        onGrowth: grown.subscribe,
        clock,
        pollMs,
      })
    },
    async dropBefore(shard, seq) {
      const [row] = await reading.query<{ count: string }>(DROP, [shard, seq])
      return Number(row?.count ?? 0)
    },
    async beginAfter(shard, after) {
      return (await writing.query(BASE, [shard, after])).length > 0
    },
    async close() {
      isClosed = true
      await turn
      await Promise.all([writing.close(), reading.close(), listening.close()])
    },
  }
}

async function appendOnce(
  connection: LogConnection,
  { params, isRepeated }: { readonly params: readonly unknown[]; readonly isRepeated: boolean },
): Promise<AppendOutcome> {
  const { rows, hasWarning } = await connection.queryWarned(APPEND, params)
  if (rows.length > 0 && !hasWarning) return 'ok'
  if (rows.length === 0 && !isRepeated) return 'fenced'
  // An earlier try may have been committed without an answer. Its row may even be visible before
  // its standbys have it: this statement writes too, and its commit waits for both.
  const own = await connection.queryWarned<{ is_own: boolean }>(IS_OWN, [
    params[0],
    params[1],
    params[3],
    params[4],
  ])
  if (own.hasWarning) throw new Error('The server does not know whether its standbys have it.')
  return own.rows[0]?.is_own === true ? 'ok' : 'fenced'
}

async function* readBatches(
  connection: LogConnection,
  { shard, from }: { readonly shard: number; readonly from: number },
): AsyncGenerator<LogBatch> {
  let next = from
  for (;;) {
    const rows = await connection.query<BatchRow>(READ, [shard, next - 1, ROWS])
    if (Number(rows[0]?.after ?? -1) !== next - 1) {
      const inside = await batchWith(connection, { shard, seq: next, isEnd: rows.length === 0 })
      if (!inside) return
      yield recordsFrom(inside, next)
      next = inside.through + 1
      continue
    }
    for (const batch of rows.map(batchOf)) {
      if (batch.after !== next - 1) throw gap(next, batch.after + 1)
      yield batch
      next = batch.through + 1
    }
    if (rows.length < ROWS) return
  }
}

/** The batch with the record `seq` in its midst; `undefined` where the log ends before it. */
async function batchWith(
  connection: LogConnection,
  { shard, seq, isEnd }: { readonly shard: number; readonly seq: number; readonly isEnd: boolean },
): Promise<LogBatch | undefined> {
  const [row] = await connection.query<BatchRow>(FIND_BEFORE, [shard, seq])
  const end = Number(row?.through ?? 0)
  if (end === seq - 1 && isEnd) return undefined
  if (!row || end < seq) throw gap(seq, end)
  return batchOf(row)
}

/** @throws JournalError GAP for what an empty log began with */
function batchOf({ after, through, epoch, bytes }: BatchRow): LogBatch {
  if (!bytes || bytes.length === 0) throw gap(Number(after) + 1, Number(through) + 1)
  return {
    after: Number(after),
    through: Number(through),
    epoch: Number(epoch),
    bytes: new Uint8Array(bytes),
  }
}

function gap(wanted: number, found: number): JournalError {
  return new JournalError('GAP', 'The log does not have the record that is wanted.', {
    detail: { wanted, found },
  })
}

/**
 * Classes of errors that say something of the statement and nothing of the connection: 22, 23 and
 * 42. A table that is gone will not come back by waiting.
 */
function isPassing(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return !(typeof code === 'string' && /^(?:22|23|42)\w{3}$/.test(code))
}

/** Without the address, which holds a password. */
function describe(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return code ?? message ?? 'unknown'
}
