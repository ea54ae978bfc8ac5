import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dropSegmentsBefore, listSegments, segmentAt } from './segment.ts'

let dir: string
beforeEach(async () => void (dir = await mkdtemp(path.join(tmpdir(), 'segments-'))))
afterEach(() => rm(dir, { recursive: true }))

const put = (...firstSeqs: readonly number[]) =>
  Promise.all(firstSeqs.map((seq) => writeFile(segmentAt(dir, seq).path, '')))
const firstSeqs = async () => (await listSegments(dir)).map(({ firstSeq }) => firstSeq)

describe('the segments of a journal', () => {
  it('are named after their first record, in sixteen digits', () => {
    expect(segmentAt('/x', 42)).toEqual({
      path: path.join('/x', 'journal-0000000000000042.log'),
      firstSeq: 42,
    })
  })

  it('are listed by their numbers, whatever the order of the folder', async () => {
    await put(900, 7, 10_000_000, 1)
    expect(await firstSeqs()).toEqual([1, 7, 900, 10_000_000])
  })

  it('are distinguished from every other file of the folder', async () => {
    await put(5)
    for (const name of [
      'journal-5.log',
      'journal-0000000000000006.log.tmp',
      'journal-next.tmp',
      'xjournal-0000000000000007.log',
      'journal-000000000000000a.log',
      'snapshot-0000000000000008.log',
    ])
      await writeFile(path.join(dir, name), '')
    await mkdir(path.join(dir, 'journal'))
    expect(await firstSeqs()).toEqual([5])
  })

  it('are none in an empty folder', async () => expect(await firstSeqs()).toEqual([]))
})

describe('the segments before a record', () => {
  it.each([
    // The records 1 to 9, 10 to 19, and from 20 on.
    [1, 0, [1, 10, 20]],
    [9, 0, [1, 10, 20]],
    [10, 1, [10, 20]],
    [19, 1, [10, 20]],
    [20, 2, [20]],
    // The last one is being written.
    [500, 2, [20]],
  ])('are dropped before %i: %i, and %j stay', async (seq, dropped, left) => {
    await put(1, 10, 20)
    expect(await dropSegmentsBefore(dir, seq)).toBe(dropped)
    expect(await firstSeqs()).toEqual(left)
  })

  it('are dropped without the other files of the folder', async () => {
    await put(1, 10)
    await writeFile(path.join(dir, 'snapshot'), '')
    await dropSegmentsBefore(dir, 10)
    expect((await readdir(dir)).toSorted()).toEqual(['journal-0000000000000010.log', 'snapshot'])
  })
})
