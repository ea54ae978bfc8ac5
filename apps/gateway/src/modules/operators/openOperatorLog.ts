import { createHash } from 'node:crypto'
import { closeSync, existsSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs'

export interface OperatorEntry {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly operator: string
  readonly action: string
  readonly subject: string
  readonly outcome: string
}

/** What operators did, each entry with the hash of the line before it. */
export interface OperatorLog {
  /** Returns once the entry is on disk. */
  append(entry: OperatorEntry): void
  /** The latest first. */
  latest(count: number): readonly OperatorEntry[]
  close(): void
}

const FIRST = '0'.repeat(64)
const hashOf = (line: string): string => createHash('sha256').update(line).digest('hex')

/** @throws Error for a file in which a line was changed or left out */
export function openOperatorLog(path: string): OperatorLog {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const lines = text.split('\n').slice(0, -1)
  let last = FIRST
  for (const [at, line] of lines.entries()) {
    const { before } = JSON.parse(line) as { readonly before: string }
    if (before !== last) throw new Error(`Line ${at + 1} of the operators' log does not follow.`)
    last = hashOf(line)
  }
  const entries = lines.map((line) => JSON.parse(line) as OperatorEntry)
  const file = openSync(path, 'a', 0o600)
  return {
    append(entry) {
      const line = JSON.stringify({ ...entry, before: last })
      writeSync(file, `${line}\n`)
      fdatasyncSync(file)
      last = hashOf(line)
      entries.push(entry)
    },
    latest: (count) => entries.slice(-count).toReversed(),
    close: () => closeSync(file),
  }
}
