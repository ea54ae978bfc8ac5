import { readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** The journal is a row of files, each named after the first sequence number in it. */
export interface Segment {
  readonly path: string
  readonly firstSeq: number
}

const NAME = /^journal-(\d{16})\.log$/

export function segmentAt(dir: string, firstSeq: number): Segment {
  return { path: join(dir, `journal-${String(firstSeq).padStart(16, '0')}.log`), firstSeq }
}

export async function listSegments(dir: string): Promise<Segment[]> {
  const names = await readdir(dir)
  return names
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .map((digits) => segmentAt(dir, Number(digits)))
    .sort((a, b) => a.firstSeq - b.firstSeq)
}

/** Removes the segments that hold nothing from `seq` on. Answers how many. */
export async function dropSegmentsBefore(dir: string, seq: number): Promise<number> {
  const segments = await listSegments(dir)
  const old = segments.filter((_, at) => (segments[at + 1]?.firstSeq ?? Infinity) <= seq)
  for (const segment of old) await unlink(segment.path)
  return old.length
}
