import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Database } from '../platform/db/Database.ts'
import { openDatabase } from '../platform/db/openDatabase.ts'
import { migrationsDigest } from './migrationsDigest.ts'

/** Any constant of our own: tests that begin together make one template. */
const TEMPLATE_LOCK = 7_301_127

/**
 * A new, migrated database on the Postgres server behind `server`; it is dropped when it is closed.
 * It is a copy of a template that the first test on a server makes and leaves there.
 */
export async function openServerTestDatabase(
  server: string,
): Promise<Database & { readonly url: string }> {
  const name = `x_test_${randomBytes(6).toString('hex')}`
  await onServer(server, async (client) => {
    await client.query(`create database ${name} template ${await templateOn(server, client)}`)
  })
  const url = urlOf(server, name)
  const database = await openDatabase({ dataDir: 'memory://', databaseUrl: url })
  return {
    ...database,
    url,
    async close() {
      await database.close()
      await onServer(server, (client) => client.query(`drop database ${name} with (force)`))
    },
  }
}

/** The name of the database with the tables of today's migrations and not a row of a test. */
async function templateOn(server: string, client: pg.Client): Promise<string> {
  const name = `x_test_template_${await migrationsDigest()}`
  const isThere = async () =>
    (await client.query('select 1 from pg_database where datname = $1', [name])).rowCount === 1
  if (await isThere()) return name
  // Ends with the connection.
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
  if (await isThere()) return name
  // It gets its name when it is whole.
  const unfinished = `${name}_unfinished`
  await client.query(`drop database if exists ${unfinished} with (force)`)
  await client.query(`create database ${unfinished}`)
  const databaseUrl = urlOf(server, unfinished)
  await (await openDatabase({ dataDir: 'memory://', databaseUrl })).close()
  await client.query(`alter database ${unfinished} rename to ${name}`)
  return name
}

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

async function onServer(
  connectionString: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
