import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { isUniqueViolation, type Database } from './Database.ts'
import { openDatabase } from './openDatabase.ts'

const SERVER = process.env['TEST_DATABASE_URL']
const kinds: readonly [name: string, open: () => Promise<Database>][] = [
  ['the embedded database', openTestDatabase],
  // The same SQL on a server, where the run has one.
  ...(SERVER
    ? [
        [
          'a Postgres server',
          () => openDatabase({ dataDir: 'memory://', databaseUrl: SERVER }),
        ] as [string, () => Promise<Database>],
      ]
    : []),
]

describe.each(kinds)('%s', (_, open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await db.query('drop table if exists test_rows')
    await db.query(
      'create table test_rows (id int8 primary key, amount numeric(38,0), body jsonb, raw ' +
        'bytea, name text)',
    )
  })
  afterAll(() => db.close())

  it('gives int8 as bigint, numeric as string, jsonb parsed, bytea as bytes', async () => {
    const [row] = await db.query(
      'select 9223372036854775807::int8 as big, ' +
        '12345678901234567890123456789012345678::numeric as amount, \'{"a":[1]}\'::jsonb as ' +
        "body, '\\x00ff'::bytea as raw, null as nothing",
    )
    expect(row).toMatchObject({
      big: 9223372036854775807n,
      amount: '12345678901234567890123456789012345678',
      body: { a: [1] },
      nothing: null,
    })
    expect(Array.from((row as { raw: Uint8Array }).raw)).toEqual([0, 255])
  })

  it('takes parameters of every kind', async () => {
    const [row] = await db.query(
      'select $1::int8 as a, $2::text as b, $3::jsonb as c, $4::numeric as d, $5::boolean ' +
        'as e, $6::text as f',
      [7n, 'é€', JSON.stringify({ x: 1 }), '0.5', true, null],
    )
    expect(row).toEqual({ a: 7n, b: 'é€', c: { x: 1 }, d: '0.5', e: true, f: null })
  })

  it('commits what a transaction did and answers its result', async () => {
    expect(
      await db.transaction(
        async (tx) => (
          await tx.query("insert into test_rows (id, name) values (1, 'kept')"),
          'done'
        ),
      ),
    ).toBe('done')
    expect(await db.query('select name from test_rows where id = 1')).toEqual([{ name: 'kept' }])
  })

  it('rolls back when it throws, and goes on working', async () => {
    const failing = db.transaction(async (tx) => {
      await tx.query("insert into test_rows (id, name) values (2, 'lost')")
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await db.query('select * from test_rows where id = 2')).toEqual([])
  })

  it('names a second row with the same key', async () => {
    const error: unknown = await db
      .query('insert into test_rows (id) values (1)')
      .catch((cause: unknown) => cause)
    expect(isUniqueViolation(error)).toBe(true)
    expect(isUniqueViolation(error, 'test_rows_pkey')).toBe(true)
    expect(isUniqueViolation(error, 'another_key')).toBe(false)
    expect(
      isUniqueViolation(await db.query('select nonsense').catch((cause: unknown) => cause)),
    ).toBe(false)
    expect(isUniqueViolation(undefined)).toBe(false)
  })

  it('refuses identities that make no sense', async () => {
    const insert = (columns: string, values: string) =>
      db.query(`insert into users (${columns}) values (${values})`)
    await expect(
      insert('id, email, password_hash, created_at', "'1', 'a@b.c', 'x', 0"),
    ).rejects.toThrow()
    await expect(insert('id, password_hash, created_at', "'1111111111', 'x', 0")).rejects.toThrow()
    await expect(
      insert(
        'id, area_code, email, password_hash, created_at',
        "'1111111111', '1', 'a@b.c', 'x', 0",
      ),
    ).rejects.toThrow()
    await expect(
      insert(
        'id, email, role, password_hash, created_at',
        "'1111111111', 'a@b.c', 'sub-account', 'x', 0",
      ),
    ).rejects.toThrow()
  })
})
