import { readFile, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'

/**
 * A process, and no other one: `bootId` and `pidNamespace` say where its `pid` counts, `startTime`
 * (clock ticks since the boot) sets it apart from a later process with the same id. Those three are
 * `null` where the system has no /proc. `host` is for messages only.
 */
export interface ProcessIdentity {
  readonly host: string
  readonly pid: number
  readonly bootId: string | null
  readonly pidNamespace: string | null
  readonly startTime: string | null
}

export async function ownIdentity(): Promise<ProcessIdentity> {
  const [bootId, pidNamespace, stat] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
      (text) => text.trim(),
      () => null,
    ),
    readlink('/proc/self/ns/pid').catch(() => null),
    readStat(process.pid),
  ])
  return {
    host: hostname(),
    pid: process.pid,
    bootId,
    pidNamespace,
    startTime: stat?.startTime ?? null,
  }
}

/**
 * Whether a process still runs: `unknown` where it cannot be seen from here, as in another
 * container or on another machine.
 */
export async function judgeProcess(
  other: ProcessIdentity,
  own: ProcessIdentity,
): Promise<'alive' | 'dead' | 'unknown'> {
  const isSameSystem =
    own.bootId !== null &&
    own.bootId === other.bootId &&
    own.pidNamespace !== null &&
    own.pidNamespace === other.pidNamespace
  if (!isSameSystem || other.startTime === null) return 'unknown'
  try {
    process.kill(other.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'dead'
  }
  // Another user's process may be hidden.
  const stat = await readStat(other.pid)
  if (!stat) return 'unknown'
  return stat.startTime === other.startTime && !stat.hasEnded ? 'alive' : 'dead'
}

/**
 * Fields 3 and 22 of /proc/<pid>/stat: the state, and the clock ticks between the boot and the
 * start of the process.
 */
async function readStat(
  pid: number,
): Promise<{ readonly startTime: string; readonly hasEnded: boolean } | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'latin1')
    // The second field is the name in brackets and may itself hold spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const startTime = fields[19]
    return startTime === undefined
      ? undefined
      : { startTime, hasEnded: fields[0] === 'Z' || fields[0] === 'X' }
  } catch {
    return undefined
  }
}
