import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { judgeProcess, ownIdentity, type ProcessIdentity } from './lease/processIdentity.ts'

/** Who holds a data folder. A lock from before holders refreshed it has no `token`. */
interface Holder extends ProcessIdentity {
  readonly since: string
  readonly token?: string
}

export interface DataFolderLock {
  release(): Promise<void>
}

export interface LockOptions {
  /**
   * Another process took the folder, which it may when this one stood still for `staleMs`: nothing
   * in it may be written any more.
   */
  readonly onLost?: () => void
  /** A holder cannot be seen from here, and may be alive. */
  readonly onWaiting?: (holder: {
    readonly pid: number
    readonly host: string
    readonly since: string
  }) => void
  /** Who this process is. Default: what the operating system says. */
  readonly identity?: ProcessIdentity
  readonly beatMs?: number
  readonly staleMs?: number
}

export class DataFolderLockedError extends Error {
  override readonly name = 'DataFolderLockedError'
}

const LOCK_FILE = 'gateway.lock'
/** A starter that died within its turn leaves the folder behind; a turn takes milliseconds. */
const TURN_STALE_MS = 5_000
const BEAT_MS = 1_000
const STALE_MS = 10_000
const POLL_MS = 100
/**
 * However old a lock looks: a set clock ages it at once, and its holder refreshes it within so many
 * beats.
 */
const BEATS_TO_WATCH = 2.5

type Verdict = 'free' | 'held' | 'unknown'

interface Seen {
  readonly holder: Holder
  readonly writtenAt: number
}

/**
 * Takes the folder for this process alone: the embedded database has no lock of its own, and two
 * processes on one folder lose acknowledged rows without a word. A holder in sight is judged by its
 * process, any other one by whether it still refreshes the lock.
 * @throws DataFolderLockedError while another process holds it, Error where the folder cannot be
 * written.
 */
export async function lockDataFolder(
  dir: string,
  options: LockOptions = {},
): Promise<DataFolderLock> {
  const { beatMs = BEAT_MS, staleMs = STALE_MS } = options
  const file = path.join(dir, LOCK_FILE)
  const identity = options.identity ?? (await ownIdentity())
  const text = JSON.stringify({
    ...identity,
    since: new Date().toISOString(),
    token: randomUUID(),
  } satisfies Holder)
  await mkdir(dir, { recursive: true, mode: 0o700 }).catch((cause: unknown) =>
    Promise.reject(unusable(dir, cause)),
  )

  let watched: { readonly writtenAt: number; readonly since: number } | undefined
  for (;;) {
    const { seen, verdict } = await inTurn(`${file}.turn`, { dir, run: attempt })
    if (verdict === 'free') break
    if (seen && (verdict === 'held' || (watched && watched.writtenAt !== seen.writtenAt)))
      throw new DataFolderLockedError(refusal(file, seen.holder))
    if (seen && !watched) options.onWaiting?.(seen.holder)
    watched ??= seen && { writtenAt: seen.writtenAt, since: performance.now() }
    await sleep(Math.min(POLL_MS, beatMs))
  }

  async function attempt(): Promise<{ seen: Seen | undefined; verdict: Verdict }> {
    const seen = await read(file)
    const verdict = seen ? await judge(seen) : 'free'
    if (verdict === 'free') await place(file, text)
    return { seen, verdict }
  }

  async function judge({ holder, writtenAt }: Seen): Promise<Verdict> {
    if (holder.token === undefined) return judgeFormer(holder, identity)
    const state = await judgeProcess(holder, identity)
    if (state !== 'unknown') return state === 'dead' ? 'free' : 'held'
    if (!watched || watched.writtenAt !== writtenAt) return 'unknown'
    const unchangedMs = performance.now() - watched.since
    const isOld = (await fileTime(dir)) - writtenAt > staleMs
    return unchangedMs > staleMs || (isOld && unchangedMs > BEATS_TO_WATCH * beatMs)
      ? 'free'
      : 'unknown'
  }

  return hold(file, { ...options, text, beatMs, staleMs })
}

