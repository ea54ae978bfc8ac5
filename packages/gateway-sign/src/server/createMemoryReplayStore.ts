import type { Clock } from '@x/kit'
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
  const byLifetime = new Map<number, Map<string, number>>()
  const forget = (deadlines: Map<string, number>, now: number) => {
    for (const [key, deadline] of deadlines) {
      if (deadline > now) return
      deadlines.delete(key)
    }
  }
  return {
    size: () => [...byLifetime.values()].reduce((sum, { size }) => sum + size, 0),
    async claim(key, ttlMs) {
      const now = clock.monotonic()
      for (const deadlines of byLifetime.values()) {
        forget(deadlines, now)
        if (deadlines.has(key)) return false
      }
      const deadlines = byLifetime.get(ttlMs) ?? new Map<string, number>()
      byLifetime.set(ttlMs, deadlines.set(key, now + ttlMs))
      return true
    },
  }
}
