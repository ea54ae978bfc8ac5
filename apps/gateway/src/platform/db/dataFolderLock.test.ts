import { spawn } from 'node:child_process'
import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownIdentity } from './lease/processIdentity.ts'
import { DataFolderLockedError, lockDataFolder } from './dataFolderLock.ts'

let dir: string
const file = () => path.join(dir, 'gateway.lock')
const holderOf = async () => JSON.parse(await readFile(file(), 'utf8')) as { pid: number }
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
    expect((error as Error).message).toMatch(
      new RegExp(`in use by process ${process.pid} on .*DATA_DIR`),
    )
    await lock.release()
  })

  it('is free again after its release', async () => {
    await (await lockDataFolder(dir)).release()
    await (await lockDataFolder(dir)).release()
  })

  it('is taken over from a process that died', async () => {
    await writeFile(
      file(),
      JSON.stringify({ pid: await deadPid(), host: hostname(), startTime: null, since: 'once' }),
    )
    const lock = await lockDataFolder(dir)
    expect((await holderOf()).pid).toBe(process.pid)
    await lock.release()
  })

  it.runIf(process.platform === 'linux')(
    'is taken over when the process id belongs to a later process',
    async () => {
      await writeFile(
        file(),
        JSON.stringify({
          pid: process.pid,
          host: hostname(),
          startTime: '1',
          since: 'before the restart',
        }),
      )
      await (await lockDataFolder(dir)).release()
    },
  )

  it('is never taken over from a process of another machine', async () => {
    await writeFile(
      file(),
      JSON.stringify({ pid: await deadPid(), host: 'elsewhere', startTime: null, since: 'once' }),
    )
    await expect(lockDataFolder(dir)).rejects.toThrow('on elsewhere')
  })

  it.each(['', '{"pid":', '{"pid":"x"}', 'null'])(
    'is taken over where a crash cut its file short (%j)',
    async (text) => {
      await writeFile(file(), text)
      await (await lockDataFolder(dir)).release()
    },
  )

  it('is won by one of many starters', async () => {
    await writeFile(
      file(),
      JSON.stringify({ pid: await deadPid(), host: hostname(), startTime: null, since: 'once' }),
    )
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
    await writeFile(
      file(),
      JSON.stringify({ pid: 1, host: hostname(), startTime: null, since: 'later' }),
    )
    await lock.release()
    expect((await holderOf()).pid).toBe(1)
  })
})

const MODULE = new URL('./dataFolderLock.ts', import.meta.url).href
/**
 * As in another container: boot, process ids and host name are not those of the process that looks.
 */
const elsewhere = {
  host: 'elsewhere',
  pid: 1,
  bootId: 'another',
  pidNamespace: 'pid:[1]',
  startTime: '7',
}

/** A process of its own that holds the folder until it is killed. */
async function holdInProcess(options: object): Promise<{ kill(): Promise<void> }> {
  const program =
    `const { lockDataFolder } = await import(${JSON.stringify(MODULE)}); await ` +
    `lockDataFolder(${JSON.stringify(dir)}, ${JSON.stringify(options)}); ` +
    `console.log('locked'); setInterval(() => {}, 1000)`
  const child = spawn(
    process.execPath,
    [
      '--conditions=x-source',
      '--disable-warning=ExperimentalWarning',
      '--input-type=module',
      '-e',
      program,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const exit = new Promise((resolve) => child.on('exit', resolve))
  await Promise.race([
    new Promise((resolve) => child.stdout.once('data', resolve)),
    exit.then(() => Promise.reject(new Error('The holder ended.'))),
  ])
  return { kill: async () => (child.kill('SIGKILL'), await exit, undefined) }
}

describe('the lock of a data folder that several machines share', () => {
  it('is refused while a holder out of sight refreshes it (SR16)', async () => {
    const holder = await holdInProcess({ identity: elsewhere, beatMs: 50 })
    try {
      await expect(lockDataFolder(dir, { beatMs: 50, staleMs: 2_000 })).rejects.toThrow(
        'in use by process 1 on elsewhere',
      )
    } finally {
      await holder.kill()
    }
  })

  it('is taken from a dead holder out of sight without a person (SR16)', async () => {
    const holder = await holdInProcess({ identity: elsewhere, beatMs: 50 })
    await holder.kill()
    const waited: string[] = []
    const lock = await lockDataFolder(dir, {
      beatMs: 50,
      staleMs: 500,
      onWaiting: ({ host }) => waited.push(host),
    })
    expect((await holderOf()).pid).toBe(process.pid)
    expect(waited).toEqual(['elsewhere'])
    await lock.release()
  })

  it.runIf(process.platform === 'linux')(
    'is refused at once while a stopped holder in sight lives (SR16)',
    async () => {
      const lock = await lockDataFolder(dir, { identity: await ownIdentity() })
      const longAgo = new Date(Date.now() - 60_000)
      await utimes(file(), longAgo, longAgo)
      await expect(lockDataFolder(dir)).rejects.toThrow(
        `in use by process ${process.pid} on ${hostname()}`,
      )
      await lock.release()
    },
  )

  it.each([
    [
      'another gateway replaced it',
      () => writeFile(`${file()}.other`, '{"pid":1}').then(() => rename(`${file()}.other`, file())),
    ],
    ['somebody removed it', () => rm(file())],
  ])('says so to its holder when %s (SR16)', async (_, change) => {
    const lost = new Promise<void>(
      (resolve) => void lockDataFolder(dir, { beatMs: 20, onLost: resolve }).then(change),
    )
    await lost
  })

  it('keeps its file refreshed on a thread of its own (SR16)', async () => {
    const lock = await lockDataFolder(dir, { beatMs: 20 })
    const longAgo = new Date(Date.now() - 60_000)
    await utimes(file(), longAgo, longAgo)
    // The main thread does nothing but look.
    while ((await stat(file())).mtimeMs < Date.now() - 30_000);
    await lock.release()
  })
})

describe('a data folder that cannot be used', () => {
  it.runIf(process.platform === 'linux')(
    'is refused at once where nothing can be made in it (SL1)',
    async () => {
      await expect(lockDataFolder('/proc/self/task')).rejects.toThrow(
        /^The data folder \/proc\/self\/task cannot be written \(E\w+\)\. .*DATA_DIR/,
      )
    },
  )

  it.runIf(process.platform === 'linux' && process.getuid?.() !== 0)(
    'is refused at once where it is read-only (SL1)',
    async () => {
      await chmod(dir, 0o500)
      await expect(lockDataFolder(dir)).rejects.toThrow('cannot be written (EACCES)')
    },
  )

  it('is refused where a file has its name (SL1)', async () => {
    await writeFile(path.join(dir, 'data'), '')
    await expect(lockDataFolder(path.join(dir, 'data'))).rejects.toThrow('cannot be written')
  })
})
