import type { Database, Sql } from '../platform/db/Database.ts'
import type { EmbeddedDatabase } from '../platform/db/openPglite.ts'

/** Databases that a test closed, emptied and ready for the next one. */
const idle: Recyclable[] = []
const MAX_IDLE = 3

const OWN_SCHEMAS = `schemaname not in ('pg_catalog', 'information_schema')`

interface Recyclable {
  readonly database: EmbeddedDatabase
  /** Of tables, functions and triggers: a test that changed them keeps its database to itself. */
  readonly schema: string
}

/**
 * An empty database that another test has closed, else one that `open` creates. A new one costs
 * most of a second, an emptied one a few milliseconds.
 */
export async function recycleDatabase(open: () => Promise<EmbeddedDatabase>): Promise<Database> {
  return lend(idle.pop() ?? (await prepare(await open())))
}

async function prepare(database: EmbeddedDatabase): Promise<Recyclable> {
  await database.client.exec(await resetFunction(database))
  return { database, schema: await schemaOf(database) }
}

function lend(recyclable: Recyclable): Database {
  const { database } = recyclable
  let closing: Promise<void> | undefined
  const whileOpen = async <T>(run: () => Promise<T>) => {
    if (closing) throw new Error('PGlite is closed')
    return run()
  }
  return {
    kind: database.kind,
    query: <Row extends object>(text: string, params?: readonly unknown[]) =>
      whileOpen(() => database.query<Row>(text, params)),
    transaction: <T>(run: (tx: Sql) => Promise<T>) => whileOpen(() => database.transaction(run)),
    close: () => (closing ??= giveBack(recyclable)),
  }
}

async function giveBack(recyclable: Recyclable): Promise<void> {
  if (idle.length < MAX_IDLE && (await isReset(recyclable))) idle.push(recyclable)
  else await recyclable.database.close()
}

async function isReset({ database, schema }: Recyclable): Promise<boolean> {
  try {
    await database.query('select pg_temp.reset_database()')
    return (await schemaOf(database)) === schema
  } catch {
    return false
  }
}

/** A digest of what tests may change besides rows. */
async function schemaOf(database: Sql): Promise<string> {
  const [row] = await database.query<{ digest: string }>(
    `select concat_ws(' ',
      (select md5(string_agg(oid::text || relname || relnatts, ',' order by oid)) from pg_class
        where relnamespace = 'public'::regnamespace),
      (select md5(string_agg(proname || prosrc, ',' order by oid)) from pg_proc
        where pronamespace = 'public'::regnamespace),
      (select md5(string_agg(tgname || tgenabled::text, ',' order by oid)) from pg_trigger),
      (select md5(string_agg(conname || pg_get_constraintdef(oid), ',' order by oid))
        from pg_constraint where connamespace = 'public'::regnamespace)) digest`,
  )
  return row?.digest ?? ''
}

/**
 * SQL of `pg_temp.reset_database()`: deletes all rows without firing triggers, inserts those of
 * the migrations again and restarts the sequences.
 */
async function resetFunction(database: Sql): Promise<string> {
  const tables = await names(
    database,
    `select format('%I.%I', schemaname, tablename) name from pg_tables where ${OWN_SCHEMAS}`,
  )
  const sequences = await names(
    database,
    `select format('perform setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename),
      coalesce(last_value, start_value), last_value is not null) name
      from pg_sequences where ${OWN_SCHEMAS}`,
  )
  const filled: string[] = []
  for (const table of tables)
    if ((await database.query(`select 1 from ${table} limit 1`)).length > 0) filled.push(table)
  return [
    ...filled.map((table, index) => `create temp table seed_${index} as table ${table};`),
    `create function pg_temp.reset_database() returns void language plpgsql as $reset$ begin
      set local session_replication_role = replica;`,
    ...tables.map((table) => `delete from ${table};`),
    ...filled.map(
      (table, index) =>
        `insert into ${table} overriding system value select * from pg_temp.seed_${index};`,
    ),
    ...sequences.map((statement) => `${statement};`),
    'end $reset$;',
  ].join('\n')
}

const names = async (database: Sql, text: string) =>
  (await database.query<{ name: string }>(text)).map(({ name }) => name)
