import { closeSync, existsSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'
import type { Clock } from '@x/kit'
import type { ClosableReplayStore } from './ClosableReplayStore.ts'

export interface JournalledReplayStore extends ClosableReplayStore {
  close(): void
}

const FILES = ['replay.log', 'replay.old.log'] as const
/** Twice the lifetime of most claims, so that the files are turned a few times an hour. */
const TURN_MS = 600_000

/**
 * The replay set of a single node: in memory, and written down before a claim is answered, so that a gateway that
 * was killed still knows after its restart which requests it has seen. Two files take turns: what outlives the next
 * turn is copied into the younger one, so that everything in the older has expired when it is written over.
 */
export function createJournalledReplayStore({ dir, clock }: { dir: string; clock: Pick<Clock, 'now'> }): JournalledReplayStore {
  const [current, old] = FILES.map((name) => path.join(dir, name)) as [string, string]
  const deadlines = new Map<string, number>()
  for (const file of [old, current]) for (const [key, deadline] of readClaims(file)) if (deadline > clock.now()) deadlines.set(key, deadline)
  let descriptor = openSync(current, 'a', 0o600)
  let turnAt = clock.now() + TURN_MS

  const turn = () => {
    closeSync(descriptor)
    renameSync(current, old)
    descriptor = openSync(current, 'a', 0o600)
    turnAt = clock.now() + TURN_MS
    const now = clock.now()
    let lasting = ''
    for (const [key, deadline] of deadlines) {
      if (deadline <= now) deadlines.delete(key)
      else if (deadline > turnAt) lasting += line(key, deadline)
    }
    if (lasting !== '') writeSync(descriptor, lasting)
  }

  return {
    async claim(key, ttlMs) {
      const now = clock.now()
      if ((deadlines.get(key) ?? 0) > now) return false
      if (now >= turnAt) turn()
      const deadline = now + ttlMs
      deadlines.set(key, deadline)
      // Handed to the operating system at once: it outlives the process. One short write, no sync, a few microseconds.
      writeSync(descriptor, line(key, deadline))
      return true
    },
    close: () => closeSync(descriptor),
  }
}

function line(key: string, deadline: number): string {
  return `${JSON.stringify([deadline, key])}\n`
}

function readClaims(file: string): [key: string, deadline: number][] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        const [deadline, key] = JSON.parse(line) as [number, string]
        return [[key, deadline] as [string, number]]
      } catch {
        // The last line of a killed process may be cut short; its request was never answered.
        return []
      }
    })
}
