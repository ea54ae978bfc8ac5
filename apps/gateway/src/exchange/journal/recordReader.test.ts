import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { batchAt } from '../../testing/logBatches.ts'
import type { CommandLog, LogBatch } from '../ports/CommandLog.ts'
import { createLogReader } from './createLogReader.ts'
import type { JournalError } from './JournalError.ts'
import { createRecordReader, type RecordReader } from './recordReader.ts'
import { segmentAt } from './segment.ts'

let dir: string
beforeEach(async () => void (dir = await mkdtemp(path.join(tmpdir(), 'reader-'))))
afterEach(() => rm(dir, { recursive: true }))

/** Records that say their own number, `after` left out. */
const numbered = (after: number, through: number): LogBatch =>
  batchAt(after, { texts: Array.from({ length: through - after }, (_, at) => `${after + 1 + at}`) })
const put = (after: number, through: number) =>
  appendFile(segmentAt(dir, after + 1).path, numbered(after, through).bytes)

async function read(reader: RecordReader, through: number): Promise<number[]> {
  const seen: number[] = []
  await reader.read({
    through,
    visit(seq, payload) {
      expect(payload).toBe(String(seq))
      seen.push(seq)
    },
  })
  return seen
}
const codeOf = (run: Promise<unknown>) =>
  run.then(
    () => 'no error',
    (error: JournalError) => error.code,
  )

describe('a reader of a folder', () => {
  it('reads on from where it stopped, over segments', async () => {
    await put(0, 3)
    await put(3, 5)
    const reader = createRecordReader(dir, { nextSeq: 1 })
    expect(await read(reader, 2)).toEqual([1, 2])
    expect(await read(reader, 4)).toEqual([3, 4])
    expect(await read(reader, 5)).toEqual([5])
  })

  it('reads nothing again, and nothing that it was not asked for', async () => {
    await put(0, 3)
    const reader = createRecordReader(dir, { nextSeq: 1 })
    expect(await read(reader, 3)).toEqual([1, 2, 3])
    expect(await read(reader, 3)).toEqual([])
    expect(await read(reader, 1)).toEqual([])
  })

  it('reads what was appended since, also to a new segment', async () => {
    await put(0, 2)
    const reader = createRecordReader(dir, { nextSeq: 1 })
    expect(await read(reader, 2)).toEqual([1, 2])
    await appendFile(segmentAt(dir, 1).path, numbered(2, 3).bytes)
    await put(3, 4)
    expect(await read(reader, 4)).toEqual([3, 4])
  })

  it('begins in the middle of a segment', async () => {
    await put(0, 5)
    expect(await read(createRecordReader(dir, { nextSeq: 4 }), 5)).toEqual([4, 5])
  })

  it('goes on where older segments were dropped meanwhile', async () => {
    await put(0, 2)
    await put(2, 4)
    const reader = createRecordReader(dir, { nextSeq: 1 })
    await read(reader, 3)
    await rm(segmentAt(dir, 1).path)
    expect(await read(reader, 4)).toEqual([4])
  })

  it('refuses a journal that begins after its first record', async () => {
    await put(4, 6)
    const reader = createRecordReader(dir, { nextSeq: 3 })
    expect(await codeOf(read(reader, 6))).toBe('GAP')
  })

  it('refuses records that leave one out', async () => {
    const bytes = Buffer.concat([numbered(0, 1).bytes, numbered(2, 3).bytes])
    await writeFile(segmentAt(dir, 1).path, bytes)
    expect(await codeOf(read(createRecordReader(dir, { nextSeq: 1 }), 3))).toBe('GAP')
  })

  it.each([
    ['torn', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['damaged', (bytes: Buffer) => Buffer.from([...bytes.subarray(0, -1), 0])],
    ['missing', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ])('refuses a record that is acknowledged and %s', async (_what, change) => {
    await writeFile(segmentAt(dir, 1).path, change(Buffer.from(numbered(0, 2).bytes)))
    const reader = createRecordReader(dir, { nextSeq: 1 })
    expect(await codeOf(read(reader, 2))).toBe('CORRUPT')
  })

  it('gives what came before a fault, and then goes on', async () => {
    await writeFile(segmentAt(dir, 1).path, numbered(0, 2).bytes.subarray(0, -1))
    const reader = createRecordReader(dir, { nextSeq: 1 })
    const seen: number[] = []
    const visit = (seq: number) => void seen.push(seq)
    await codeOf(reader.read({ through: 2, visit }))
    expect(seen).toEqual([1])
    await writeFile(segmentAt(dir, 1).path, numbered(0, 2).bytes)
    await reader.read({ through: 2, visit })
    expect(seen).toEqual([1, 2])
  })
})

/** A log in memory that gives its batches as they were appended. */
const logOf = (...batches: readonly LogBatch[]): Pick<CommandLog, 'read'> => ({
  async *read(_shard, { from }) {
    yield* batches.filter(({ through }) => through >= from)
  },
})

describe('a reader of a shared log', () => {
  it('reads on from where it stopped, within a batch and over them', async () => {
    // A batch is given from the record on that is asked for.
    const log: Pick<CommandLog, 'read'> = {
      async *read(_shard, { from }) {
        yield numbered(from - 1, 5)
      },
    }
    const reader = createLogReader(log, { shard: 0, nextSeq: 2 })
    expect(await read(reader, 3)).toEqual([2, 3])
    expect(await read(reader, 3)).toEqual([])
    expect(await read(reader, 5)).toEqual([4, 5])
  })

  it('refuses a record that it cannot reach', async () => {
    const reader = createLogReader(logOf(numbered(0, 2)), { shard: 0, nextSeq: 1 })
    expect(await codeOf(read(reader, 3))).toBe('CORRUPT')
    const empty = createLogReader(logOf(), { shard: 0, nextSeq: 1 })
    expect(await codeOf(read(empty, 1))).toBe('CORRUPT')
  })

  it('asks the log for nothing that it has read', async () => {
    let asked = 0
    const log: Pick<CommandLog, 'read'> = {
      read(shard, range) {
        asked++
        return logOf(numbered(0, 2)).read(shard, range)
      },
    }
    const reader = createLogReader(log, { shard: 0, nextSeq: 1 })
    await read(reader, 2)
    await read(reader, 1)
    expect(asked).toBe(1)
  })
})
