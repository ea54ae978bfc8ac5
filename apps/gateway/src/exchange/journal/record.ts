import { crc32 } from 'node:zlib'
import type { LogBatch } from '../ports/CommandLog.ts'
import { JournalError } from './JournalError.ts'

/**
 * One record on disk, little-endian: magic (4), payload length (4), CRC-32 of everything after it
 * (4), sequence number (6), the highest sequence number that was durable when this record was
 * written (6), payload in UTF-8.
 */
export interface JournalRecord {
  readonly seq: number
  readonly durable: number
  readonly payload: string
}

export const HEADER_BYTES = 24
/** No command is as long; a longer length is damage. */
export const MAX_PAYLOAD_BYTES = 16 * 1024 * 1024
const MAGIC = 0x524a5831

export function encodeRecord({ seq, durable, payload }: JournalRecord): Buffer {
  const length = Buffer.byteLength(payload)
  const record = Buffer.allocUnsafe(HEADER_BYTES + length)
  record.writeUInt32LE(MAGIC, 0)
  record.writeUInt32LE(length, 4)
  record.writeUIntLE(seq, 12, 6)
  record.writeUIntLE(durable, 18, 6)
  record.write(payload, HEADER_BYTES)
  record.writeUInt32LE(crc32(record.subarray(12)), 8)
  return record
}

/** Where a record is, and what its header says. */
export interface RecordHead {
  readonly seq: number
  readonly durable: number
  /** Where the next one starts. */
  readonly end: number
}

/** The sound record that starts at `offset`, its text unread, or `undefined` when none does. */
export function findRecord(bytes: Buffer, offset: number): RecordHead | undefined {
  if (offset + HEADER_BYTES > bytes.length || bytes.readUInt32LE(offset) !== MAGIC) return undefined
  const length = bytes.readUInt32LE(offset + 4)
  const end = offset + HEADER_BYTES + length
  if (length > MAX_PAYLOAD_BYTES || end > bytes.length) return undefined
  if (crc32(bytes.subarray(offset + 12, end)) !== bytes.readUInt32LE(offset + 8)) return undefined
  return {
    seq: bytes.readUIntLE(offset + 12, 6),
    durable: bytes.readUIntLE(offset + 18, 6),
    end,
  }
}

/** The record that starts at `offset`, or `undefined` when none does. */
export function decodeRecord(
  bytes: Buffer,
  offset: number,
): { record: JournalRecord; end: number } | undefined {
  const found = findRecord(bytes, offset)
  if (!found) return undefined
  const { seq, durable, end } = found
  return {
    record: { seq, durable, payload: bytes.toString('utf8', offset + HEADER_BYTES, end) },
    end,
  }
}

/**
 * Visits the records of a batch in order.
 * @throws JournalError CORRUPT where they are not the records that it is said to have
 */
export function readRecords(
  { after, through, bytes }: LogBatch,
  visit: (seq: number, payload: string) => void,
): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let next = after + 1
  let offset = 0
  for (let found = decodeRecord(buffer, 0); found; found = decodeRecord(buffer, offset)) {
    if (found.record.seq !== next) break
    visit(next++, found.record.payload)
    offset = found.end
  }
  if (offset !== buffer.length || next !== through + 1)
    throw new JournalError('CORRUPT', 'A batch of the log is not what was appended.', {
      detail: { after, through, seq: next },
    })
}

/** A batch without its records before `from`, which it has. */
export function recordsFrom(batch: LogBatch, from: number): LogBatch {
  const buffer = Buffer.from(batch.bytes.buffer, batch.bytes.byteOffset, batch.bytes.byteLength)
  let offset = 0
  for (let seq = batch.after + 1; seq < from; seq++)
    offset = findRecord(buffer, offset)?.end ?? buffer.length
  return { ...batch, after: from - 1, bytes: batch.bytes.subarray(offset) }
}

/**
 * The furthest durability that any sound record after `offset` names, 0 when there is none;
 * records are found by their magic.
 */
export function durableAfter(bytes: Buffer, offset: number): number {
  const magic = Buffer.alloc(4)
  magic.writeUInt32LE(MAGIC)
  let durable = 0
  for (let at = bytes.indexOf(magic, offset); at >= 0; at = bytes.indexOf(magic, at + 1))
    durable = Math.max(durable, findRecord(bytes, at)?.durable ?? 0)
  return durable
}
