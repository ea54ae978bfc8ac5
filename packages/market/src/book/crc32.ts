/**
 * CRC-32 (IEEE 802.3, reflected polynomial 0xEDB88320) of an ASCII text, as a signed 32-bit
 * integer, as the wire protocol has it.
 */
export function crc32(text: string): number {
  let crc = -1
  for (let index = 0; index < text.length; index++)
    crc = (TABLE[(crc ^ text.charCodeAt(index)) & 0xff] ?? 0) ^ (crc >>> 8)
  return ~crc
}

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})
