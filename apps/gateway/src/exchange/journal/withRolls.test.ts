import { expect, it } from 'vitest'
import { batchAt } from '../../testing/logBatches.ts'
import type { AppendOutcome, CommandLog } from '../ports/CommandLog.ts'
import { withRolls } from './withRolls.ts'

function open(bytes: number) {
  let rolls = 0
  let outcome: AppendOutcome = 'ok'
  const log: CommandLog = {
    batchBytes: 1,
    append: () => Promise.resolve(outcome),
    async *read() {
      // Nothing was appended before.
    },
    tail: () => ({ stop: () => Promise.resolve() }),
    dropBefore: () => Promise.resolve(3),
    close: () => Promise.resolve(),
  }
  const rolling = withRolls(log, { bytes, onRoll: () => void rolls++ })
  return {
    rolls: () => rolls,
    rolling,
    answer: (next: AppendOutcome) => void (outcome = next),
    append: (batch = batchAt(0, { texts: ['x'] })) => rolling.append(0, batch),
  }
}
const ONE = batchAt(0, { texts: ['x'] }).bytes.length

it('says so each time that many bytes were appended', async () => {
  const { append, rolls } = open(3 * ONE)
  const counts: number[] = []
  for (let at = 0; at < 7; at++) {
    expect(await append()).toBe('ok')
    counts.push(rolls())
  }
  expect(counts).toEqual([0, 0, 1, 1, 1, 2, 2])
})

it('says so once for a batch of many times that', async () => {
  const { append, rolls } = open(ONE)
  await append(batchAt(0, { texts: ['x', 'x', 'x', 'x'] }))
  expect(rolls()).toBe(1)
})

it('counts nothing that the log has not taken', async () => {
  const { answer, append, rolls } = open(2 * ONE)
  answer('fenced')
  for (let at = 0; at < 5; at++) expect(await append()).toBe('fenced')
  answer('ok')
  await append()
  expect(rolls()).toBe(0)
  await append()
  expect(rolls()).toBe(1)
})

it('counts bytes that are gone once they are appended', async () => {
  const { rolling, rolls } = open(ONE)
  const batch = batchAt(0, { texts: ['x'] })
  const appended = rolling.append(0, batch)
  structuredClone(batch.bytes.buffer, { transfer: [batch.bytes.buffer as ArrayBuffer] })
  await appended
  expect(rolls()).toBe(1)
})

it('leaves everything else of the log as it is', async () => {
  const { rolling } = open(ONE)
  expect([rolling.batchBytes, await rolling.dropBefore(0, 5)]).toEqual([1, 3])
})
