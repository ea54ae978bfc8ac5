import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sql } from './Database.ts'
import type { EmbeddedDatabase } from './openPglite.ts'
import type { ServerDatabase } from './openPostgres.ts'

const migrationsFolder = fileURLToPath(new URL('../../../drizzle', import.meta.url))
/** Any constant of our own: nodes that start together take turns under it. */
const MIGRATION_LOCK = 7_301_126

export async function migrateEmbedded(database: EmbeddedDatabase): Promise<void> {
  if (await isUpToDate(database)) return
  const [{ drizzle }, { migrate }] = await Promise.all([
    import('drizzle-orm/pglite'),
    import('drizzle-orm/pglite/migrator'),
  ])
  await migrate(drizzle({ client: database.client }), { migrationsFolder })
}

export async function migrateServer({ connectUnlimited }: ServerDatabase): Promise<void> {
  const [{ drizzle }, { migrate }] = await Promise.all([
    import('drizzle-orm/node-postgres'),
    import('drizzle-orm/node-postgres/migrator'),
  ])
  const client = await connectUnlimited().catch((cause: Error & { code?: string }) => {
    // The address holds a password; the driver's code says enough.
    throw new Error(
      `The database behind DATABASE_URL cannot be reached (${cause.code ?? cause.message}).`,
      { cause },
    )
  })
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle({ client }), { migrationsFolder })
  } finally {
    // Ends the lock as well.
    await client.end()
  }
}

/**
 * Whether the latest migration is in the database, by drizzle's own rule: it runs those that are
 * younger than the last one it ran. To load drizzle for nothing takes longer than all else of a
 * start.
 */
export async function isUpToDate(sql: Sql): Promise<boolean> {
  const [table] = await sql.query<{ name: string | null }>(
    "select to_regclass('drizzle.__drizzle_migrations')::text as name",
  )
  if (!table?.name) return false
  const [last] = await sql.query<{ createdAt: bigint | null }>(
    'select max(created_at) as "createdAt" from drizzle.__drizzle_migrations',
  )
  return Number(last?.createdAt ?? -1) >= (await latestMigration())
}

async function latestMigration(): Promise<number> {
  const { entries } = JSON.parse(
    await readFile(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8'),
  ) as { entries: readonly { when: number }[] }
  return Math.max(...entries.map(({ when }) => when))
}
