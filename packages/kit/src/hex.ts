import type { Random } from './ports.ts'

/** Two lower-case hex digits per byte. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The bytes of a text of hex digits, two digits per byte. The text must have an even number of
 * digits of `[0-9a-fA-F]`; other characters give unspecified bytes.
 */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    Number.parseInt(text.slice(index * 2, index * 2 + 2), 16),
  )
}

/** `byteCount` random bytes as `2 * byteCount` lower-case hex digits. */
export function randomHex(random: Random, byteCount: number): string {
  return toHex(random.bytes(byteCount))
}
