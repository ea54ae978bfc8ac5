import type { Clock } from '@x/kit'

/** A token bucket: `burst` at once, then `perSecond`. */
export interface Rate {
  readonly perSecond: number
  readonly burst: number
}

export interface TokenBuckets {
  /** Takes a token; answers 0, or in how many milliseconds there will be one. */
  take(key: string, rate: Rate): number
  /** Buckets that are not full. */
  size(): number
}

interface Bucket {
  tokens: number
  /** Monotonic milliseconds of the last use. */
  at: number
  /** When it is full again, and can be forgotten. */
  fullAt: number
}

/**
 * Token buckets by key. A full bucket is the same as none, so that memory is bounded by who was
 * active a moment ago.
 */
export function createTokenBuckets({
  clock,
}: {
  readonly clock: Pick<Clock, 'monotonic'>
}): TokenBuckets {
  /** In order of use. */
  const buckets = new Map<string, Bucket>()

  function forgetFull(now: number): void {
    for (const [key, { fullAt }] of buckets) {
      if (fullAt > now) return
      buckets.delete(key)
    }
  }

  return {
    take(key, { perSecond, burst }) {
      const now = clock.monotonic()
      forgetFull(now)
      const before = buckets.get(key)
      const tokens = before
        ? Math.min(burst, before.tokens + ((now - before.at) * perSecond) / 1000)
        : burst
      if (tokens < 1) return ((1 - tokens) * 1000) / perSecond
      const left = tokens - 1
      buckets.delete(key)
      buckets.set(key, { tokens: left, at: now, fullAt: now + ((burst - left) * 1000) / perSecond })
      return 0
    },
    size: () => buckets.size,
  }
}
