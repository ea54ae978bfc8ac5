import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pruneSnapshots, readSnapshot, writeSnapshot } from './snapshot.ts'

let dir: string
beforeEach(async () => void (dir = await mkdtemp(path.join(tmpdir(), 'snapshot-'))))
afterEach(() => rm(dir, { recursive: true }))

const fill = async () => {
  for (const seq of [10, 20, 30]) await writeSnapshot(dir, { seq, body: `state\nafter ${seq}` })
}

it('reads the newest snapshot back', async () => {
  await fill()
  expect(await readSnapshot(dir, { notAfter: Infinity })).toEqual({ seq: 30, body: 'state\nafter 30' })
})

it('passes over snapshots that are ahead of the ledger', async () => {
  await fill()
  expect((await readSnapshot(dir, { notAfter: 29 }))?.seq).toBe(20)
  expect(await readSnapshot(dir, { notAfter: 9 })).toBeUndefined()
})

it('falls back to the one before a damaged one', async () => {
  await fill()
  const newest = (await readdir(dir)).sort().at(-1)!
  await writeFile(path.join(dir, newest), 'half a sna')
  expect((await readSnapshot(dir, { notAfter: Infinity }))?.seq).toBe(20)
})

it('keeps the newest and tells from where the journal is still needed', async () => {
  await writeSnapshot(dir, { seq: 10, body: '' })
  // One snapshot alone has no fallback but the whole journal.
  expect(await pruneSnapshots(dir, { keep: 2 })).toBe(0)
  await fill()
  expect(await pruneSnapshots(dir, { keep: 2 })).toBe(20)
  expect(await readdir(dir)).toHaveLength(2)
})

it('leaves nothing half-written under a snapshot name', async () => {
  await fill()
  expect((await readdir(dir)).every((name) => name.endsWith('.json'))).toBe(true)
})
