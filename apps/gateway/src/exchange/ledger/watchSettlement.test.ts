import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import type { Sql } from '../ports/Sql.ts'
import type { LedgerError } from './LedgerError.ts'
import { watchSettlement } from './watchSettlement.ts'

/** A ledger that another process settles; it is at record 10 of epoch 3. */
function open({ after = 0 } = {}) {
  const clock = createManualClock()
  const ledger = { settled: 10, epoch: 3, isAway: false }
  const errors: string[] = []
  const broken: LedgerError[] = []
  let asked = 0
  const db = {
    query() {
      asked++
      if (ledger.isAway) return Promise.reject(new Error('The database is away.'))
      const row = { settled_seq: BigInt(ledger.settled), epoch: BigInt(ledger.epoch) }
      return Promise.resolve([{ ...row, settled: row.settled_seq }])
    },
  } as unknown as Sql
  const settlement = watchSettlement({
    db,
    clock,
    log: { info() {}, warn() {}, error: (message) => void errors.push(message) },
    epoch: 3,
    settledSeq: 10,
    after,
    onBroken: (error) => void broken.push(error),
  })
  const add = (...seqs: readonly number[]) =>
    seqs.forEach((seq) => settlement.add({ seq, effects: {} as never }))
  return { clock, ledger, errors, broken, settlement, add, asked: () => asked }
}

const stateOf = (promise: Promise<unknown>) => {
  const state = { is: 'waiting' }
  promise.then(
    () => void (state.is = 'done'),
    (error: LedgerError) => void (state.is = error.code),
  )
  return state
}

describe('a settlement that another process does', () => {
  it('waits for a record until the ledger has it', async () => {
    const { add, clock, ledger, settlement } = open()
    add(11, 12)
    const [first, second] = [11, 12].map((seq) => stateOf(settlement.through(seq)))
    await clock.advance(100)
    expect([first?.is, second?.is, settlement.backlog()]).toEqual(['waiting', 'waiting', 2])
    ledger.settled = 11
    await clock.advance(20)
    expect([first?.is, second?.is, settlement.backlog()]).toEqual(['done', 'waiting', 1])
    ledger.settled = 12
    await clock.advance(20)
    expect([second?.is, settlement.settledSeq(), settlement.backlog()]).toEqual(['done', 12, 0])
  })

  it('waits for nothing that the ledger has', async () => {
    const { add, settlement, clock } = open()
    add(9, 10)
    const through = stateOf(settlement.through(10))
    await clock.advance(0)
    expect([through.is, settlement.backlog()]).toEqual(['done', 0])
  })

  it('waits for the last record before it that was added', async () => {
    const { add, clock, ledger, settlement } = open()
    add(12, 15)
    // 14 moved no money: the ledger will never be at it.
    const through = stateOf(settlement.through(14))
    ledger.settled = 12
    await clock.advance(20)
    expect(through.is).toBe('done')
  })

  it('knows of what came before it only the last record', async () => {
    const { clock, ledger, settlement } = open({ after: 14 })
    expect(settlement.backlog()).toBe(1)
    const through = stateOf(settlement.through(12))
    ledger.settled = 13
    await clock.advance(20)
    expect(through.is).toBe('waiting')
    ledger.settled = 14
    await clock.advance(20)
    expect(through.is).toBe('done')
  })

  it('asks often while somebody waits, and seldom while nobody does', async () => {
    const { add, asked, clock, settlement } = open()
    await clock.advance(1_000)
    expect(asked()).toBe(4)
    add(11)
    void settlement.through(11).catch(() => {})
    await clock.advance(1_000)
    expect(asked()).toBe(4 + 50)
  })

  it('asks on while the database is away, and says so once', async () => {
    const { add, asked, clock, errors, ledger, settlement } = open()
    add(11)
    const through = stateOf(settlement.through(11))
    ledger.isAway = true
    await clock.advance(2_000)
    // The first time soon, and then not as often as of a ledger that answers.
    expect(asked()).toBe(8)
    expect(errors).toHaveLength(1)
    Object.assign(ledger, { isAway: false, settled: 11 })
    await clock.advance(250)
    expect(through.is).toBe('done')
    ledger.isAway = true
    await clock.advance(500)
    expect(errors).toHaveLength(2)
  })

  it('ends when another gateway has the lease, with all who wait', async () => {
    const { add, asked, broken, clock, ledger, settlement } = open()
    add(11)
    const through = stateOf(settlement.through(11))
    ledger.epoch = 4
    await clock.advance(20)
    expect([through.is, broken.map(({ code }) => code)]).toEqual(['FENCED', ['FENCED']])
    const before = asked()
    await clock.advance(1_000)
    expect(asked()).toBe(before)
    add(12)
    expect(settlement.backlog()).toBe(1)
    const later = stateOf(settlement.through(11))
    await clock.advance(0)
    expect(later.is).toBe('FENCED')
  })

  it('ends when it is stopped, without an alarm', async () => {
    const { add, broken, clock, settlement } = open()
    add(11)
    const through = stateOf(settlement.through(11))
    await settlement.stop()
    await settlement.stop()
    await clock.advance(0)
    expect([through.is, broken]).toEqual(['STOPPED', []])
  })
})

describe('a mark that the ledger is to reach', () => {
  it('is reached, or the other process is behind', async () => {
    const { add, clock, ledger, settlement } = open()
    add(11)
    const [first, second] = [
      stateOf(settlement.markThrough(11)),
      stateOf(settlement.markThrough(20)),
    ]
    ledger.settled = 11
    await clock.advance(4_999)
    expect([first.is, second.is]).toEqual(['done', 'waiting'])
    await clock.advance(1)
    expect(second.is).toBe('BEHIND')
  })

  it('leaves no timer behind', async () => {
    const { clock, ledger, settlement } = open()
    ledger.settled = 12
    const mark = settlement.markThrough(12)
    await clock.advance(20)
    await mark
    await settlement.stop()
    expect(clock.pendingTimers()).toBe(0)
  })
})
