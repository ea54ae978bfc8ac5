import { createManualClock, type ManualClock } from '@x/kit/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '../Database.ts'
import { silentLog } from '../../log/Log.ts'
import { openServerTestDatabase } from '../../../testing/openServerTestDatabase.ts'
import { acquireWriterLease, MOST_LEASE_SECONDS } from './acquireWriterLease.ts'
import type { LeaseHolder, WriterLease } from './WriterLease.ts'

const SERVER = process.env['TEST_DATABASE_URL'] ?? ''

describe.skipIf(SERVER === '')('the lease on a database', () => {
  let db: Database & { readonly url: string }
  let clock: ManualClock
  const leases: WriterLease[] = []
  beforeEach(async () => {
    db = await openServerTestDatabase(SERVER)
    clock = createManualClock(1_700_000_000_000)
  })
  afterEach(async () => {
    for (const lease of leases.splice(0)) await lease.release().catch(() => {})
    await db.close()
  })

  async function acquire(
    options: Partial<Omit<Parameters<typeof acquireWriterLease>[0], 'clock' | 'log' | 'url'>> = {},
  ): Promise<WriterLease> {
    const lease = await acquireWriterLease({ url: db.url, clock, log: silentLog, ...options })
    leases.push(lease)
    return lease
  }
  const expire = () =>
    db.query("update writer_lease set expires_at = clock_timestamp() - interval '1 ms'")
  const epochs = async () =>
    (
      await db.query(
        'select l.epoch as lease, p.epoch as ledger from writer_lease l, ledger_progress p',
      )
    )[0]

  it('begins a new epoch in lease and ledger with each holder (SR3)', async () => {
    const first = await acquire()
    expect(await epochs()).toEqual({ lease: 1n, ledger: 1n })
    await first.release()
    expect(first.isHeld()).toBe(false)
    expect((await acquire()).epoch).toBe(2)
    expect(await epochs()).toEqual({ lease: 2n, ledger: 2n })
  })

  it('is refused to another gateway while its holder renews it (SR3)', async () => {
    const first = await acquire()
    let second: Promise<WriterLease> | undefined
    const seen = await new Promise<LeaseHolder>(
      (resolve) => (second = acquire({ onWaiting: resolve })),
    )
    expect(seen).toMatchObject({ pid: process.pid })
    await clock.advance(5_000)
    await expect(second).rejects.toThrow(
      `Another gateway trades on this database: process ${process.pid} on `,
    )
    expect(first.isHeld()).toBe(true)
  })

  it('is waited for as long as another one renews it (SR3)', async () => {
    const first = await acquire()
    let second: Promise<WriterLease> | undefined
    await new Promise<LeaseHolder>(
      (resolve) => (second = acquire({ waits: true, onWaiting: resolve })),
    )
    await clock.advance(5_000)
    await clock.advance(5_000)
    expect(first.isHeld()).toBe(true)
    await first.release()
    expect((await second)?.epoch).toBe(2)
  })

  it('is taken at once when it is released (SR3)', async () => {
    const first = await acquire()
    // Nothing but the notice wakes who waits.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      let second: Promise<WriterLease> | undefined
      await new Promise<LeaseHolder>(
        (resolve) => (second = acquire({ waits: true, onWaiting: resolve })),
      )
      await first.release()
      expect((await second)?.epoch).toBe(2)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is waited for no longer once that is aborted', async () => {
    await acquire()
    const ending = new AbortController()
    let second: Promise<WriterLease> | undefined
    await new Promise<LeaseHolder>(
      (resolve) => (second = acquire({ waits: true, onWaiting: resolve, signal: ending.signal })),
    )
    ending.abort(new Error('stopped'))
    await expect(second).rejects.toThrow('stopped')
    expect(await epochs()).toEqual({ lease: 1n, ledger: 1n })
  })

  it('is taken from a holder whose time is over (SR3)', async () => {
    const first = await acquire()
    const lost = new Promise<Error>((resolve) => first.onLost(resolve))
    await expire()
    const second = await acquire()
    expect(second.epoch).toBe(2)
    await clock.advance(5_000)
    expect((await lost).message).toContain('Another gateway trades on this database: process ')
    expect([first.isHeld(), second.isHeld()]).toEqual([false, true])
  })

  it('is taken in time where the database’s clock was set back (SR3)', async () => {
    const still = createManualClock()
    leases.push(await acquireWriterLease({ url: db.url, clock: still, log: silentLog }))
    await db.query("update writer_lease set expires_at = expires_at + interval '5 hours'")
    let waiting: (() => void) | undefined
    const isWaiting = new Promise<void>((resolve) => (waiting = resolve))
    const second = acquire({ waits: true, onWaiting: () => waiting?.() })
    await isWaiting
    expect((await epochs())?.['lease']).toBe(1n)
    await clock.advance(MOST_LEASE_SECONDS * 1_000)
    expect((await second).epoch).toBe(2)
  })

  it('is taken at once from a process that is certainly dead (SR3)', async () => {
    await acquire()
    await db.query("update writer_lease set start_time = '1'")
    expect((await acquire({ onWaiting: () => expect.unreachable('it need not wait') })).epoch).toBe(
      2,
    )
  })

  it.each(['boot_id', 'pid_namespace'])(
    'waits for a holder whose %s differs (SR3)',
    async (column) => {
      await acquire()
      await db.query(`update writer_lease set start_time = '1', ${column} = 'another'`)
      let second: Promise<WriterLease> | undefined
      await new Promise<LeaseHolder>((resolve) => (second = acquire({ onWaiting: resolve })))
      expect(await epochs()).toEqual({ lease: 1n, ledger: 1n })
      await expire()
      expect((await second)?.epoch).toBe(2)
    },
  )

  it('ends with its time and is held again unless another took it (SR3)', async () => {
    const lease = await acquire()
    const regained = new Promise<void>((resolve) => lease.onRegained(resolve))
    await db.query('alter table writer_lease rename to writer_lease_away')
    await clock.advance(14_000)
    expect(lease.isHeld()).toBe(false)
    await db.query('alter table writer_lease_away rename to writer_lease')
    await expect.poll(async () => (await clock.advance(1_000), lease.isHeld())).toBe(true)
    await regained
    expect(await epochs()).toEqual({ lease: 1n, ledger: 1n })
  })

  it('ends once the wall clock alone has moved beyond its time (SR3)', async () => {
    let ahead = 0
    const lease = await acquireWriterLease({
      url: db.url,
      clock: { ...clock, now: () => clock.now() + ahead },
      log: silentLog,
    })
    leases.push(lease)
    expect(lease.isHeld()).toBe(true)
    ahead = 14_000
    expect(lease.isHeld()).toBe(false)
    await expect.poll(() => lease.isHeld()).toBe(true)
  })
})
