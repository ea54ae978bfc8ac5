import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { browserClock } from '@x/kit/browser'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { openTradingCore, type TradingCore } from './openTradingCore.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import { openServerTestDatabase } from '../../testing/openServerTestDatabase.ts'
import { acquireWriterLease } from '../../platform/db/lease/acquireWriterLease.ts'
import type { WriterLease } from '../../platform/db/lease/WriterLease.ts'

const SERVER = process.env['TEST_DATABASE_URL'] ?? ''

describe.skipIf(SERVER === '')('trading while the lease has run out', () => {
  let db: Database & { readonly url: string }
  let dataDir: string
  let lease: WriterLease
  let core: TradingCore
  /** How far the lease's clock is ahead: a process that stood still finds that time has passed. */
  let ahead: number
  const published: number[] = []
  beforeEach(async () => {
    db = await openServerTestDatabase(SERVER)
    dataDir = await mkdtemp(path.join(tmpdir(), 'leased-'))
    ahead = 0
    published.length = 0
    const real = browserClock()
    const clock = {
      ...real,
      now: () => real.now() + ahead,
      monotonic: () => real.monotonic() + ahead,
    }
    lease = await acquireWriterLease({ url: db.url, clock, log: silentLog })
    core = await openTradingCore({
      db,
      clock: real,
      dataDir,
      instruments: SPOT_SYMBOLS,
      log: silentLog,
      lease,
    })
    core.onPublished((seq) => published.push(seq))
  })
  afterEach(async () => {
    await core.stop()
    await lease.release()
    await db.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  const grant = (key: string) =>
    core.execute({ kind: 'grant', at: 1, realm: 'live', userId: 'ann', key, funds: { USDT: '5' } })
  const seqOf = (executed: ReturnType<TradingCore['execute']>) =>
    'seq' in executed ? executed.seq : expect.unreachable('it was refused')
  const isAway = () => db.query('alter table writer_lease rename to writer_lease_away')
  const isBack = () => db.query('alter table writer_lease_away rename to writer_lease')

  it('takes nothing, answers nothing it took, and publishes it later (SR3)', async () => {
    const held = seqOf(grant('held'))
    await core.durable(held)
    expect(published).toEqual([held])

    await isAway()
    const late = seqOf(grant('late'))
    // Between the command and the disk.
    ahead = 20_000
    await expect(core.durable(late)).rejects.toMatchObject({ code: 'NOT_HELD' })
    expect(published).toEqual([held])
    expect(core.paused()).toMatchObject({ code: 'NOT_HELD' })
    expect(core.halted()).toBeUndefined()
    expect(() => grant('refused')).toThrow('The lease on the database is not held')

    await isBack()
    await expect.poll(() => core.paused()).toBeUndefined()
    expect(published).toEqual([held, late])
    await core.durable(seqOf(grant('again')))
    await core.settled()
    expect(
      await db.query('select idempotency_key as key from ledger_transaction order by seq'),
    ).toEqual([{ key: 'held' }, { key: 'late' }, { key: 'again' }])
  })

  it('halts for good, and settles nothing more, once another took it (SR3)', async () => {
    await core.durable(seqOf(grant('own')))
    await core.settled()
    await isAway()
    const lost = seqOf(grant('lost'))
    ahead = 20_000
    await db.query(
      "update writer_lease_away set epoch = epoch + 1, token = 'another', host = " +
        "'elsewhere', pid = 7",
    )
    await db.query('update ledger_progress set epoch = epoch + 1')
    await expect(core.durable(lost)).rejects.toMatchObject({ code: 'NOT_HELD' })
    await isBack()
    await expect.poll(() => core.halted()).toBeDefined()
    expect(() => grant('more')).toThrow('Another gateway')
    expect(published).not.toContain(lost)
    expect(await db.query('select idempotency_key as key from ledger_transaction')).toEqual([
      { key: 'own' },
    ])
  })
})
