import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  openSync,
  readFileSync,
  truncateSync,
  writeSync,
} from 'node:fs'

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

function parse(line: string): (OperatorEntry & { readonly before: string }) | null | undefined {
  try {
    return JSON.parse(line) as (OperatorEntry & { readonly before: string }) | null
  } catch {
    return undefined
  }
}

const hashOf = (line: string): string => createHash('sha256').update(line).digest('hex')

/** @throws Error for a file in which a line was changed or left out */
export function openOperatorLog(path: string): OperatorLog {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const lines = whole.split('\n').slice(0, -1)
  let last = FIRST
  const entries: OperatorEntry[] = lines.map((line, at) => {
    const entry = parse(line)
    if (entry?.before !== last)
      throw new Error(`Line ${at + 1} of the operators' log does not follow.`)
    last = hashOf(line)
    return entry
  })
  // What a crash cut short was never acknowledged; the next entry needs a line of its own.
  if (whole !== text) truncateSync(path, Buffer.byteLength(whole))
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