function hold(
  file: string,
  {
    text,
    beatMs,
    staleMs,
    onLost,
  }: LockOptions & { readonly text: string; readonly beatMs: number; readonly staleMs: number },
): DataFolderLock {
  const beat = new Worker(new URL('./lockBeat.ts', import.meta.url), {
    workerData: { file, text, beatMs, staleMs },
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    name: 'data-folder-lock',
  })
  let isReleased = false
  const lose = () => {
    if (!isReleased) onLost?.()
  }
  beat.once('message', lose)
  beat.once('error', lose)
  beat.unref()
  return {
    async release() {
      isReleased = true
      await beat.terminate()
      if ((await readFile(file, 'utf8').catch(() => undefined)) === text)
        await rm(file, { force: true })
    },
  }
}

/**
 * Of several starters only one may judge and replace the lock at a time; making a folder is the
 * atomic step.
 */
async function inTurn<T>(
  turn: string,
  { dir, run }: { readonly dir: string; readonly run: () => Promise<T> },
): Promise<T> {
  while (!(await takeTurn(turn, dir))) {
    const age = await stat(turn).then(
      (entry) => Date.now() - entry.mtimeMs,
      () => 0,
    )
    if (age > TURN_STALE_MS) await rmdir(turn).catch(() => {})
    await sleep(20)
  }
  try {
    return await run()
  } finally {
    await rmdir(turn).catch(() => {})
  }
}

async function takeTurn(turn: string, dir: string): Promise<boolean> {
  try {
    await mkdir(turn)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw unusable(dir, error)
  }
}

/**
 * A file of its own is renamed into place: a former holder that goes on writes into the one it had.
 */
async function place(file: string, text: string): Promise<void> {
  const own = `${file}.${randomUUID()}`
  await writeFile(own, text, { mode: 0o600 })
  await rename(own, file)
}

/** `undefined` for a lock that is gone or was cut short by a crash. */
async function read(file: string): Promise<Seen | undefined> {
  const handle = await open(file, 'r').catch(() => undefined)
  try {
    const value = JSON.parse((await handle?.readFile('utf8')) ?? '') as Partial<Holder>
    const {
      pid,
      host,
      bootId = null,
      pidNamespace = null,
      startTime = null,
      since = '',
      token,
    } = value
    if (typeof pid !== 'number' || typeof host !== 'string' || !handle) return undefined
    return {
      holder: {
        pid,
        host,
        bootId,
        pidNamespace,
        startTime,
        since,
        ...(token === undefined ? {} : { token }),
      },
      writtenAt: (await handle.stat()).mtimeMs,
    }
  } catch {
    return undefined
  } finally {
    await handle?.close()
  }
}

/** What the folder's own file system has for the time. */
async function fileTime(dir: string): Promise<number> {
  const probe = path.join(dir, `${LOCK_FILE}.${randomUUID()}`)
  await writeFile(probe, '', { mode: 0o600 })
  try {
    return (await stat(probe)).mtimeMs
  } finally {
    await rm(probe, { force: true })
  }
}

/**
 * A gateway from before locks were refreshed: on another machine it may be alive until a person
 * says otherwise.
 */
async function judgeFormer(
  holder: Holder,
  { bootId, pidNamespace, ...own }: ProcessIdentity,
): Promise<Verdict> {
  if (holder.host !== hostname()) return 'held'
  const isDead =
    (await judgeProcess({ ...holder, bootId, pidNamespace }, { ...own, bootId, pidNamespace })) ===
    'dead'
  return isDead ? 'free' : judgeById(holder.pid)
}

function judgeById(pid: number): Verdict {
  try {
    process.kill(pid, 0)
    return 'held'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'held' : 'free'
  }
}

function unusable(dir: string, cause: unknown): Error {
  const code = (cause as NodeJS.ErrnoException).code ?? String(cause)
  return new Error(
    `The data folder ${dir} cannot be written (${code}). Make it a folder that this user ` +
      'may write, or set DATA_DIR to another one.',
    { cause },
  )
}

function refusal(file: string, { pid, host, since, token }: Holder): string {
  const wayOut = token === undefined ? ` If no gateway runs there, remove ${file}.` : ''
  return (
    `The data folder is in use by process ${pid} on ${host} since ${since}. Stop that ` +
    `gateway, or set DATA_DIR to another folder.${wayOut}`
  )
}
