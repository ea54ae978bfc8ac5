import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createManualClock, type ManualClock } from '@x/kit/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import { checkLedger } from '../ledger/invariants.ts'
import { openTradingCore, type TradingCore } from './openTradingCore.ts'

const DELAY_MS = 250

let db: Database
let dataDir: string
let clock: ManualClock
let core: TradingCore
let count = 0
beforeEach(async () => {
  db = await openTestDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'delay-'))
  clock = createManualClock()
  core = await openTradingCore({
    // As a database in this process is: a server settles as ever.
    db: Object.assign(Object.create(db) as Database, { kind: 'embedded' }),
    clock,
    dataDir,
    instruments: SPOT_SYMBOLS,
    log: silentLog,
    embeddedDelayMs: DELAY_MS,
  })
}, 60_000)
afterEach(async () => {
  await core.stop()
  await db.close()
  await rm(dataDir, { recursive: true })
})

/** Pays funds in; answers once that is on disk. */
async function grant(): Promise<void> {
  const key = `g${++count}`
  const funds = { USDT: '5' }
  core.execute({ kind: 'grant', at: 1, realm: 'live', userId: '7', key, funds })
  await core.durable()
}

it('lets records gather before an embedded ledger takes them (trading 4)', async () => {
  await grant()
  await clock.advance(DELAY_MS - 1)
  await grant()
  expect(core.backlog()).toBe(2)
  await clock.advance(1)
  await expect.poll(() => core.backlog()).toBe(0)
  expect(await checkLedger(db)).toEqual([])
})

it('settles at once for who reads the ledger (trading 4)', async () => {
  await grant()
  await core.settled()
  expect(core.backlog()).toBe(0)
})
