import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sql } from './Database.ts'
import type { EmbeddedDatabase } from './openPglite.ts'
import type { ServerDatabase } from './openPostgres.ts'

const migrationsFolder = fileURLToPath(new URL('../../../drizzle', import.meta.url))
/**
 * SQL that runs after the migrations, and again whenever its text differs from what the database
 * has run (docs/adr/journal.md).
 */
const repeatableScripts = [
  { name: 'ledger/settle', file: new URL('../../exchange/ledger/settle.sql', import.meta.url) },
]
/** Between two statements of a file, as drizzle writes it. */
const BREAKPOINT = '--> statement-breakpoint'
/** Any constant of our own: nodes that start together take turns under it. */
export const MIGRATION_LOCK = 7_301_126

export async function migrateEmbedded(database: EmbeddedDatabase): Promise<void> {
  if (await isUpToDate(database)) return
  const [{ drizzle }, { migrate }] = await Promise.all([
    import('drizzle-orm/pglite'),
    import('drizzle-orm/pglite/migrator'),
  ])
  await migrate(drizzle({ client: database.client }), { migrationsFolder })
  for (const script of await changedScripts(database))
    await database.transaction((tx) => runScript(tx, script))
}

export async function migrateServer({ connectUnlimited }: ServerDatabase): Promise<void> {
  const client = await connectUnlimited().catch((cause: Error & { code?: string }) => {
    // The address holds a password; the driver's code says enough.
    throw new Error(
      `The database behind DATABASE_URL cannot be reached (${cause.code ?? cause.message}).`,
      { cause },
    )
  })
  const sql: Sql = {
    query: async <Row extends object>(text: string, params: readonly unknown[] = []) =>
      (await client.query(text, [...params])).rows as Row[],
  }
  try {
    if (await isUpToDate(sql)) return
    const [{ drizzle }, { migrate }] = await Promise.all([
      import('drizzle-orm/node-postgres'),
      import('drizzle-orm/node-postgres/migrator'),
    ])
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle({ client }), { migrationsFolder })
    for (const script of await changedScripts(sql)) {
      await sql.query('begin')
      await runScript(sql, script)
      await sql.query('commit')
    }
  } finally {
    // Ends the lock as well, and a transaction that failed.
    await client.end()
  }
}

interface Script {
  readonly name: string
  readonly text: string
  readonly hash: string
}

/** The repeatable scripts whose text this database has not run last. */
async function changedScripts(sql: Sql): Promise<Script[]> {
  const rows = await sql.query<{ name: string; hash: string }>(
    'select name, hash from repeatable_script',
  )
  const ran = new Map(rows.map(({ name, hash }) => [name, hash]))
  const scripts = await Promise.all(
    repeatableScripts.map(async ({ name, file }) => {
      const text = await readFile(file, 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
  return scripts.filter(({ name, hash }) => ran.get(name) !== hash)
}

/** Inside a transaction: a script runs whole and is noted, or does neither. */
async function runScript(sql: Sql, { name, text, hash }: Script): Promise<void> {
  for (const statement of text.split(BREAKPOINT)) await sql.query(statement)
  await sql.query(
    'insert into repeatable_script (name, hash) values ($1, $2) ' +
      'on conflict (name) do update set hash = excluded.hash',
    [name, hash],
  )
}

/**
 * Whether the database has the latest migration and the repeatable scripts of today; of migrations
 * by drizzle's own rule: it runs those that are younger than the last one it ran. To load drizzle
 * for nothing takes longer than all else of a start.
 */
export async function isUpToDate(sql: Sql): Promise<boolean> {
  const [table] = await sql.query<{ name: string | null }>(
    "select to_regclass('drizzle.__drizzle_migrations')::text as name",
  )
  if (!table?.name) return false
  const [last] = await sql.query<{ createdAt: bigint | null }>(
    'select max(created_at) as "createdAt" from drizzle.__drizzle_migrations',
  )
  if (Number(last?.createdAt ?? -1) < (await latestMigration())) return false
  return (await changedScripts(sql)).length === 0
}

async function latestMigration(): Promise<number> {
  const { entries } = JSON.parse(
    await readFile(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8'),
  ) as { entries: readonly { when: number }[] }
  return Math.max(...entries.map(({ when }) => when))
}
