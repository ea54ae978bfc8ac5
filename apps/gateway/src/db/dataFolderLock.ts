import { mkdir, open, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Who holds a data folder. `startTime` tells a process from a later one with the same id (Linux only). */
interface Holder {
  readonly pid: number
  readonly host: string
  readonly startTime: string | null
  readonly since: string
}

export interface DataFolderLock {
  release(): Promise<void>
}

export class DataFolderLockedError extends Error {
  override readonly name = 'DataFolderLockedError'
}

const LOCK_FILE = 'gateway.lock'
const TAKEOVER_STALE_MS = 5_000

/**
 * Takes the folder for this process alone: the embedded database has no lock of its own, and two processes on
 * one folder lose acknowledged rows without a word. A lock whose process is dead is taken over.
 * @throws DataFolderLockedError while another process holds it.
 */
export async function lockDataFolder(dir: string): Promise<DataFolderLock> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const file = path.join(dir, LOCK_FILE)
  const mine: Holder = { pid: process.pid, host: hostname(), startTime: await startTimeOf(process.pid), since: new Date().toISOString() }
  if (!(await create(file, mine))) await takeOver(file, mine)
  return {
    async release() {
      const holder = await read(file)
      if (holder?.pid === mine.pid && holder.since === mine.since) await rm(file, { force: true })
    },
  }
}

/** Replaces a dead lock. The folder `….takeover` is the mutex: of two starters only one may judge and replace at a time. */
async function takeOver(file: string, mine: Holder): Promise<void> {
  const mutex = `${file}.takeover`
  for (;;) {
    try {
      await mkdir(mutex)
      break
    } catch {
      const age = await stat(mutex).then((entry) => Date.now() - entry.mtimeMs, () => 0)
      if (age > TAKEOVER_STALE_MS) await rmdir(mutex).catch(() => {})
      await sleep(20)
    }
  }
  try {
    const holder = await read(file)
    if (holder && (await isAlive(holder))) throw new DataFolderLockedError(refusal(file, holder))
    await rm(file, { force: true })
    if (!(await create(file, mine))) throw new DataFolderLockedError(refusal(file, await read(file)))
  } finally {
    await rmdir(mutex).catch(() => {})
  }
}

async function create(file: string, holder: Holder): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(JSON.stringify(holder))
    await handle.close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** `null` for a lock that is gone or was cut short by a crash. */
async function read(file: string): Promise<Holder | null> {
  try {
    const value = JSON.parse(await readFile(file, 'utf8')) as Partial<Holder>
    return typeof value.pid === 'number' && typeof value.host === 'string' ? { startTime: null, since: '', ...value, pid: value.pid, host: value.host } : null
  } catch {
    return null
  }
}

async function isAlive({ pid, host, startTime }: Holder): Promise<boolean> {
  // Another machine's processes cannot be seen from here: the folder is taken until someone removes the file.
  if (host !== hostname()) return true
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  const running = await startTimeOf(pid)
  return startTime === null || running === null || running === startTime
}

/** Field 22 of /proc/<pid>/stat: clock ticks between the boot and the start of the process. */
async function startTimeOf(pid: number): Promise<string | null> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'latin1')
    // The second field is the name in brackets and may itself hold spaces.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

function refusal(file: string, holder: Holder | null): string {
  const who = holder ? `process ${holder.pid} on ${holder.host} since ${holder.since}` : 'another gateway'
  return `The data folder is in use by ${who}. Stop that gateway, or set DATA_DIR to another folder. If no gateway runs there, remove ${file}.`
}
