import { crc32 } from './crc32.ts'
import type { Ladder } from './ladder.ts'

/** Levels a side that the checksum covers (wire protocol, section 10). */
export const CHECKSUM_DEPTH = 25

/**
 * CRC32 over `bid:size:ask:size:…`, strings as sent, levels alternating, a missing side skipped.
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
