import { crc32 } from 'node:zlib'

/** CRC-32 as the signed 32-bit integer of the wire. */
export function signedCrc32(text: string): number {
  return crc32(text) | 0
}
