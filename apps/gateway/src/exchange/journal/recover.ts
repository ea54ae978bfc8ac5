import { open, readFile } from 'node:fs/promises'
import type { LogBatch } from '../ports/CommandLog.ts'
import { JournalError } from './JournalError.ts'
import { durableAfter, findRecord } from './record.ts'
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

/**
 * Reads the segments from the record `from` on, in order, up to a torn tail, and changes nothing. A
 * hole among acknowledged records is refused, never skipped. Answers where the journal ends.
 */
export async function* readSegments(
  dir: string,
  { from }: { readonly from: number },
): AsyncGenerator<LogBatch, Recovery> {
  const segments = await listSegments(dir)
  const start = segments.findLastIndex((segment) => segment.firstSeq <= from)
  if (start < 0 && (segments.length > 0 || from > 1)) throw gap(from, segments[0]?.firstSeq ?? 0)
  let nextSeq = segments[start]?.firstSeq ?? from
  let lastBytes = 0
  let tail: TornTail | undefined
  for (const [at, segment] of segments.slice(Math.max(0, start)).entries()) {
    if (segment.firstSeq !== nextSeq) throw gap(nextSeq, segment.firstSeq)
    const isLast = Math.max(0, start) + at === segments.length - 1
    const bytes = await readFile(segment.path)
    const { begin, end, next, durableSeq } = measure(bytes, { from, expected: nextSeq })
    const after = Math.max(nextSeq, from) - 1
    if (next - 1 > after)
      yield { after, through: next - 1, epoch: 0, bytes: bytes.subarray(begin, end) }
    nextSeq = next
    lastBytes = end
    if (end === bytes.length) continue
    refuseHole(bytes, { end, expected: next, isLast, segment })
    tail = { segment: segment.firstSeq, offset: end, bytes: bytes.length - end, durableSeq }
  }
  if (nextSeq < from) throw gap(from, nextSeq)
  return { nextSeq, last: segments.at(-1), lastBytes, tail }
}

/** Where in a segment the record `from` begins, and where its whole records end. */
function measure(
  bytes: Buffer,
  { from, expected }: { readonly from: number; readonly expected: number },
): { begin: number; end: number; next: number; durableSeq: number } {
  let begin = 0
  let end = 0
  let next = expected
  let durableSeq = 0
  for (let found = findRecord(bytes, end); found; found = findRecord(bytes, end)) {
    if (found.seq !== next) break
    if (next === from) begin = end
    durableSeq = Math.max(durableSeq, found.durable)
    next++
    end = found.end
  }
  return { begin, end, next, durableSeq }
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
