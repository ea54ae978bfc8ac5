import type { FollowerReport, SharedLog } from '../../exchange/ports/SharedLog.ts'
import { isUnanswered } from '../db/lease/createLeaseConnection.ts'
import { createLogConnection } from './createLogConnection.ts'
import { createSharedSnapshots, type SharedSnapshotsOptions } from './createSharedSnapshots.ts'
import { openPostgresLog, type PostgresLogOptions } from './openPostgresLog.ts'
import { FOLLOWERS, IS_EMPTY, REPORT, type FollowerRow } from './statements.ts'

export interface SharedLogOptions
  extends PostgresLogOptions, Pick<SharedSnapshotsOptions, 'partBytes'> {
  /** Default 0. */
  readonly shard?: number
  /** Of this process among all that reach the log. */
  readonly name: string
}

/** Where a thread finds the log that its process has open. */
export interface LogSource {
  readonly url: string
  readonly shard: number
}

/** A part of a snapshot may take longer than a batch; nobody who is to lead waits for it. */
const SLOW_MS = 20_000
const QUICK_MS = 2_000
/** A follower that has said nothing for this long is not counted on. */
const SILENT_SECONDS = 5

/** A server that leaves a question of a start unanswered is asked again for so long. */
const START_MS = 30_000

async function whenAnswered<T>(
  ask: () => Promise<T>,
  { clock }: Pick<SharedLogOptions, 'clock'>,
): Promise<T> {
  for (const beganAt = clock.monotonic(); ;)
    try {
      return await ask()
    } catch (error) {
      if (!isUnanswered(error) || clock.monotonic() - beganAt > START_MS) throw error
    }
}

/** The log and the snapshots on a Postgres server, for every machine that reaches it. */
export async function openSharedLog({
  shard = 0,
  partBytes,
  name,
  ...options
}: SharedLogOptions): Promise<SharedLog> {
  const log = await whenAnswered(() => openPostgresLog(options), options)
  const connection = createLogConnection({
    url: options.url,
    timeoutMs: SLOW_MS,
    name: 'snapshots',
  })
  const questions = createLogConnection({
    url: options.url,
    timeoutMs: QUICK_MS,
    name: 'questions',
  })
  const source: LogSource = { url: options.url, shard }
  const [setting] = await whenAnswered(
    () => questions.query<{ fsync: string }>('show fsync'),
    options,
  )
  if (setting?.fsync !== 'on')
    options.log.warn('The server of the log does not sync: a power loss loses acknowledged orders')
  return {
    log,
    shard,
    snapshots: createSharedSnapshots({
      connection,
      shard,
      ...(partBytes === undefined ? {} : { partBytes }),
    }),
    async isEmpty() {
      const [row] = await questions.query<{ is_empty: boolean }>(IS_EMPTY, [shard])
      return row?.is_empty === true
    },
    beginAfter: (after) => log.beginAfter(shard, after),
    async report({ seq, knownRules }) {
      await questions.query(REPORT, [shard, name, seq, knownRules])
    },
    async followers() {
      const rows = await questions.query<FollowerRow>(FOLLOWERS, [shard, SILENT_SECONDS, name])
      return rows.map((row): FollowerReport => ({
        name: row.name,
        seq: Number(row.seq),
        knownRules: row.known_rules,
      }))
    },
    snapshotThread: { program: new URL('./logSnapshotThread.ts', import.meta.url), source },
    async close() {
      await Promise.all([log.close(), connection.close(), questions.close()])
    },
  }
}
