import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import { openServerTestDatabase } from '../../testing/openServerTestDatabase.ts'
import {
  findPostgresPrograms,
  startPostgres,
  type TestPostgres,
} from '../../testing/startPostgres.ts'
import type { Database, Sql } from './Database.ts'
import { isUpToDate, migrateEmbedded, MIGRATION_LOCK } from './migrate.ts'
import { openDatabase } from './openDatabase.ts'
import { openPglite, type EmbeddedDatabase } from './openPglite.ts'

const migrations = fileURLToPath(new URL('../../../drizzle', import.meta.url))

/** The tables as the last version before repeatable scripts left them, with an order that holds. */
async function createFormerDatabase(sql: Sql): Promise<void> {
  const names = (await readdir(migrations)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort()
  for (const name of names.filter((each) => each < '0021')) {
    const text = await readFile(path.join(migrations, name), 'utf8')
    for (const statement of text.split('--> statement-breakpoint')) await sql.query(statement)
  }
  await sql.query('create schema drizzle')
  await sql.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, ' +
      'created_at bigint)',
  )
  await sql.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 1760000018000)`,
  )
  await sql.query('select ledger_settle($1::jsonb)', [JSON.stringify(FORMER_BATCH)])
}

const at = { seq: 1, part: 0 }
/** As a gateway of that version wrote it. */
const FORMER_BATCH = {
  after: 0,
  through: 2,
  epoch: 0,
  accounts: [
    { realm: 'live', owner: 'issuance', asset: 'USDT', free: true },
    { realm: 'live', owner: 'user:1000000001', asset: 'USDT', free: false },
  ],
  transactions: [{ ...at, realm: 'live', kind: 'grant', scope: 'grant', key: 'one', at: 1 }],
  entries: [
    {
      ...at,
      line: 0,
      realm: 'live',
      asset: 'USDT',
      kind: 'grant',
      amount: '100',
      debit: 'issuance',
      credit: 'user:1000000001',
    },
  ],
  holds: [{ order_id: 7, realm: 'live', owner: 'user:1000000001', asset: 'USDT', amount: '60' }],
  orders: [
    {
      order_id: 7,
      realm: 'live',
      user_id: '1000000001',
      client_oid: 'a',
      symbol: 'BTCUSDT',
      side: 'buy',
      order_type: 'limit',
      time_in_force: 'gtc',
      ticks: 60,
      lots: 1,
      budget: 0,
      filled_lots: 0,
      filled_tick_lots: '0',
      fee: '0',
      status: 'open',
      season: 0,
      created_at: 1,
      updated_at: 1,
      closed_seq: null,
      legs: null,
      open_terms: null,
      digest: null,
      answered: null,
    },
  ],
  fills: [],
  transfers: [],
  keys: [],
}

/** Everything that a schema consists of, as text, and the rows that migrations write. */
async function describeSchema(sql: Sql): Promise<Record<string, readonly object[]>> {
  const parts = {
    columns: `select table_name, column_name, data_type, is_nullable, column_default
      from information_schema.columns where table_schema = 'public' order by 1, 2`,
    constraints: `select conrelid::regclass::text as "table", conname, pg_get_constraintdef(oid) as
      text from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
    indexes: `select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
    functions: `select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace
      order by 1`,
    triggers: `select tgrelid::regclass::text as "table", tgname, pg_get_triggerdef(oid) as text
      from pg_trigger where not tgisinternal order by 1, 2`,
    scripts: 'select name, hash from repeatable_script order by 1',
    kinds: 'select kind, is_deposit from ledger_entry_kind order by 1',
    transactionKinds: 'select kind from ledger_transaction_kind order by 1',
  }
  const found: Record<string, readonly object[]> = {}
  for (const [name, text] of Object.entries(parts)) found[name] = await sql.query(text)
  return found
}

async function expectUpgraded(upgraded: Database, fresh: Database): Promise<void> {
  expect(await describeSchema(upgraded)).toEqual(await describeSchema(fresh))
  expect(await isUpToDate(upgraded)).toBe(true)
  expect(await upgraded.query('select scope, ref, amount::text from ledger_hold')).toEqual([
    { scope: 'order', ref: '7', amount: '60' },
  ])
  expect(await checkLedger(upgraded)).toEqual([])
}

describe('the embedded database', () => {
  const opened: EmbeddedDatabase[] = []
  async function open(): Promise<EmbeddedDatabase> {
    const database = await openPglite('memory://')
    opened.push(database)
    return database
  }
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close()
  })

  it('becomes the same from a former version as from nothing', async () => {
    const fresh = await open()
    await migrateEmbedded(fresh)
    const former = await open()
    await createFormerDatabase(former)
    await migrateEmbedded(former)
    await expectUpgraded(former, fresh)
    // As a start leaves it that was cut off between migration and script.
    await former.query('delete from repeatable_script')
    await former.query('drop function ledger_settle')
    await migrateEmbedded(former)
    await expectUpgraded(former, fresh)
  }, 600_000)
})

const programs = findPostgresPrograms()
describe.skipIf(programs === undefined)('a Postgres server', () => {
  let server: TestPostgres
  beforeAll(async () => void (server = await startPostgres(programs!)), 60_000)
  afterAll(() => server.remove())

  it('migrates a former version to one schema by two gateways at once', async () => {
    const fresh = await openServerTestDatabase(server.url)
    const url = new URL(server.url)
    await fresh.query('create database former')
    url.pathname = '/former'
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    await createFormerDatabase({
      query: async <Row extends object>(text: string, params: readonly unknown[] = []) =>
        (await client.query(text, [...params])).rows as Row[],
    })
    await client.end()
    const opened = await Promise.all(
      [1, 2].map(() => openDatabase({ dataDir: 'memory://', databaseUrl: url.href })),
    )
    for (const upgraded of opened) {
      await expectUpgraded(upgraded, fresh)
      await upgraded.close()
    }
    await fresh.close()
  }, 600_000)

  it('runs nothing of a script that fails', async () => {
    const db = await openServerTestDatabase(server.url)
    const before = await describeSchema(db)
    await db.query(`update repeatable_script set hash = 'another'`)
    await db.query('drop trigger ledger_transaction_is_founded on ledger_transaction')
    // The script's last statement finds no table.
    await db.query('alter table ledger_transaction rename to aside')
    await expect(openDatabase({ dataDir: 'memory://', databaseUrl: db.url })).rejects.toThrow()
    expect((await describeSchema(db))['scripts']).toMatchObject([{ hash: 'another' }])
    await db.query('alter table aside rename to ledger_transaction')
    await (await openDatabase({ dataDir: 'memory://', databaseUrl: db.url })).close()
    expect(await describeSchema(db)).toEqual(before)
    await db.close()
  }, 600_000)

  it('waits for no other gateway where nothing is to be done', async () => {
    const db = await openServerTestDatabase(server.url)
    const other = new pg.Client({ connectionString: db.url })
    await other.connect()
    await other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const opened = await openDatabase({ dataDir: 'memory://', databaseUrl: db.url })
    expect(await isUpToDate(opened)).toBe(true)
    await opened.close()
    await other.end()
    await db.close()
  })
})
