import { open } from 'node:fs/promises'
import type { Payload } from './commandBytes.ts'
import { JournalError } from './JournalError.ts'
import { decodeRecord } from './record.ts'
import { listSegments, type Segment } from './segment.ts'

/** Reads the journal from disk while another thread writes it, and remembers where it stopped. */
export interface RecordReader {
  /**
   * Reads on through the record `through`, which must be on disk.
   * @throws JournalError GAP or CORRUPT where it cannot be reached
   */
  read(options: {
    readonly through: number
    readonly visit: (seq: number, payload: Payload) => void
  }): Promise<void>
}

export function createRecordReader(
  dir: string,
  { nextSeq: firstSeq }: { readonly nextSeq: number },
): RecordReader {
  let nextSeq = firstSeq
  let segment: Segment | undefined
  let offset = 0

  /** The records of one segment from where the last read ended. */
  async function readOn(
    { path }: Segment,
    { through, visit }: Parameters<RecordReader['read']>[0],
  ): Promise<void> {
    const bytes = await readFrom(path, offset)
    for (let at = 0, found = decodeRecord(bytes, at); found; found = decodeRecord(bytes, at)) {
      const { seq, payload } = found.record
      if (seq > through) return
      if (seq > nextSeq)
        throw new JournalError('GAP', 'The journal does not join up with itself.', {
          detail: { wanted: nextSeq, found: seq },
        })
      if (seq === nextSeq) {
        visit(seq, payload)
        nextSeq++
      }
      offset += found.end - at
      at = found.end
    }
  }

  return {
    async read(options) {
      while (nextSeq <= options.through) {
        const before = nextSeq
        const found = (await listSegments(dir)).findLast(({ firstSeq: first }) => first <= nextSeq)
        if (!found)
          throw new JournalError('GAP', 'The journal begins after the snapshot.', {
            detail: { wanted: nextSeq },
          })
        if (found.firstSeq !== segment?.firstSeq) offset = 0
        segment = found
        await readOn(found, options)
        if (nextSeq === before)
          throw new JournalError('CORRUPT', 'A record that was acknowledged cannot be read.', {
            detail: { segment: found.firstSeq, offset, seq: nextSeq },
          })
      }
    },
  }
}

async function readFrom(path: string, offset: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const bytes = Buffer.allocUnsafeSlow(Math.max(0, size - offset))
    let done = 0
    while (done < bytes.length) {
      const { bytesRead } = await file.read(bytes, done, bytes.length - done, offset + done)
      if (bytesRead === 0) break
      done += bytesRead
    }
    return bytes.subarray(0, done)
  } finally {
    await file.close()
  }
}
