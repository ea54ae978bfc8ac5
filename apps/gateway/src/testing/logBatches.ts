import { encodeRecord } from '../exchange/journal/record.ts'
import type { LogBatch } from '../exchange/ports/CommandLog.ts'

/** The records after `after`, one for each text. */
export function batchAt(
  after: number,
  { texts, epoch = 0 }: { readonly texts: readonly string[]; readonly epoch?: number },
): LogBatch {
  const records = texts.map((payload, at) =>
    encodeRecord({ seq: after + 1 + at, durable: after, payload }),
  )
  const bytes = new Uint8Array(records.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const record of records) {
    bytes.set(record, offset)
    offset += record.length
  }
  return { after, through: after + texts.length, epoch, bytes }
}
