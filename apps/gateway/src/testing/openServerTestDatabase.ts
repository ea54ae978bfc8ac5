import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Database } from '../platform/db/Database.ts'
import { openDatabase } from '../platform/db/openDatabase.ts'

/**
 * A new, migrated database on the Postgres server behind `server`; it is dropped when it is closed.
 */
export async function openServerTestDatabase(
  server: string,
): Promise<Database & { readonly url: string }> {
  const name = `x_test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = await openDatabase({ dataDir: 'memory://', databaseUrl: url.href })
  return {
    ...database,
    url: url.href,
    async close() {
      await database.close()
      await onServer(server, `drop database ${name} with (force)`)
    },
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
