import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isUniqueViolation, type Database, type Sql } from '../../platform/db/Database.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { readLoginName } from './loginName.ts'
import { findUserByLoginName, findUserByMobileAddress } from './queries.ts'

let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const insert = (
  sql: Sql,
  { id, areaCode, mobile, at = 0 }: { id: string; areaCode: string; mobile: string; at?: number },
) =>
  sql.query(
    'insert into users (id, area_code, mobile, password_hash, created_at) values ($1, $2, ' +
      "$3, 'x', $4)",
    [id, areaCode, mobile, at],
  )
const find = async (name: string, areaCode?: string) =>
  (await findUserByLoginName(db, readLoginName(name, areaCode)))?.id

describe('the account of a number', () => {
  beforeAll(async () => {
    await insert(db, { id: '1000000011', areaCode: '49', mobile: '1761234567' })
    await insert(db, { id: '1000000012', areaCode: '44', mobile: '1761234567' })
    await insert(db, { id: '1000000013', areaCode: '20', mobile: '25550123' })
    await insert(db, { id: '1000000014', areaCode: '1', mobile: '2025550123' })
    await insert(db, { id: '1000000015', areaCode: '86', mobile: '13800001234' })
    await insert(db, { id: '1000000016', areaCode: '225', mobile: '0712345678' })
  })
  it.each([
    ['1761234567', '49', '1000000011'],
    ['0176 1234567', '+49', '1000000011'],
    ['+49 (0)176 1234567', undefined, '1000000011'],
    ['0044 1761234567', undefined, '1000000012'],
    ['491761234567', undefined, '1000000011'],
    ['13800001234', undefined, '1000000015'],
    ['013800001234', undefined, '1000000015'],
    ['0712345678', '225', '1000000016'],
    ['+2250712345678', undefined, '1000000016'],
  ])('finds %j with %j', async (name, areaCode, id) => expect(await find(name, areaCode)).toBe(id))
  it.each([['1761234567'], ['01761234567'], ['2025550123'], [''], ['0'], ['+'], ['%']])(
    'refuses %j as ambiguous or unknown',
    async (name) => expect(await find(name)).toBeUndefined(),
  )
  it('is one, wherever area code and number are parted', async () => {
    const again = await insert(db, {
      id: '1000000017',
      areaCode: '4',
      mobile: '91761234567',
    }).catch((error: unknown) => error)
    expect(isUniqueViolation(again, 'users_mobile_key')).toBe(true)
  })
})

describe('numbers of earlier versions', () => {
  const MIGRATION = new URL('../../../drizzle/0011_mobile_numbers.sql', import.meta.url)
  const rollback = new Error('rolled back')

  it('drops the leading zero and finds the oldest account of a number', async () => {
    const statements = (await readFile(MIGRATION, 'utf8')).split('--> statement-breakpoint')
    let rows: unknown[] = []
    let found: string | undefined
    const run = db.transaction(async (tx) => {
      for (const sql of [
        'delete from users',
        'alter table users drop column mobile_taken',
        'create unique index users_mobile_key on users (mobile, area_code)',
        "create index users_mobile_address on users (('+' || area_code || mobile))",
      ])
        await tx.query(sql)
      await insert(tx, { id: '1000000001', areaCode: '49', mobile: '1761234567', at: 2 })
      await insert(tx, { id: '1000000002', areaCode: '49', mobile: '01761234567', at: 1 })
      await insert(tx, { id: '1000000003', areaCode: '4', mobile: '91761234567', at: 3 })
      await insert(tx, { id: '1000000004', areaCode: '39', mobile: '061234567' })
      await insert(tx, { id: '1000000005', areaCode: '86', mobile: '00012' })
      for (const sql of statements) await tx.query(sql)
      rows = await tx.query('select id, area_code, mobile, mobile_taken from users order by id')
      found = (await findUserByMobileAddress(tx, '+491761234567'))?.id
      throw rollback
    })
    await expect(run).rejects.toBe(rollback)
    expect(rows).toEqual([
      { id: '1000000001', area_code: '49', mobile: '1761234567', mobile_taken: true },
      { id: '1000000002', area_code: '49', mobile: '1761234567', mobile_taken: false },
      { id: '1000000003', area_code: '4', mobile: '91761234567', mobile_taken: true },
      { id: '1000000004', area_code: '39', mobile: '061234567', mobile_taken: false },
      { id: '1000000005', area_code: '86', mobile: '00012', mobile_taken: false },
    ])
    expect(found).toBe('1000000002')
  })
})
