import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Clock } from '@x/kit'
import type { Database } from './db/Database.ts'
import { lockDataFolder } from './db/dataFolderLock.ts'
import { openDatabase } from './db/openDatabase.ts'
import { acquireWriterLease } from './lease/acquireWriterLease.ts'
import { describeHolder, type WriterLease } from './lease/WriterLease.ts'
import type { Log } from './server/Log.ts'
import type { Settings } from './settings.ts'

export interface Storage {
  readonly db: Database
  /** On a database that several gateways can reach. */
  readonly lease: WriterLease | undefined
  /** Lets the next process begin at once. */
  close(): Promise<void>
}

export interface StorageOptions {
  readonly settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'leaseSeconds'>
  readonly clock: Clock
  readonly log: Log
  readonly say: (line: string) => void
}

/**
 * Takes data folder and database for this process alone, in this order, and brings the tables up to date.
 * @throws DataFolderLockedError, WriterLeaseError while another process has either
 */
export async function openStorage({ settings, clock, log, say }: StorageOptions): Promise<Storage> {
  const { dataDir, databaseUrl, leaseSeconds } = settings
  const lock = await lockDataFolder(dataDir, {
    onWaiting: (holder) => say(`The data folder was in use by ${describeHolder(holder)}. Waiting to see whether it still is …`),
    onLost() {
      log.error("The data folder is no longer this gateway's: another one took it, or its lock was removed. Nothing more is written to it")
      process.exit(1)
    },
  })
  let db: Database | undefined
  let lease: WriterLease | undefined
  const close = async () => {
    // A database that is away keeps nobody: the lease runs out by itself.
    await lease?.release().catch((error: unknown) => log.warn('The lease on the database could not be released', { error: String(error) }))
    await db?.close()
    await lock.release()
  }
  try {
    const isNew = databaseUrl === undefined && !existsSync(path.join(dataDir, 'postgres'))
    say(isNew ? 'Creating the database, once for this data folder; this takes some seconds …' : 'Opening the database …')
    db = await openDatabase(settings)
    const onWaiting = (holder: Parameters<typeof describeHolder>[0]) => say(`Another gateway traded on this database: ${describeHolder(holder)}. Waiting to see whether it still does …`)
    if (databaseUrl !== undefined) lease = await acquireWriterLease({ url: databaseUrl, seconds: leaseSeconds, clock, log, onWaiting })
    return { db, lease, close }
  } catch (error) {
    await close()
    throw error
  }
}
