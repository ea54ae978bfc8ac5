import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from './Database.ts'
import { migrateEmbedded, migrateServer } from './migrate.ts'
import { openPglite } from './openPglite.ts'
import { openPostgres } from './openPostgres.ts'

export interface DatabaseOptions {
  /**
   * Folder of the gateway's data; the embedded database lives in its `postgres` folder. `memory://`
   * keeps everything in memory.
   */
  readonly dataDir: string
  /** A Postgres server instead of the embedded database. */
  readonly databaseUrl?: string | undefined
}

/** Opens the database and brings its tables up to date. */
export async function openDatabase({ dataDir, databaseUrl }: DatabaseOptions): Promise<Database> {
  if (databaseUrl) return migrated(openPostgres(databaseUrl), migrateServer)
  const isMemory = dataDir.startsWith('memory://')
  const folder = isMemory ? dataDir : path.join(dataDir, 'postgres')
  if (!isMemory) await mkdir(folder, { recursive: true, mode: 0o700 })
  return migrated(await openPglite(folder), migrateEmbedded)
}

async function migrated<D extends Database>(
  database: D,
  migrate: (database: D) => Promise<void>,
): Promise<D> {
  try {
    await migrate(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
