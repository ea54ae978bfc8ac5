import { fileURLToPath } from 'node:url'
import type { EmbeddedDatabase } from './openPglite.ts'
import type { ServerDatabase } from './openPostgres.ts'

const migrationsFolder = fileURLToPath(new URL('../../drizzle', import.meta.url))
/** Any constant of our own: nodes that start together take turns under it. */
const MIGRATION_LOCK = 7_301_126

export async function migrateEmbedded({ client }: EmbeddedDatabase): Promise<void> {
  const [{ drizzle }, { migrate }] = await Promise.all([import('drizzle-orm/pglite'), import('drizzle-orm/pglite/migrator')])
  await migrate(drizzle({ client }), { migrationsFolder })
}

export async function migrateServer({ pool }: ServerDatabase): Promise<void> {
  const [{ drizzle }, { migrate }] = await Promise.all([import('drizzle-orm/node-postgres'), import('drizzle-orm/node-postgres/migrator')])
  const client = await pool.connect().catch((cause: Error & { code?: string }) => {
    // The address holds a password; the driver's code says enough.
    throw new Error(`The database behind DATABASE_URL cannot be reached (${cause.code ?? cause.message}).`, { cause })
  })
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle({ client }), { migrationsFolder })
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    client.release()
  } catch (error) {
    // Ends the connection and with it the lock.
    client.release(true)
    throw error
  }
}
