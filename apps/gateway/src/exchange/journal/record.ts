import { checksum } from './checksum.ts'
import type { LogBatch } from '../ports/CommandLog.ts'
import type { Payload } from './commandBytes.ts'
import { JournalError } from './JournalError.ts'

/**
 * One record on disk, little-endian. With text: magic (4), payload length (4), CRC-32 of everything
 * after it (4), sequence number (6), the highest sequence number that was durable when this record
 * was written (6), payload in UTF-8. With bytes: magic (2), CRC-32 of everything after it (4),
 * payload length (3), sequence number (6), how far durability was behind it (3), payload. A journal
 * may have both.
 */
export interface JournalRecord {
  readonly seq: number
  readonly durable: number
  readonly payload: Payload
}

export const HEADER_BYTES = 24
export const SHORT_HEADER_BYTES = 18
/** No command is as long; a longer length is damage. */
export const MAX_PAYLOAD_BYTES = 16 * 1024 * 1024
const MAGIC = 0x524a5831
const SHORT_MAGIC = 0x58b2
const LARGEST_SHORT = 2 ** 24 - 1

export function encodeRecord({ seq, durable, payload }: JournalRecord): Buffer {
  if (typeof payload === 'string') return encodeText({ seq, durable, payload })
  const { length } = payload
  if (length > LARGEST_SHORT) throw new RangeError('A record of the journal is too long.')
  const record = Buffer.allocUnsafe(SHORT_HEADER_BYTES + length)
  record[0] = SHORT_MAGIC & 0xff
  record[1] = SHORT_MAGIC >> 8
  writeInteger(record, length, { at: 6, bytes: 3 })
  writeInteger(record, seq, { at: 9, bytes: 6 })
  writeInteger(record, lagOf({ seq, durable }), { at: 15, bytes: 3 })
  record.set(payload, SHORT_HEADER_BYTES)
  writeInteger(record, checksum(record, 6), { at: 2, bytes: 4 })
  return record
}

/** Little-endian: `Buffer` checks each argument, which takes longer than to write it. */
function writeInteger(
  to: Uint8Array,
  value: number,
  { at, bytes }: { readonly at: number; readonly bytes: 3 | 4 | 6 },
): void {
  to[at] = value
  to[at + 1] = value >>> 8
  to[at + 2] = value >>> 16
  if (bytes === 3) return
  to[at + 3] = value >>> 24
  if (bytes === 4) return
  const high = Math.floor(value / 2 ** 32)
  to[at + 4] = high
  to[at + 5] = high >>> 8
}

function encodeText({
  seq,
  durable,
  payload,
}: Omit<JournalRecord, 'payload'> & { readonly payload: string }): Buffer {
  const length = Buffer.byteLength(payload)
  if (length > MAX_PAYLOAD_BYTES) throw new RangeError('A record of the journal is too long.')
  const record = Buffer.allocUnsafe(HEADER_BYTES + length)
  record.writeUInt32LE(MAGIC, 0)
  record.writeUInt32LE(length, 4)
  record.writeUIntLE(seq, 12, 6)
  record.writeUIntLE(durable, 18, 6)
  record.write(payload, HEADER_BYTES)
  record.writeUInt32LE(checksum(record, 12), 8)
  return record
}

/** `LARGEST_SHORT`: nothing is said to be durable, as of records further behind than any is. */
const lagOf = ({ seq, durable }: Pick<JournalRecord, 'seq' | 'durable'>): number =>
  durable > 0 && seq - durable < LARGEST_SHORT ? seq - durable : LARGEST_SHORT

/** Where a record is, and what its header says. */
export interface RecordHead {
  readonly seq: number
  readonly durable: number
  /** Where its payload starts, and the next record. */
  readonly begin: number
  readonly end: number
  readonly isText: boolean
}

/** The sound record that starts at `offset`, its payload unread, or `undefined` when none does. */
export function findRecord(bytes: Buffer, offset: number): RecordHead | undefined {
  if (offset + SHORT_HEADER_BYTES > bytes.length) return undefined
  if (bytes.readUInt16LE(offset) === SHORT_MAGIC) return findShort(bytes, offset)
  if (offset + HEADER_BYTES > bytes.length || bytes.readUInt32LE(offset) !== MAGIC) return undefined
  const length = bytes.readUInt32LE(offset + 4)
  const begin = offset + HEADER_BYTES
  const end = begin + length
  if (length > MAX_PAYLOAD_BYTES || end > bytes.length) return undefined
  if (checksum(bytes, offset + 12, end) !== bytes.readUInt32LE(offset + 8)) return undefined
  return {
    seq: bytes.readUIntLE(offset + 12, 6),
    durable: bytes.readUIntLE(offset + 18, 6),
    begin,
    end,
    isText: true,
  }
}

function findShort(bytes: Buffer, offset: number): RecordHead | undefined {
  const begin = offset + SHORT_HEADER_BYTES
  const end = begin + bytes.readUIntLE(offset + 6, 3)
  if (end > bytes.length) return undefined
  if (checksum(bytes, offset + 6, end) !== bytes.readUInt32LE(offset + 2)) return undefined
  const seq = bytes.readUIntLE(offset + 9, 6)
  const lag = bytes.readUIntLE(offset + 15, 3)
  return { seq, durable: lag === LARGEST_SHORT ? 0 : seq - lag, begin, end, isText: false }
}

/** The record that starts at `offset`, or `undefined` when none does. */
export function decodeRecord(
  bytes: Buffer,
  offset: number,
): { record: JournalRecord; end: number } | undefined {
  const found = findRecord(bytes, offset)
  if (!found) return undefined
  const { seq, durable, begin, end, isText } = found
  const payload = isText ? bytes.toString('utf8', begin, end) : bytes.subarray(begin, end)
  return { record: { seq, durable, payload }, end }
}

/**
 * Visits the records of a batch in order.
 * @throws JournalError CORRUPT where they are not the records that it is said to have
 */
export function readRecords(
  { after, through, bytes }: LogBatch,
  visit: (seq: number, payload: Payload) => void,
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
  const short = Buffer.alloc(2)
  short.writeUInt16LE(SHORT_MAGIC)
  let durable = 0
  for (const wanted of [magic, short])
    for (let at = bytes.indexOf(wanted, offset); at >= 0; at = bytes.indexOf(wanted, at + 1))
      durable = Math.max(durable, findRecord(bytes, at)?.durable ?? 0)
  return durable
}
