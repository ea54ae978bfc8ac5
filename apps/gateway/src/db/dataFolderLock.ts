import { mkdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises'
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
/** A starter that died within its turn leaves the folder behind; a turn takes milliseconds. */
const TURN_STALE_MS = 5_000

/**
 * Takes the folder for this process alone: the embedded database has no lock of its own, and two processes on
 * one folder lose acknowledged rows without a word. A lock whose process is dead is taken over.
 * @throws DataFolderLockedError while another process holds it.
 */
export async function lockDataFolder(dir: string): Promise<DataFolderLock> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const file = path.join(dir, LOCK_FILE)
  const mine: Holder = { pid: process.pid, host: hostname(), startTime: await startTimeOf(process.pid), since: new Date().toISOString() }
  await inTurn(`${file}.turn`, async () => {
    const holder = await read(file)
    if (holder && (await isAlive(holder))) throw new DataFolderLockedError(refusal(file, holder))
    await writeFile(file, JSON.stringify(mine), { mode: 0o600 })
  })
  return {
    async release() {
      const holder = await read(file)
      if (holder?.pid === mine.pid && holder.since === mine.since) await rm(file, { force: true })
    },
  }
}

/** Of several starters only one may judge and replace the lock at a time; making a folder is the atomic step. */
async function inTurn(turn: string, run: () => Promise<void>): Promise<void> {
  while (!(await mkdir(turn).then(() => true, () => false))) {
    const age = await stat(turn).then((entry) => Date.now() - entry.mtimeMs, () => 0)
    if (age > TURN_STALE_MS) await rmdir(turn).catch(() => {})
    await sleep(20)
  }
  try {
    await run()
  } finally {
    await rmdir(turn).catch(() => {})
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

function refusal(file: string, { pid, host, since }: Holder): string {
  return `The data folder is in use by process ${pid} on ${host} since ${since}. Stop that gateway, or set DATA_DIR to another folder. If no gateway runs there, remove ${file}.`
}
