import { createOldestEntry, type Clock } from '@x/kit'
import type { ReplayStore } from './createVerifier.ts'

/**
 * A replay store in memory, for one gateway process. Claims with the same lifetime expire in order,
 * so each lifetime has its own list and removing expired claims takes constant time per claim and
 * no timer.
 */
export function createMemoryReplayStore({
  clock,
}: {
  clock: Pick<Clock, 'monotonic'>
}): ReplayStore & { size(): number } {
  const byLifetime = new Map<number, Lifetime>()
  return {
    size: () => [...byLifetime.values()].reduce((sum, { deadlines }) => sum + deadlines.size, 0),
    async claim(key, ttlMs) {
      const now = clock.monotonic()
      for (const lifetime of byLifetime.values()) {
        forgetExpired(lifetime, now)
        if (lifetime.deadlines.has(key)) return false
      }
      const lifetime = byLifetime.get(ttlMs) ?? createLifetime()
      byLifetime.set(ttlMs, lifetime)
      lifetime.deadlines.set(key, now + ttlMs)
      return true
    },
  }
}

/** Claims that last equally long: they expire in order. */
interface Lifetime {
  readonly deadlines: Map<string, number>
  readonly oldest: () => readonly [key: string, deadline: number] | undefined
}

function createLifetime(): Lifetime {
  const deadlines = new Map<string, number>()
  return { deadlines, oldest: createOldestEntry(deadlines) }
}

function forgetExpired({ deadlines, oldest }: Lifetime, now: number): void {
  for (let entry = oldest(); entry && entry[1] <= now; entry = oldest()) deadlines.delete(entry[0])
}
