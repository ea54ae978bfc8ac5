import { createManualClock } from '@x/kit/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { DatabaseUnavailableError } from '../../platform/db/DatabaseUnavailableError.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import type { Settleable } from './batch.ts'
import { createSettlement, type Settlement } from './createSettlement.ts'

const BATCH_DELAY_MS = 20

let db: Database
let settlement: Settlement
let clock: ReturnType<typeof createManualClock>
/** How many calls the ledger had, and what holds the next ones back. */
let calls: number
let gate: Promise<void>
let open: () => void
beforeAll(async () => void (db = await openTestDatabase()), 60_000)
afterAll(() => db.close())
beforeEach(async () => {
  clock = createManualClock()
  calls = 0
  gate = Promise.resolve()
  open = () => {}
  const query: Database['query'] = async (text, params) => {
    if (text.includes('ledger_settle')) {
      calls += 1
      await gate
    }
    return db.query(text, params)
  }
  settlement = await createSettlement({
    db: { query },
    clock,
    log: silentLog,
    onBroken: (error) => expect.unreachable(error.message),
    batchDelayMs: BATCH_DELAY_MS,
    batchSize: 10,
  })
})
afterEach(() => {
  open()
  return settlement.stop()
})

const record = (seq: number): Settleable => ({
  seq,
  effects: {
    at: 1,
    fills: [],
    transfers: [],
    holds: [],
    orders: [],
    accounts: [],
    market: [],
    transactions: [],
  },
})
function add(count: number): number {
  const from = settlement.settledSeq() + settlement.backlog()
  for (let at = 1; at <= count; at++) settlement.add(record(from + at))
  return from + count
}
const wide = (seq: number, rows: number): Settleable => ({
  ...record(seq),
  effects: {
    ...record(seq).effects,
    transactions: Array.from({ length: rows }, (_, at) => ({
      realm: 'live',
      kind: 'grant',
      scope: 'test',
      key: `${seq}-${at}`,
      entries: [],
    })),
  },
})
/** Holds the ledger back until `open`. */
function hold(): void {
  gate = new Promise((resolve) => (open = resolve))
}

describe('records on their way to the ledger (trading 4)', () => {
  it('waits before a batch, and again while one is written', async () => {
    add(2)
    await clock.advance(BATCH_DELAY_MS - 1)
    expect(calls).toBe(0)
    hold()
    await clock.advance(1)
    expect(calls).toBe(1)
    const last = add(5)
    open()
    await expect.poll(() => settlement.settledSeq()).toBe(last - 5)
    await clock.advance(BATCH_DELAY_MS - 1)
    expect(calls).toBe(1)
    await clock.advance(1)
    await expect.poll(() => settlement.settledSeq()).toBe(last)
    expect(calls).toBe(2)
  })

  it('writes at once when awaited, with records that came meanwhile', async () => {
    const first = add(1)
    await settlement.through(first)
    expect(calls).toBe(1)
    hold()
    add(1)
    const waits = [settlement.through(first + 1)]
    await expect.poll(() => calls).toBe(2)
    const last = add(3)
    waits.push(settlement.through(last))
    open()
    await Promise.all(waits)
    expect([settlement.settledSeq(), calls]).toEqual([last, 3])
  })

  it('writes at once when a batch is full, and no more', async () => {
    const last = add(25)
    await expect.poll(() => settlement.settledSeq()).toBe(last - 5)
    expect(calls).toBe(2)
    await clock.advance(BATCH_DELAY_MS)
    await expect.poll(() => settlement.settledSeq()).toBe(last)
    expect(calls).toBe(3)
  })

  it('go in batches of few rows, with a turn between two (SR5)', async () => {
    const turns: number[] = []
    const query: Database['query'] = async (text, params) => {
      if (text.includes('ledger_settle')) {
        const call = ++calls
        setImmediate(() => turns.push(call))
        expect(turns).toEqual(Array.from({ length: call - 1 }, (_, at) => at + 1))
      }
      return db.query(text, params)
    }
    const narrow = await createSettlement({
      db: { query },
      clock,
      log: silentLog,
      onBroken: (error) => expect.unreachable(error.message),
      batchRows: 6,
    })
    const from = narrow.settledSeq()
    for (let at = 1; at <= 6; at++) narrow.add(wide(from + at, at === 3 ? 9 : 3))
    await narrow.through(from + 6)
    // 1 and 2; 3 alone, which is too many; 4 and 5; 6.
    expect(calls).toBe(4)
    await narrow.stop()
  })

  it('writes all when it stops, also what arrived meanwhile', async () => {
    hold()
    add(1)
    await clock.advance(BATCH_DELAY_MS)
    expect(calls).toBe(1)
    const last = add(4)
    const stopped = settlement.stop()
    open()
    await stopped
    expect([settlement.settledSeq(), settlement.backlog()]).toEqual([last, 0])
  })
})

