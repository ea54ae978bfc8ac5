import { open, readFile } from 'node:fs/promises'
import { JournalError } from './JournalError.ts'
import { decodeRecord, durableAfter } from './record.ts'
import { listSegments, type Segment } from './segment.ts'

export interface Recovery {
  /** The sequence number that the next record gets. */
  readonly nextSeq: number
  /** The segment to go on writing, absent in an empty folder. */
  readonly last: Segment | undefined
  readonly lastBytes: number
  /** Bytes cut off the end: a record that was being written when the process died, never acknowledged. */
  readonly cutBytes: number
}

export interface RecoverOptions {
  readonly dir: string
  /** The first record wanted: the one after the snapshot. */
  readonly fromSeq: number
  readonly visit: (seq: number, payload: string) => void
}

/** Reads the journal from `fromSeq` on, in order, and cuts a torn tail. A hole among acknowledged records is refused, never skipped. */
export async function recoverJournal({ dir, fromSeq, visit }: RecoverOptions): Promise<Recovery> {
  const segments = await listSegments(dir)
  const start = segments.findLastIndex((segment) => segment.firstSeq <= fromSeq)
  if (start < 0 && (segments.length > 0 || fromSeq > 1)) throw gap(fromSeq, segments[0]?.firstSeq ?? 0)
  let nextSeq = segments[start]?.firstSeq ?? fromSeq
  let lastBytes = 0
  let cutBytes = 0
  for (const [at, segment] of segments.slice(Math.max(0, start)).entries()) {
    if (segment.firstSeq !== nextSeq) throw gap(nextSeq, segment.firstSeq)
    const isLast = Math.max(0, start) + at === segments.length - 1
    const bytes = await readFile(segment.path)
    const { end, next } = readSegment(bytes, { fromSeq, expected: nextSeq, visit })
    nextSeq = next
    lastBytes = end
    if (end === bytes.length) continue
    refuseHole(bytes, { end, expected: next, isLast, segment })
    cutBytes = bytes.length - end
    await cut(segment, end)
  }
  if (nextSeq < fromSeq) throw gap(fromSeq, nextSeq)
  return { nextSeq, last: segments.at(-1), lastBytes, cutBytes }
}

function readSegment(bytes: Buffer, options: { fromSeq: number; expected: number; visit: (seq: number, payload: string) => void }): { end: number; next: number } {
  let end = 0
  let next = options.expected
  for (let found = decodeRecord(bytes, end); found; found = decodeRecord(bytes, end)) {
    if (found.record.seq !== next) break
    if (next >= options.fromSeq) options.visit(next, found.record.payload)
    next++
    end = found.end
  }
  return { end, next }
}

/**
 * After an unreadable record a sound one may still follow: a crashed machine may have written later pages and not earlier ones.
 * That is harmless while nothing after the hole had been acknowledged; each record carries how far the journal was durable.
 */
function refuseHole(bytes: Buffer, { end, expected, isLast, segment }: { end: number; expected: number; isLast: boolean; segment: Segment }): void {
  const detail = { segment: segment.firstSeq, offset: end, seq: expected }
  if (!isLast) throw new JournalError('CORRUPT', 'A finished journal segment cannot be read to its end.', { detail })
  if (durableAfter(bytes, end) >= expected) throw new JournalError('CORRUPT', 'The journal has a hole among acknowledged records.', { detail })
}

async function cut(segment: Segment, bytes: number): Promise<void> {
  const file = await open(segment.path, 'r+')
  try {
    await file.truncate(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

function gap(wanted: number, found: number): JournalError {
  return new JournalError('GAP', 'The journal does not join up with the snapshot or with itself.', { detail: { wanted, found } })
}
