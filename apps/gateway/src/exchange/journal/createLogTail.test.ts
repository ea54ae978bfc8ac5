import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { batchAt } from '../../testing/logBatches.ts'
import type { LogBatch } from '../ports/CommandLog.ts'
import { createLogTail } from './createLogTail.ts'
import { JournalError } from './JournalError.ts'

const POLL_MS = 1_000

/** A log in memory, of one text for each record, and a tail of it. */
function open({
  onBatch,
  first = [],
}: {
  readonly onBatch?: (batch: LogBatch) => void
  readonly first?: readonly string[]
} = {}) {
  const clock = createManualClock()
  const texts = [...first]
  const seen: string[] = []
  const ended: unknown[] = []
  const listeners = new Set<() => void>()
  let fault: unknown
  let reads = 0
  const tail = createLogTail({
    from: 1,
    onBatch(batch) {
      onBatch?.(batch)
      seen.push(`${batch.after + 1}-${batch.through}`)
    },
    onEnd: (error) => void ended.push(error),
    async *read(from) {
      reads++
      if (fault !== undefined) throw fault
      if (texts.length >= from) yield batchAt(from - 1, { texts: texts.slice(from - 1) })
    },
    onGrowth(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    clock,
    pollMs: POLL_MS,
  })
  return {
    clock,
    tail,
    seen,
    ended,
    listeners,
    reads: () => reads,
    append: (...added: readonly string[]) => void texts.push(...added),
    grow: () => listeners.forEach((listener) => listener()),
    fail: (error: unknown) => void (fault = error),
  }
}

/** Lets everything run that waits for no timer. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve()
}

describe('the tail of a log', () => {
  it('reads what is there at once, and what comes with each growth', async () => {
    const { append, grow, seen } = open({ first: ['a', 'b'] })
    await settle()
    append('c')
    grow()
    await settle()
    expect(seen).toEqual(['1-2', '3-3'])
  })

  it('reads again by itself when nobody says that the log has grown', async () => {
    const { append, clock, seen } = open()
    await settle()
    append('a')
    await settle()
    expect(seen).toEqual([])
    await clock.advance(POLL_MS)
    await settle()
    expect(seen).toEqual(['1-1'])
  })

  it.each(Array.from({ length: 16 }, (_, turn) => turn))(
    'misses no growth in turn %i of a read',
    async (turn) => {
      const { append, grow, seen } = open({ first: ['a'] })
      await settle()
      grow()
      for (let waited = 0; waited < turn; waited++) await Promise.resolve()
      append('b')
      grow()
      await settle()
      // No timer has run.
      expect(seen.at(-1)).toBe('2-2')
    },
  )

  it('goes on at the next turn after a fault that may pass', async () => {
    const { append, clock, ended, fail, grow, seen } = open()
    await settle()
    fail(new Error('The disk is busy.'))
    grow()
    await settle()
    append('a')
    fail(undefined)
    await clock.advance(POLL_MS)
    await settle()
    expect([seen, ended]).toEqual([['1-1'], []])
  })

  it('ends with damage of the log, once', async () => {
    const { clock, ended, fail, listeners, reads, grow } = open()
    await settle()
    const damage = new JournalError('CORRUPT', 'A record cannot be read.')
    fail(damage)
    grow()
    await settle()
    expect([ended, listeners.size]).toEqual([[damage], 0])
    const before = reads()
    await clock.advance(10 * POLL_MS)
    await settle()
    expect([reads(), ended.length]).toEqual([before, 1])
  })

  it('ends with what its reader throws', async () => {
    const error = new Error('It cannot be replayed.')
    const { append, ended, seen, grow, clock } = open({
      onBatch() {
        throw error
      },
    })
    append('a')
    await settle()
    grow()
    await clock.advance(POLL_MS)
    await settle()
    expect([ended, seen]).toEqual([[error], []])
  })

  it('reads no more once it is stopped', async () => {
    const { append, clock, grow, listeners, seen, tail, ended } = open()
    await settle()
    await tail.stop()
    append('a')
    grow()
    await clock.advance(10 * POLL_MS)
    await settle()
    expect([seen, listeners.size, ended]).toEqual([[], 0, []])
  })

  it('passes on nothing of a read that was stopped', async () => {
    const { append, grow, seen, tail } = open()
    await settle()
    append('a')
    grow()
    await tail.stop()
    await settle()
    expect(seen).toEqual([])
  })
})
