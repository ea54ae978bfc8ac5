import type { Random } from '@x/kit'

/** Two lower-case hex digits for each byte. */
export function randomHex(random: Random, bytes: number): string {
  return Array.from(random.bytes(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
