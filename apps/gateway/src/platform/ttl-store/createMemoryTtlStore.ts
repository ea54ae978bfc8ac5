import type { Clock } from '@x/kit'
import type { Count, TtlStore } from './TtlStore.ts'

interface Entry {
  readonly value: unknown
  readonly expiresAt: number
}

export interface MemoryTtlStoreOptions {
  readonly clock: Pick<Clock, 'monotonic'>
  /**
   * Beyond this many entries the oldest go, so that a flood of keys cannot fill the memory. Default
   * 200,000.
   */
  readonly capacity?: number
}

const SWEEP_EVERY = 1_000

/**
 * The store of a single gateway process. Values are cloned on the way in and out, as a remote store
 * would.
 */
export function createMemoryTtlStore({
  clock,
  capacity = 200_000,
}: MemoryTtlStoreOptions): TtlStore & { size(): number } {
  const entries = new Map<string, Entry>()
  let writes = 0

  const live = (key: string): Entry | undefined => {
    const entry = entries.get(key)
    if (!entry || entry.expiresAt > clock.monotonic()) return entry
    entries.delete(key)
    return undefined
  }
  const put = (key: string, entry: Entry) => {
    entries.delete(key)
    entries.set(key, entry)
    writes += 1
    if (writes % SWEEP_EVERY === 0) sweep()
    // Without a look at the others: a flood would pay it with each of its keys.
    const oldest = entries.keys().next()
    if (entries.size > capacity && !oldest.done) entries.delete(oldest.value)
  }
  const sweep = () => {
    const now = clock.monotonic()
    for (const [key, entry] of entries) if (entry.expiresAt <= now) entries.delete(key)
  }
  const countOf = (entry: Entry | undefined): Count => ({
    count: typeof entry?.value === 'number' ? entry.value : 0,
    expiresInMs: entry ? entry.expiresAt - clock.monotonic() : 0,
  })

  return {
    size: () => entries.size,
    set: async (key, value, { ttlMs }) =>
      put(key, { value: structuredClone(value), expiresAt: clock.monotonic() + ttlMs }),
    get: async <T>(key: string) => structuredClone(live(key)?.value) as T | undefined,
    async take<T>(key: string) {
      const value = live(key)?.value as T | undefined
      entries.delete(key)
      return value
    },
    async increment(key, { ttlMs, by = 1 }) {
      const current = live(key)
      const entry = {
        value: countOf(current).count + by,
        expiresAt: current?.expiresAt ?? clock.monotonic() + ttlMs,
      }
      put(key, entry)
      return countOf(entry)
    },
    count: async (key) => countOf(live(key)),
    remove: async (key) => void entries.delete(key),
  }
}
