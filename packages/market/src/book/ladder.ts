import type { WireLevel } from '../wire.ts'

/**
 * One side of a book as three arrays in price order, best first. The strings stay as sent, because
 * the checksum covers them; `keys` are the prices as integers, so that no float orders them.
 */
export interface Ladder {
  readonly prices: string[]
  readonly sizes: string[]
  readonly keys: bigint[]
  readonly descending: boolean
}

export function createLadder({ descending }: { descending: boolean }): Ladder {
  return { prices: [], sizes: [], keys: [], descending }
}

/** Decimals of a key; the finest tick sizes of exchanges have 8 to 12. */
const KEY_PLACES = 18

/** Applies absolute sizes. Size zero removes a level, or does nothing if the level is unknown. */
export function applyLevels(ladder: Ladder, levels: readonly WireLevel[]): void {
  for (const [price, size] of levels) {
    const key = priceKey(price)
    const index = lowerBound(ladder, key)
    const known = ladder.keys[index] === key
    if (isZero(size)) {
      if (known) remove(ladder, index)
    } else if (known) {
      ladder.prices[index] = price
      ladder.sizes[index] = size
    } else {
      ladder.prices.splice(index, 0, price)
      ladder.sizes.splice(index, 0, size)
      ladder.keys.splice(index, 0, key)
    }
  }
}

function remove(ladder: Ladder, index: number): void {
  ladder.prices.splice(index, 1)
  ladder.sizes.splice(index, 1)
  ladder.keys.splice(index, 1)
}

/** First index whose key is not better than `key`. */
function lowerBound({ keys, descending }: Ladder, key: bigint): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = keys[middle] as bigint
    const isBetter = descending ? other > key : other < key
    if (isBetter) low = middle + 1
    else high = middle
  }
  return low
}

/** A market repeats its prices, and parsing them is the most expensive part of applying a level. */
const keyCache = new Map<string, bigint>()
const MAX_CACHED_KEYS = 4_096

function priceKey(price: string): bigint {
  const known = keyCache.get(price)
  if (known !== undefined) return known
  if (keyCache.size >= MAX_CACHED_KEYS) keyCache.clear()
  const key = parseKey(price)
  keyCache.set(price, key)
  return key
}

function parseKey(price: string): bigint {
  const dot = price.indexOf('.')
  if (dot < 0) return BigInt(price + '0'.repeat(KEY_PLACES))
  const fraction = price.slice(dot + 1)
  return BigInt(
    price.slice(0, dot) +
      (fraction.length > KEY_PLACES
        ? fraction.slice(0, KEY_PLACES)
        : fraction.padEnd(KEY_PLACES, '0')),
  )
}

const isZero = (size: string): boolean => /^0*(\.0*)?$/.test(size)
