import { crc32 } from './crc32.ts'
import type { Ladder } from './ladder.ts'

/** The number of levels per side that the checksum covers (wire 10). */
export const CHECKSUM_DEPTH = 25

/**
 * CRC-32 of `bid:size:ask:size:…`: the strings as sent, sides alternating, a missing level skipped.
 */
export function bookChecksum(bids: Ladder, asks: Ladder): number {
  const parts: string[] = []
  for (let index = 0; index < CHECKSUM_DEPTH; index++) {
    if (index < bids.prices.length)
      parts.push(bids.prices[index] as string, bids.sizes[index] as string)
    if (index < asks.prices.length)
      parts.push(asks.prices[index] as string, asks.sizes[index] as string)
  }
  return crc32(parts.join(':'))
}
