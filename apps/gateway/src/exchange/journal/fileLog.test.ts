import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { browserClock } from '@x/kit/browser'
import { expect, it } from 'vitest'
import { describeCommandLog, textsOf } from '../../testing/commandLogContract.ts'
import { batchAt } from '../../testing/logBatches.ts'
import { createFileLog, type FileLog } from './createFileLog.ts'

const recorded = fileURLToPath(new URL('../../testing/recordedFolder', import.meta.url))

describeCommandLog('a folder', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'file-log-'))
  let log: FileLog | undefined
  const open = async () => {
    if (log) return log
    log = createFileLog({ dir, clock: browserClock(), segmentBytes: 1_000 })
    await log.open()
    return log
  }
  return {
    open,
    async reopen() {
      await log?.close()
      log = undefined
      return open()
    },
    async remove() {
      await log?.close()
      await rm(dir, { recursive: true })
    },
  }
})

async function inFolder(run: (dir: string) => Promise<void>): Promise<void> {
  const dir = await mkdtemp(path.join(tmpdir(), 'file-log-'))
  await run(dir).finally(() => rm(dir, { recursive: true }))
}

it('reads a folder of today and appends to it (CR0)', () =>
  inFolder(async (dir) => {
    await cp(recorded, dir, { recursive: true })
    const log = createFileLog({ dir, clock: browserClock() })
    const before = await textsOf(log)
    expect(before).toHaveLength(565)
    await log.open()
    expect(await log.append(0, batchAt(565, { texts: ['more'] }))).toBe('ok')
    expect(await textsOf(log)).toEqual([...before, 'more'])
    await log.close()
  }))

it('is opened without being read where older segments are gone', () =>
  inFolder(async (dir) => {
    const first = createFileLog({ dir, clock: browserClock(), segmentBytes: 1 })
    await first.open()
    for (let after = 0; after < 5; after++)
      await first.append(0, batchAt(after, { texts: [`${after}`] }))
    await first.dropBefore(0, 4)
    await first.close()
    const second = createFileLog({ dir, clock: browserClock(), segmentBytes: 1 })
    await second.open()
    expect(await second.append(0, batchAt(4, { texts: ['behind'] }))).toBe('fenced')
    expect(await second.append(0, batchAt(5, { texts: ['next'] }))).toBe('ok')
    await second.close()
  }))

it('appends nothing after its disk failed (SR11)', () =>
  inFolder(async (dir) => {
    const log = createFileLog({
      dir: path.join(dir, 'journal'),
      clock: browserClock(),
      segmentBytes: 1,
    })
    await log.open()
    await log.append(0, batchAt(0, { texts: ['a'] }))
    await rm(path.join(dir, 'journal'), { recursive: true })
    await expect(log.append(0, batchAt(1, { texts: ['b'] }))).rejects.toThrow('ENOENT')
    await expect(log.append(0, batchAt(2, { texts: ['c'] }))).rejects.toThrow('ENOENT')
    await log.close()
    expect(await readdir(dir)).toEqual([])
  }))

it('has one shard', () =>
  inFolder(async (dir) => {
    const log = createFileLog({ dir, clock: browserClock() })
    expect(() => log.read(1, { from: 1 })).toThrow('shard 0 only')
    expect(() => log.append(1, batchAt(0, { texts: ['a'] }))).toThrow('shard 0 only')
  }))
