import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { browserClock } from '@x/kit/browser'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SharedLog } from '../../exchange/ports/SharedLog.ts'
import { readSnapshot, snapshotPath, writeSnapshot } from '../../exchange/snapshots/snapshot.ts'
import { openServerTestDatabase } from '../../testing/openServerTestDatabase.ts'
import type { Database } from '../db/Database.ts'
import { silentLog } from '../log/Log.ts'
import { openSharedLog } from './openSharedLog.ts'

const SERVER = process.env['TEST_DATABASE_URL'] ?? ''

describe.skipIf(SERVER === '')('snapshots beside a shared log', () => {
  let db: Database & { readonly url: string }
  let shared: SharedLog
  let root: string
  beforeEach(async () => {
    db = await openServerTestDatabase(SERVER)
    root = await mkdtemp(path.join(tmpdir(), 'shared-snapshots-'))
    shared = await openSharedLog({
      url: db.url,
      clock: browserClock(),
      log: silentLog,
      name: 'one',
      partBytes: 100,
    })
  })
  afterEach(async () => {
    await shared.close()
    await db.close()
    await rm(root, { recursive: true })
  })

  const write = (seq: number) =>
    writeSnapshot(root, {
      seq,
      parts: [{ kind: 'rows', count: 1, bytes: Buffer.alloc(1_000, seq) }],
    })
  const publish = async (seq: number) => {
    write(seq)
    await shared.snapshots.publish(root, seq)
  }
  const other = () => path.join(root, 'other')
  const fetched = async (notAfter: number) => {
    await shared.snapshots.fetch(other(), { notAfter })
    return (await readSnapshot(other(), { notAfter }))?.seq
  }
  const countParts = async () =>
    (await db.query<{ count: bigint }>('select count(*) from command_snapshot_part'))[0]?.count

  it('are fetched byte by byte, the newest that the ledger has reached', async () => {
    expect(await fetched(100)).toBeUndefined()
    for (const seq of [10, 20, 30]) await publish(seq)
    expect(await fetched(29)).toBe(20)
    expect(await readFile(snapshotPath(other(), 20))).toEqual(
      await readFile(snapshotPath(root, 20)),
    )
    expect(await fetched(30)).toBe(30)
    expect((await readdir(other())).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('are stored once, and none after a later one', async () => {
    await publish(20)
    const parts = await countParts()
    await publish(20)
    await publish(10)
    expect(await countParts()).toBe(parts)
    expect(await db.query('select seq from command_snapshot')).toEqual([{ seq: 20n }])
  })

  it('keep the newest two and say what the log still needs', async () => {
    await publish(10)
    expect(await shared.snapshots.prune({ keep: 2 })).toBe(0)
    const parts = await countParts()
    await publish(20)
    expect(await shared.snapshots.prune({ keep: 2 })).toBe(10)
    await publish(30)
    expect(await shared.snapshots.prune({ keep: 2 })).toBe(20)
    expect(await countParts()).toBe((parts ?? 0n) * 2n)
  })

  it('are refused where a bit of them changed in the table (CR0)', async () => {
    await publish(10)
    await db.query(
      'update command_snapshot_part set bytes = set_byte(bytes, 7, get_byte(bytes, 7) # 1) ' +
        'where part = 3',
    )
    await expect(fetched(10)).rejects.toThrow('Every stored snapshot is damaged: of the records 10')
    expect(await readdir(other())).toEqual([])
  })

  it('are passed over for the one before where they are damaged (CR0)', async () => {
    await publish(10)
    await publish(20)
    await db.query('delete from command_snapshot_part where seq = 20 and part = 3')
    expect(await fetched(20)).toBe(10)
    expect(await fetched(20)).toBe(10)
  })

  it('are taken from others where the own one is damaged (CR0)', async () => {
    await publish(10)
    await fetched(10)
    await writeFile(snapshotPath(other(), 10), 'damaged')
    expect(await fetched(10)).toBe(10)
  })

  it('know who follows, but for who asks and who fell silent', async () => {
    const second = await openSharedLog({
      url: db.url,
      clock: browserClock(),
      log: silentLog,
      name: 'two',
    })
    await shared.report({ seq: 3, knownRules: 1 })
    await second.report({ seq: 4, knownRules: 1 })
    await second.report({ seq: 5, knownRules: 2 })
    expect(await shared.followers()).toEqual([{ name: 'two', seq: 5, knownRules: 2 }])
    expect(await second.followers()).toEqual([{ name: 'one', seq: 3, knownRules: 1 }])
    // As a program of before rules had versions reports under the same name.
    await db.query("update command_follower set seen_at = clock_timestamp() where name = 'one'")
    expect(await second.followers()).toEqual([{ name: 'one', seq: 3, knownRules: 0 }])
    await db.query("update command_follower set seen_at = seen_at - interval '1 minute'")
    expect(await shared.followers()).toEqual([])
    await second.close()
  })
})
