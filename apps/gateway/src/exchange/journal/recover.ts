import { open, readFile } from 'node:fs/promises'
import { JournalError } from './JournalError.ts'
import { decodeRecord, durableAfter } from './record.ts'
import { listSegments, type Segment } from './segment.ts'

export interface Recovery {
  /** The sequence number that the next record gets. */
  readonly nextSeq: number
  /** The segment to go on writing, absent in an empty folder. */
  readonly last: Segment | undefined
  /** How much of it is whole records. */
  readonly lastBytes: number
  readonly tail: TornTail | undefined
}

/**
 * Bytes at the end that are no whole record. Nothing that was read says that any of them had been
 * acknowledged.
 */
export interface TornTail {
  readonly segment: number
  readonly offset: number
  readonly bytes: number
  /**
   * The last record that is known to have been acknowledged: the furthest durability that a sound
   * record states.
   */
  readonly durableSeq: number
}

export interface RecoverOptions {
  readonly dir: string
  /** The first record wanted: the one after the snapshot. */
  readonly fromSeq: number
  readonly visit: (seq: number, payload: string) => void
}

/**
 * Reads the journal from `fromSeq` on, in order, up to a torn tail, and changes nothing. A hole
 * among acknowledged records is refused, never skipped.
 */
export async function recoverJournal({ dir, fromSeq, visit }: RecoverOptions): Promise<Recovery> {
  const segments = await listSegments(dir)
  const start = segments.findLastIndex((segment) => segment.firstSeq <= fromSeq)
  if (start < 0 && (segments.length > 0 || fromSeq > 1))
    throw gap(fromSeq, segments[0]?.firstSeq ?? 0)
  let nextSeq = segments[start]?.firstSeq ?? fromSeq
  let lastBytes = 0
  let tail: TornTail | undefined
  for (const [at, segment] of segments.slice(Math.max(0, start)).entries()) {
    if (segment.firstSeq !== nextSeq) throw gap(nextSeq, segment.firstSeq)
    const isLast = Math.max(0, start) + at === segments.length - 1
    const bytes = await readFile(segment.path)
    const { end, next, durableSeq } = readSegment(bytes, { fromSeq, expected: nextSeq, visit })
    nextSeq = next
    lastBytes = end
    if (end === bytes.length) continue
    refuseHole(bytes, { end, expected: next, isLast, segment })
    tail = { segment: segment.firstSeq, offset: end, bytes: bytes.length - end, durableSeq }
  }
  if (nextSeq < fromSeq) throw gap(fromSeq, nextSeq)
  return { nextSeq, last: segments.at(-1), lastBytes, tail }
}

function readSegment(
  bytes: Buffer,
  options: { fromSeq: number; expected: number; visit: (seq: number, payload: string) => void },
): { end: number; next: number; durableSeq: number } {
  let end = 0
  let next = options.expected
  let durableSeq = 0
  for (let found = decodeRecord(bytes, end); found; found = decodeRecord(bytes, end)) {
    if (found.record.seq !== next) break
    if (next >= options.fromSeq) options.visit(next, found.record.payload)
    durableSeq = Math.max(durableSeq, found.record.durable)
    next++
    end = found.end
  }
  return { end, next, durableSeq }
}

/**
 * After an unreadable record a sound one may still follow: a crashed machine may have written later
 * pages and not earlier ones. That is harmless while nothing after the hole had been acknowledged;
 * each record carries how far the journal was durable.
 */
function refuseHole(
  bytes: Buffer,
  {
    end,
    expected,
    isLast,
    segment,
  }: { end: number; expected: number; isLast: boolean; segment: Segment },
): void {
  const detail = { segment: segment.firstSeq, offset: end, seq: expected }
  if (!isLast)
    throw new JournalError('CORRUPT', 'A finished journal segment cannot be read to its end.', {
      detail,
    })
  if (durableAfter(bytes, end) >= expected)
    throw new JournalError('CORRUPT', 'The journal has a hole among acknowledged records.', {
      detail,
    })
}

/**
 * What an earlier process wrote may sit in the page cache only; once it is synced, what follows
 * from it may be settled.
 */
export async function syncSegment({ path }: Segment): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.datasync()
  } finally {
    await file.close()
  }
}

function gap(wanted: number, found: number): JournalError {
  return new JournalError('GAP', 'The journal does not join up with the snapshot or with itself.', {
    detail: { wanted, found },
  })
}
