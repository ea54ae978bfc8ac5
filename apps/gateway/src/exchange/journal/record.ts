import { crc32 } from 'node:zlib'

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

/** The record that starts at `offset`, or `undefined` when none does. */
export function decodeRecord(
  bytes: Buffer,
  offset: number,
): { record: JournalRecord; end: number } | undefined {
  if (offset + HEADER_BYTES > bytes.length || bytes.readUInt32LE(offset) !== MAGIC) return undefined
  const length = bytes.readUInt32LE(offset + 4)
  const end = offset + HEADER_BYTES + length
  if (length > MAX_PAYLOAD_BYTES || end > bytes.length) return undefined
  if (crc32(bytes.subarray(offset + 12, end)) !== bytes.readUInt32LE(offset + 8)) return undefined
  const record = {
    seq: bytes.readUIntLE(offset + 12, 6),
    durable: bytes.readUIntLE(offset + 18, 6),
    payload: bytes.toString('utf8', offset + HEADER_BYTES, end),
  }
  return { record, end }
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
    durable = Math.max(durable, decodeRecord(bytes, at)?.record.durable ?? 0)
  return durable
}
