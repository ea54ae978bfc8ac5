import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  MAX_PART_BYTES,
  pruneSnapshots,
  readSnapshot,
  WHOLE_STATE,
  writeSnapshot,
  type SnapshotPart,
} from './snapshot.ts'

let dir: string
beforeEach(async () => void (dir = await mkdtemp(path.join(tmpdir(), 'snapshot-'))))
afterEach(() => rm(dir, { recursive: true }))

const part = (kind: string, text: string): SnapshotPart => ({
  kind,
  count: text.length,
  bytes: Buffer.from(text),
})
const partsAfter = (seq: number) => [
  part('head', `after ${seq}`),
  part('rows', 'a\nb'),
  part('rows', ''),
]
const fill = () => [10, 20, 30].map((seq) => writeSnapshot(dir, { seq, parts: partsAfter(seq) }))

async function read(notAfter = Infinity) {
  const snapshot = await readSnapshot(dir, { notAfter })
  if (!snapshot) return undefined
  const parts: string[] = []
  for await (const { kind, count, bytes } of snapshot.parts())
    parts.push(`${kind} ${count} ${Buffer.from(bytes).toString()}`)
  return { seq: snapshot.seq, parts }
}

const newest = async () => path.join(dir, (await readdir(dir)).sort().at(-1)!)

it('reads the newest snapshot back part by part (CR0)', async () => {
  const figures = fill()
  expect(await read()).toEqual({ seq: 30, parts: ['head 8 after 30', 'rows 3 a\nb', 'rows 0 '] })
  expect(figures[2]).toMatchObject({
    seq: 30,
    largestPart: 8,
    parts: { head: { parts: 1, rows: 8 }, rows: { parts: 2, rows: 3 } },
  })
})

it('passes over snapshots that are ahead of the ledger', async () => {
  fill()
  expect((await read(29))?.seq).toBe(20)
  expect(await read(9)).toBeUndefined()
})

it('falls back after the change of any one byte (CR0)', async () => {
  fill()
  const file = await newest()
  const whole = await readFile(file)
  for (let at = 0; at < whole.length; at++) {
    const damaged = Buffer.from(whole)
    damaged[at]! ^= 1
    await writeFile(file, damaged)
    expect([at, (await read())?.seq]).toEqual([at, 20])
  }
})

it('falls back when a snapshot ends early or lacks a part (CR0)', async () => {
  fill()
  const file = await newest()
  const whole = await readFile(file)
  for (let length = 0; length < whole.length; length++) {
    await truncate(file, length)
    expect([length, (await read())?.seq]).toEqual([length, 20])
    await writeFile(file, whole)
  }
  const second = whole.indexOf('XNS2', 4, 'latin1')
  await writeFile(file, whole.subarray(second))
  expect((await read())?.seq).toBe(20)
})

it('refuses a snapshot under the name of another record', async () => {
  fill()
  await writeFile(path.join(dir, 'snapshot-0000000000000040.parts'), await readFile(await newest()))
  expect((await read())?.seq).toBe(30)
})

it('leaves nothing behind when a part cannot be made (CR0)', async () => {
  fill()
  const parts = function* () {
    yield part('head', 'half')
    throw new Error('the state could not be read')
  }
  expect(() => writeSnapshot(dir, { seq: 40, parts: parts() })).toThrow('could not be read')
  expect(() =>
    writeSnapshot(dir, {
      seq: 40,
      parts: [{ kind: 'rows', count: 1, bytes: new Uint8Array(MAX_PART_BYTES + 1) }],
    }),
  ).toThrow(RangeError)
  expect(await readdir(dir)).toHaveLength(3)
  expect((await read())?.seq).toBe(30)
})

it('reads a snapshot of one text from before there were parts (CR0)', async () => {
  const body = '{"version":1,\n"next":{}}'
  const text = `${createHash('sha256').update(body).digest('hex')}\n${body}`
  await writeFile(path.join(dir, 'snapshot-0000000000000005.json'), text)
  expect(await read()).toEqual({ seq: 5, parts: [`${WHOLE_STATE} 1 ${body}`] })
  await writeFile(path.join(dir, 'snapshot-0000000000000006.json'), text.slice(0, -1))
  expect((await read())?.seq).toBe(5)
})

it('keeps the newest and says from where the journal is needed', async () => {
  writeSnapshot(dir, { seq: 10, parts: [] })
  // One snapshot alone has no fallback but the whole journal.
  expect(await pruneSnapshots(dir, { keep: 2 })).toBe(0)
  fill()
  await writeFile(path.join(dir, 'snapshot-0000000000000050.parts.tmp'), 'written by halves')
  expect(await pruneSnapshots(dir, { keep: 2 })).toBe(20)
  expect((await readdir(dir)).sort()).toEqual([
    'snapshot-0000000000000020.parts',
    'snapshot-0000000000000030.parts',
  ])
})

it('counts no damaged snapshot as a fallback (SR2, SR7)', async () => {
  fill()
  await truncate(await newest(), 20)
  writeSnapshot(dir, { seq: 40, parts: partsAfter(40) })
  expect(await pruneSnapshots(dir, { keep: 2 })).toBe(20)
  await truncate(await newest(), 20)
  expect((await read())?.seq).toBe(20)
  await truncate(path.join(dir, 'snapshot-0000000000000020.parts'), 20)
  writeSnapshot(dir, { seq: 50, parts: partsAfter(50) })
  // Without one that is sound the whole journal stays.
  expect(await pruneSnapshots(dir, { keep: 2 })).toBe(0)
})
