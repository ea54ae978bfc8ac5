import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Clock } from '@x/kit'
import type { Database } from './Database.ts'
import { lockDataFolder } from './dataFolderLock.ts'
import { openDatabase } from './openDatabase.ts'
import { acquireWriterLease, hasLease } from './lease/acquireWriterLease.ts'
import { describeHolder, type LeaseHolder, type WriterLease } from './lease/WriterLease.ts'
import type { Log } from '../log/Log.ts'

export interface Storage {
  readonly db: Database
  /** On a database that several gateways can reach. */
  readonly lease: WriterLease | undefined
  /** Lets the next process begin at once. */
  close(): Promise<void>
}

export interface StorageOptions {
  readonly settings: {
    readonly dataDir: string
    /** A Postgres server; absent: the embedded database of the data folder. */
    readonly databaseUrl?: string | undefined
    /** How long the lease on a server lasts without a renewal, in seconds. */
    readonly leaseSeconds: number
  }
  readonly clock: Clock
  readonly log: Log
  readonly say: (line: string) => void
  /**
   * Another gateway trades: this one stands by until it ends. Absent: the start is refused then.
   */
  readonly standBy?:
    | {
        readonly onBegin: (holder: LeaseHolder) => void
        readonly signal: AbortSignal
      }
    | undefined
}

/**
 * Takes data folder and database for this process alone, in this order, and then brings the tables
 * up to date.
 * @throws DataFolderLockedError, WriterLeaseError while another process has either
 */
export async function openStorage({
  settings,
  clock,
  log,
  say,
  standBy,
}: StorageOptions): Promise<Storage> {
  const { dataDir, databaseUrl } = settings
  const lock = await lockDataFolder(dataDir, {
    onWaiting: (holder) =>
      say(
        `The data folder was in use by ${describeHolder(holder)}. Waiting to see whether ` +
          'it still is …',
      ),
    onLost() {
      log.error(
        "The data folder is no longer this gateway's: another one took it, or its lock " +
          'was removed. Nothing more is written to it',
      )
      process.exit(1)
    },
  })
  let db: Database | undefined
  let lease: WriterLease | undefined
  const close = async () => {
    // A database that is away keeps nobody: the lease runs out by itself.
    await lease
      ?.release()
      .catch((error: unknown) =>
        log.warn('The lease on the database could not be released', { error: String(error) }),
      )
    await db?.close()
    await lock.release()
  }
  try {
    const isNew = databaseUrl === undefined && !existsSync(path.join(dataDir, 'postgres'))
    say(
      isNew
        ? 'Creating the database, once for this data folder; this takes some seconds …'
        : 'Opening the database …',
    )
    const acquire = () => acquireLease({ settings, clock, log, say, standBy })
    // Tables are not changed under a gateway that trades on them. A database that never had a lease
    // gets its table first.
    if (databaseUrl !== undefined && (await hasLease(databaseUrl))) lease = await acquire()
    db = await openDatabase(settings)
    lease ??= await acquire()
    return { db, lease, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** `undefined` on the embedded database, which nobody else can reach. */
async function acquireLease({
  settings: { databaseUrl, leaseSeconds },
  clock,
  log,
  say,
  standBy,
}: StorageOptions): Promise<WriterLease | undefined> {
  if (databaseUrl === undefined) return undefined
  const onWaiting = (holder: LeaseHolder) =>
    say(
      `Another gateway traded on this database: ${describeHolder(holder)}. Waiting to ` +
        'see whether it still does …',
    )
  return acquireWriterLease({
    url: databaseUrl,
    seconds: leaseSeconds,
    clock,
    log,
    ...(standBy
      ? { waits: true, onWaiting: standBy.onBegin, signal: standBy.signal }
      : { onWaiting }),
  })
}