describe('the mark of a record that moved no money', () => {
  it('lets no batch begin until the ledger has it (SR2)', async () => {
    const broken: string[] = []
    const query: Database['query'] = async (text, params) => {
      if (text.includes('ledger_settle')) {
        calls += 1
        await gate
      }
      return db.query(text, params)
    }
    const busy = await createSettlement({
      db: { query },
      clock,
      log: silentLog,
      onBroken: ({ message }) => broken.push(message),
      batchDelayMs: BATCH_DELAY_MS,
    })
    const seq = busy.settledSeq() + 1
    hold()
    const marked = busy.markThrough(seq)
    await expect.poll(() => calls).toBe(1)
    busy.add(record(seq + 1))
    await clock.advance(BATCH_DELAY_MS)
    const through = busy.through(seq + 1)
    open()
    await Promise.all([marked, through])
    expect([busy.settledSeq(), broken]).toEqual([seq + 1, []])
    await busy.stop()
  })

  it('writes later batches after a mark that cannot be set (SR2)', async () => {
    let isAway = true
    const query: Database['query'] = async (text, params) => {
      if (isAway && text.includes('ledger_settle')) throw new DatabaseUnavailableError()
      return db.query(text, params)
    }
    const cut = await createSettlement({
      db: { query },
      clock,
      log: silentLog,
      onBroken: ({ message }) => expect.unreachable(message),
      batchDelayMs: BATCH_DELAY_MS,
    })
    const seq = cut.settledSeq() + 1
    const marked = cut.markThrough(seq)
    cut.add(record(seq + 1))
    await expect(marked).rejects.toThrow(DatabaseUnavailableError)
    isAway = false
    await cut.through(seq + 1)
    expect(cut.settledSeq()).toBe(seq + 1)
    await cut.stop()
  })
})

describe('a statement that was given up', () => {
  it('settles once though the server runs it before the retry (SR6)', async () => {
    const broken: string[] = []
    let givenUp: (() => Promise<unknown>) | undefined
    let attempts = 0
    const query: Database['query'] = async (text, params) => {
      if (!text.includes('ledger_settle')) return db.query(text, params)
      attempts += 1
      if (attempts === 1) {
        givenUp = () => db.query(text, params)
        throw new DatabaseUnavailableError()
      }
      // The server goes on: what it had received comes first.
      await givenUp?.()
      givenUp = undefined
      return db.query(text, params)
    }
    const late = await createSettlement({
      db: { query },
      clock,
      log: silentLog,
      onBroken: ({ code }) => broken.push(code),
    })
    const seq = late.settledSeq() + 1
    late.add(record(seq))
    const through = late.through(seq)
    await expect.poll(() => attempts).toBe(1)
    // The server answers in its own time: the next try is waited for, however many turns that
    // takes.
    await expect.poll(() => clock.advance(1_000).then(late.settledSeq)).toBe(seq)
    await through
    expect([late.settledSeq(), broken]).toEqual([seq, []])
    await late.stop()
  })
})

describe('a database that is too slow for whole batches', () => {
  it('gets smaller ones until it keeps the time limit (SR6)', async () => {
    const sizes: number[] = []
    const query: Database['query'] = async (text, params) => {
      if (!text.includes('ledger_settle')) return db.query(text, params)
      const { after, through } = JSON.parse(String(params?.[0])) as {
        after: number
        through: number
      }
      sizes.push(through - after)
      if (through - after > 3) throw new DatabaseUnavailableError()
      return db.query(text, params)
    }
    const slow = await createSettlement({
      db: { query },
      clock,
      log: silentLog,
      onBroken: ({ message }) => expect.unreachable(message),
      batchSize: 16,
    })
    const from = slow.settledSeq()
    for (let at = 1; at <= 16; at++) slow.add(record(from + at))
    const through = slow.through(from + 16)
    for (let each = 0; each < 30 && slow.settledSeq() < from + 16; each++)
      await clock.advance(5_000)
    expect([slow.settledSeq() - from, sizes.slice(0, 4)]).toEqual([16, [16, 8, 4, 2]])
    await through
    await slow.stop()
  })
})

describe('settlements of a former epoch', () => {
  it('are refused as fenced and end the settlement (SR3)', async () => {
    const fenced: string[] = []
    const former = await createSettlement({
      db,
      clock,
      log: silentLog,
      onBroken: ({ code }) => fenced.push(code),
    })
    const stands = former.settledSeq()
    await db.query('update ledger_progress set epoch = epoch + 1')
    former.add(record(stands + 1))
    await expect(former.through(stands + 1)).rejects.toMatchObject({ code: 'FENCED' })
    await expect(former.open()).rejects.toMatchObject({ code: 'FENCED' })
    expect(fenced).toEqual(['FENCED'])
    expect(await db.query('select settled_seq from ledger_progress')).toEqual([
      { settled_seq: BigInt(stands) },
    ])
    await former.stop()
  })
})
