import { open, type FileHandle } from 'node:fs/promises'
import { segmentAt, syncFolder } from './segment.ts'

/** Appends to one segment after the other. Not safe for concurrent calls: the journal calls it from one loop. */
export interface SegmentWriter {
  write(bytes: Buffer): Promise<void>
  sync(): Promise<void>
  /** Bytes in the current segment. */
  size(): number
  /** Finishes the current segment for good and begins the one whose first record is `firstSeq`. */
  roll(firstSeq: number): Promise<void>
  close(): Promise<void>
}

export async function openSegmentWriter({ dir, firstSeq, size }: { dir: string; firstSeq: number; size: number }): Promise<SegmentWriter> {
  let position = size
  let file = await openSegment(dir, firstSeq)
  // What an earlier process wrote may sit in the page cache only; from here on it counts as durable.
  await file.datasync()

  return {
    async write(bytes) {
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position)
        done += bytesWritten
        position += bytesWritten
      }
    },
    sync: () => file.datasync(),
    size: () => position,
    async roll(next) {
      await file.datasync()
      await file.close()
      file = await openSegment(dir, next)
      position = 0
    },
    async close() {
      await file.datasync()
      await file.close()
    },
  }
}

async function openSegment(dir: string, firstSeq: number): Promise<FileHandle> {
  const file = await open(segmentAt(dir, firstSeq).path, 'a+', 0o600)
  await file.close()
  await syncFolder(dir)
  return open(segmentAt(dir, firstSeq).path, 'r+')
}
