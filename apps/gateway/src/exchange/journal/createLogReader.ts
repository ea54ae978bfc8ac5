import type { CommandLog } from '../ports/CommandLog.ts'
import { JournalError } from './JournalError.ts'
import { readRecords } from './record.ts'
import type { RecordReader } from './recordReader.ts'

/** Reads a log on and on, and remembers where it stopped. */
export function createLogReader(
  log: Pick<CommandLog, 'read'>,
  { shard, nextSeq: firstSeq }: { readonly shard: number; readonly nextSeq: number },
): RecordReader {
  let nextSeq = firstSeq
  return {
    async read({ through, visit }) {
      if (nextSeq > through) return
      for await (const batch of log.read(shard, { from: nextSeq })) {
        readRecords(batch, (seq, payload) => {
          if (seq > through) return
          visit(seq, payload)
          nextSeq = seq + 1
        })
        if (nextSeq > through) return
      }
      throw new JournalError('CORRUPT', 'A record that was acknowledged cannot be read.', {
        detail: { seq: nextSeq },
      })
    },
  }
}
