import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataFolderLockedError, lockDataFolder } from './dataFolderLock.ts'

let dir: string
const file = () => path.join(dir, 'gateway.lock')
const holder = async () => JSON.parse(await readFile(file(), 'utf8')) as { pid: number }
beforeEach(async () => void (dir = await mkdtemp(path.join(tmpdir(), 'lock-'))))
afterEach(() => rm(dir, { recursive: true, force: true }))

/** The id of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await new Promise((resolve) => child.on('exit', resolve))
  return child.pid!
}

describe('the lock of a data folder', () => {
  it('makes the folder for its owner only, and names the holder', async () => {
    const lock = await lockDataFolder(path.join(dir, 'deep', 'data'))
    expect((await stat(path.join(dir, 'deep', 'data'))).mode & 0o777).toBe(0o700)
    expect((await stat(path.join(dir, 'deep', 'data', 'gateway.lock'))).mode & 0o777).toBe(0o600)
    await lock.release()
  })

  it('is refused while a live process holds it, with the way out', async () => {
    const lock = await lockDataFolder(dir)
    const error = await lockDataFolder(dir).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(DataFolderLockedError)
    expect((error as Error).message).toMatch(new RegExp(`in use by process ${process.pid} on .*DATA_DIR.*remove .*gateway\\.lock`))
    await lock.release()
  })

  it('is free again after its release', async () => {
    await (await lockDataFolder(dir)).release()
    await (await lockDataFolder(dir)).release()
  })

  it('is taken over from a process that died', async () => {
    await writeFile(file(), JSON.stringify({ pid: await deadPid(), host: hostname(), startTime: null, since: 'once' }))
    const lock = await lockDataFolder(dir)
    expect((await holder()).pid).toBe(process.pid)
    await lock.release()
  })

  it.runIf(process.platform === 'linux')('is taken over when the process id belongs to a later process', async () => {
    await writeFile(file(), JSON.stringify({ pid: process.pid, host: hostname(), startTime: '1', since: 'before the restart' }))
    await (await lockDataFolder(dir)).release()
  })

  it('of another machine is never judged dead', async () => {
    await writeFile(file(), JSON.stringify({ pid: await deadPid(), host: 'elsewhere', startTime: null, since: 'once' }))
    await expect(lockDataFolder(dir)).rejects.toThrow('on elsewhere')
  })

  it.each(['', '{"pid":', '{"pid":"x"}', 'null'])('that a crash cut short (%j) is taken over', async (text) => {
    await writeFile(file(), text)
    await (await lockDataFolder(dir)).release()
  })

  it('is won by one of many starters', async () => {
    await writeFile(file(), JSON.stringify({ pid: await deadPid(), host: hostname(), startTime: null, since: 'once' }))
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataFolder(dir)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('does not wait for a starter that died within its turn', async () => {
    await mkdir(`${file()}.turn`)
    const longAgo = new Date(Date.now() - 60_000)
    await utimes(`${file()}.turn`, longAgo, longAgo)
    await (await lockDataFolder(dir)).release()
  })

  it('is not released by who no longer holds it', async () => {
    const lock = await lockDataFolder(dir)
    await writeFile(file(), JSON.stringify({ pid: 1, host: hostname(), startTime: null, since: 'later' }))
    await lock.release()
    expect((await holder()).pid).toBe(1)
  })
})
