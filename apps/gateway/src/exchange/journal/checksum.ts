import { crc32 } from 'node:zlib'

/** Up to here the table is faster than the call into zlib, which most records would pay for. */
const SHORT = 256
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0)
  return value
})

/** CRC-32 of the bytes from `from` up to `to`, as zlib counts it. */
export function checksum(bytes: Uint8Array, from: number, to = bytes.length): number {
  if (to - from > SHORT) return crc32(bytes.subarray(from, to))
  let value = 0xffffffff
  for (let at = from; at < to; at++) value = (value >>> 8) ^ TABLE[(value ^ bytes[at]!) & 0xff]!
  return ~value >>> 0
}
