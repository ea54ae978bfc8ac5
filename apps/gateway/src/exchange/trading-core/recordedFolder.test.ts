import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { browserClock } from '@x/kit/browser'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { checkLedger } from '../ledger/invariants.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { readSnapshot } from '../snapshots/snapshot.ts'
import { describeOutcome, type RecordedOutcome } from '../../testing/describeOutcome.ts'
import { openTradingCore, type TradingCore } from './openTradingCore.ts'
import type { Instrument } from '../instruments/Instrument.ts'
import { requireSymbol, SPOT_SYMBOLS } from '../instruments/symbols.ts'

/**
 * A journal of 565 records and the snapshot after record 318: orders, amendments, cancels, triggers
 * with attached exits, transfers and house account orders in both realms. `outcome.json` was
 * written by the process that recorded it.
 */
const recorded = fileURLToPath(new URL('../../testing/recordedFolder', import.meta.url))

let db: Database
let dataDir: string

beforeEach(async () => {
  db = await openTestDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'recorded-'))
  await cp(recorded, path.join(dataDir, 'journal'), { recursive: true })
}, 600_000)
afterEach(async () => {
  await db.close()
  await rm(dataDir, { recursive: true })
})

const open = (instruments: readonly Instrument[] = SPOT_SYMBOLS) =>
  openTradingCore({ db, clock: browserClock(), dataDir, instruments, log: silentLog })

async function expectRecorded(core: TradingCore): Promise<void> {
  const text = await readFile(path.join(recorded, 'outcome.json'), 'utf8')
  expect(await describeOutcome(core.state, db)).toEqual(JSON.parse(text) as RecordedOutcome)
  expect(await checkLedger(db)).toEqual([])
}

it('replays a recorded journal to the recorded state, balances and ledger (CR0)', async () => {
  // The ledger is empty, so the snapshot is ahead of it and the whole journal is replayed.
  const core = await open()
  await expectRecorded(core)
  await core.stop()
})

it('replays a recorded journal after its snapshot to the recorded state (CR0)', async () => {
  const settling = await open()
  await settling.stop()
  // The same folder again, now behind the ledger: the snapshot is read first.
  expect(await readSnapshot(recorded, { notAfter: 565 })).toMatchObject({ seq: 318 })
  await rm(path.join(dataDir, 'journal'), { recursive: true })
  await cp(recorded, path.join(dataDir, 'journal'), { recursive: true })
  await db.query('update ledger_progress set settled_seq = 565')
  const core = await open()
  await expectRecorded(core)
  await core.stop()
})

it('replays a recorded journal to equal balances after adding an asset (CR0)', async () => {
  const added: Instrument = {
    ...requireSymbol('LTCUSDT'),
    id: 'NEWUSDT',
    symbol: 'NEWUSDT',
    base: 'NEW',
  }
  const core = await open([...SPOT_SYMBOLS, added])
  const text = await readFile(path.join(recorded, 'outcome.json'), 'utf8')
  const { stateHash: _, ...wanted } = JSON.parse(text) as RecordedOutcome
  expect(await describeOutcome(core.state, db)).toMatchObject(wanted)
  expect(core.state.markets.get('NEWUSDT')?.engine.book.size).toBe(0)
  await core.stop()
})
