import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import type { Database } from './Database.ts'
import { isUpToDate } from './migrate.ts'

describe('a migrated database', () => {
  let db: Database
  beforeEach(async () => void (db = await openTestDatabase()), 60_000)
  afterEach(() => db.close())

  it('is up to date once it is migrated', async () => {
    expect(await isUpToDate(db)).toBe(true)
    await db.query('drop schema drizzle cascade')
    expect(await isUpToDate(db)).toBe(false)
  })

  it('is not up to date without its last migration', async () => {
    await db.query(
      'update drizzle.__drizzle_migrations set created_at = created_at - 1 where created_at ' +
        '= (select max(created_at) from drizzle.__drizzle_migrations)',
    )
    expect(await isUpToDate(db)).toBe(false)
    await db.query('delete from drizzle.__drizzle_migrations')
    expect(await isUpToDate(db)).toBe(false)
  })

  it('is not up to date with another text of a script', async () => {
    await db.query(`update repeatable_script set hash = 'another'`)
    expect(await isUpToDate(db)).toBe(false)
    await db.query('delete from repeatable_script')
    expect(await isUpToDate(db)).toBe(false)
  })
})
