import { createManualClock } from '@x/kit/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { insertAccountWithSubAccounts } from '../../testing/insertAccountWithSubAccounts.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { createKnownLogins } from './knownLogins.ts'

const [USER, OTHER] = ['1000000001', '1000000002']
const DAY_MS = 86_400_000
const clock = createManualClock(1_700_000_000_000)
let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
  for (const main of [USER, OTHER]) await insertAccountWithSubAccounts(db, { main, subs: [] })
})
afterAll(() => db.close())

const known = () => createKnownLogins({ db, clock, secret: Buffer.alloc(32, 3) })
const at = (address: string, keyId?: string) => ({ address, keyId })

it("recognises a user's address group or client key (SL7)", async () => {
  await known().remember(USER, at('2001:db8:1:2::7', 'key'))
  expect(await known().has(USER, at('2001:db8:1:2:ffff::9'))).toBe(true)
  expect(await known().has(USER, at('192.0.2.1', 'key'))).toBe(true)
  for (const [user, origin] of [
    [OTHER, at('2001:db8:1:2::7', 'key')],
    [USER, at('2001:db8:1:3::7', 'other')],
    [undefined, at('2001:db8:1:2::7')],
  ] as const) {
    expect(await known().has(user, origin)).toBe(false)
  }
})

it('forgets a log-in after thirty days and purges its row (SL7)', async () => {
  await known().remember(USER, at('192.0.2.5'))
  await clock.advance(30 * DAY_MS - 1)
  expect(await known().has(USER, at('192.0.2.5'))).toBe(true)
  await clock.advance(1)
  expect(await known().has(USER, at('192.0.2.5'))).toBe(false)
  await known().purge()
  expect(await db.query('select 1 from known_logins')).toEqual([])
})

it('keeps the fifty latest of a user (SL7)', async () => {
  for (let n = 0; n < 60; n++) {
    await clock.advance(1)
    await known().remember(USER, at(`192.0.2.${n}`))
  }
  expect([
    await known().has(USER, at('192.0.2.9')),
    await known().has(USER, at('192.0.2.10')),
  ]).toEqual([false, true])
})
