import type { Clock } from '@x/kit'
import type { ReplayStore } from './createVerifier.ts'

/**
 * The replay store of one gateway process. Claims expire in the order of their deadlines as long as
 * every caller uses the same lifetime, so forgetting costs a step or two per claim and no timer.
 */
export function createMemoryReplayStore({ clock }: { clock: Pick<Clock, 'monotonic'> }): ReplayStore & { size(): number } {
  const deadlines = new Map<string, number>()
  const forget = (now: number) => {
    for (const [key, deadline] of deadlines) {
      if (deadline > now) return
      deadlines.delete(key)
    }
  }
  return {
    size: () => deadlines.size,
    async claim(key, ttlMs) {
      const now = clock.monotonic()
      forget(now)
      const deadline = deadlines.get(key)
      if (deadline !== undefined && deadline > now) return false
      deadlines.delete(key)
      deadlines.set(key, now + ttlMs)
      return true
    },
  }
}
