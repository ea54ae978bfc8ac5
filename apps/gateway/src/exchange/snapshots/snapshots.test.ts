import { mkdir, mkdtemp, readdir, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { browserClock } from '@x/kit/browser'
import { createManualClock } from '@x/kit/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import type { Log } from '../../platform/log/Log.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { changeableState } from '../../testing/changeableState.ts'
import { stateText } from '../../testing/stateText.ts'
import { createSnapshots } from './createSnapshots.ts'
import { openTradingCore, type TradingCore } from '../trading-core/openTradingCore.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'

let db: Database
let dataDir: string
let errors: string[]
const log: Log = {
  info() {},
  warn() {},
  error: (message, fields) => void errors.push(`${message} ${JSON.stringify(fields)}`),
}

beforeAll(async () => void (db = await openTestDatabase()), 60_000)
afterAll(() => db.close())
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'snapshots-'))
  errors = []
  await db.query('update ledger_progress set settled_seq = 0')
})
afterEach(() => rm(dataDir, { recursive: true }))

const open = () =>
  openTradingCore({
    db,
    clock: browserClock(),
    dataDir,
    instruments: SPOT_SYMBOLS,
    log,
    segmentBytes: 1_000,
  })
/** A worker's program from its text, which may use `parentPort`. */
const programOf = (text: string) => {
  const program = `import { parentPort } from 'node:worker_threads'; ${text}`
  return new URL(`data:text/javascript,${encodeURIComponent(program)}`)
}
const files = async () =>
  (await readdir(path.join(dataDir, 'journal'))).filter((name) => name.startsWith('snapshot'))

let count = 0
/**
 * Enough commands to begin a new segment, which asks for a snapshot. They move no money, so that
 * the tests share one ledger.
 */
async function fillSegment(core: TradingCore): Promise<void> {
  for (let record = 0; record < 30; record++)
    core.execute({ kind: 'open', at: record, userId: `user-${++count}`, assets: ['USDT'] })
  await core.durable()
  // The segment is full; this one begins the next.
  core.execute({ kind: 'open', at: 1, userId: `user-${++count}`, assets: ['USDT'] })
  await core.durable()
}

describe('snapshots while trading goes on', () => {
  it('are made of another replica, never by the thread that trades (CR0)', async () => {
    const core = await open()
    await fillSegment(core)
    await expect
      .poll(() => core.snapshotState())
      .toMatchObject({
        failure: undefined,
        lastSeq: expect.any(Number) as number,
        figures: { largestPart: expect.any(Number) as number },
      })
    const before = stateText(core.state)
    // A state that no dump can be made of, as one too long for a string was.
    changeableState(core.state).parties.set('cannot be written', 1n as never)
    const { lastSeq } = core.snapshotState()
    await fillSegment(core)
    await expect.poll(() => core.snapshotState().lastSeq).toBeGreaterThan(lastSeq)
    expect([core.halted(), errors]).toEqual([undefined, []])
    changeableState(core.state).parties.delete('cannot be written')
    const whole = stateText(core.state)
    expect(whole).not.toBe(before)
    await core.settled()
    const again = await open()
    expect(again.snapshotState().lastSeq).toBeGreaterThan(lastSeq)
    expect(stateText(again.state)).toBe(whole)
    await again.stop()
    await core.stop().catch(() => {})
  })

  it('are not written by a replica that differs, which is an alarm (CR0)', async () => {
    const core = await open()
    await fillSegment(core)
    await expect.poll(() => core.snapshotState().lastSeq).toBeGreaterThan(0)
    const { lastSeq } = core.snapshotState()
    const before = await files()
    // The leader goes wrong in a way that its journal does not show.
    changeableState(core.state).next.fill += 1
    await fillSegment(core)
    await expect.poll(() => core.snapshotState().failure).toContain('not the one that was recorded')
    expect(core.snapshotState().differs).toBe(true)
    expect([core.snapshotState().lastSeq, await files(), errors.length]).toEqual([
      lastSeq,
      before,
      1,
    ])
    core.execute({ kind: 'open', at: 1, userId: 'ann', assets: ['USDT'] })
    await core.durable()
    expect(core.halted()).toBeUndefined()
    // Nor does the stop hand the state on.
    await core.stop()
    expect(await files()).toEqual(before)
  })

  it('raises an alarm on failure, stops nothing and retries (CR0)', async () => {
    const core = await open()
    // What cannot be read as a file is in the way of the replica.
    const inTheWay = path.join(dataDir, 'journal/snapshot-0000000000000001.parts')
    await mkdir(inTheWay)
    await fillSegment(core)
    await expect.poll(() => core.snapshotState().failure).toContain('EISDIR')
    expect([core.halted(), errors.length]).toEqual([undefined, 1])
    await rmdir(inTheWay)
    await fillSegment(core)
    await expect
      .poll(() => core.snapshotState())
      .toMatchObject({ failure: undefined, lastAt: expect.any(Number) as number })
    await core.stop()
  })

  it('raises an alarm if unfinished at the next segment (CR0)', async () => {
    const clock = createManualClock()
    const program = programOf("parentPort.on('message', () => {})")
    const snapshots = createSnapshots({
      dir: dataDir,
      instruments: SPOT_SYMBOLS,
      keep: 2,
      log,
      clock,
      lastSeq: 7,
      onWritten: async () => {},
      program,
    })
    snapshots.take(8)
    await clock.advance(9 * 60_000)
    snapshots.take(9)
    expect([snapshots.state().failure, errors]).toEqual([undefined, []])
    await clock.advance(2 * 60_000)
    snapshots.take(10)
    snapshots.take(11)
    expect(snapshots.state().failure).toContain(
      'The snapshot of record 8 has been under way for 11 minutes',
    )
    expect(errors).toHaveLength(1)
    await snapshots.stop()
  })

  it('report a thread that ends, and start another one (CR0)', async () => {
    const written: number[] = []
    const snapshots = createSnapshots({
      dir: dataDir,
      instruments: SPOT_SYMBOLS,
      keep: 2,
      log,
      clock: browserClock(),
      lastSeq: 7,
      onWritten: async ({ neededFrom }) => void written.push(neededFrom),
      program: programOf("parentPort.once('message', () => { throw new Error('out of memory') })"),
    })
    snapshots.take(8)
    await expect
      .poll(() => snapshots.state())
      .toMatchObject({ lastSeq: 7, failure: 'out of memory' })
    snapshots.take(9)
    await expect.poll(() => errors).toHaveLength(2)
    expect(written).toEqual([])
    await snapshots.stop()
  })
})
