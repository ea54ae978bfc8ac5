import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import type { Database } from './Database.ts'
import { isUpToDate } from './migrate.ts'

let db: Database
beforeEach(async () => void (db = await openTestDatabase()), 60_000)
afterEach(() => db.close())

it('a migrated database is up to date, one without the table of migrations is not', async () => {
  expect(await isUpToDate(db)).toBe(true)
  await db.query('drop schema drizzle cascade')
  expect(await isUpToDate(db)).toBe(false)
})

it('reports a database with missing or unfinished migrations as outdated', async () => {
  await db.query(
    'update drizzle.__drizzle_migrations set created_at = created_at - 1 where created_at ' +
      '= (select max(created_at) from drizzle.__drizzle_migrations)',
  )
  expect(await isUpToDate(db)).toBe(false)
  await db.query('delete from drizzle.__drizzle_migrations')
  expect(await isUpToDate(db)).toBe(false)
})
