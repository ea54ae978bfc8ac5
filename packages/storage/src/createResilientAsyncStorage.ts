import type { IndexedDbStorage } from './drivers/createIndexedDbStorage.ts'

interface Entry {
  readonly value?: unknown
}

/**
 * Wraps a driver so that reads never reject. A write that the driver refuses stays in memory, and
 * `onDegrade` receives the first error. A later value of another tab replaces the one in memory. A
 * value that cannot be cloned still rejects.
 */
export function createResilientAsyncStorage(
  driver: IndexedDbStorage,
  { onDegrade }: { readonly onDegrade: (cause: unknown) => void },
): IndexedDbStorage {
  // The newest value of each key that the driver could not store; without `value`: a refused
  // removal.
  const overlay = new Map<string, Entry>()
  let degraded = false
  const stop = driver.subscribe((key) => void overlay.delete(key))
  const keep = (key: string, entry: Entry & { readonly cause: unknown }) => {
    overlay.set(key, entry)
    if (degraded) return
    degraded = true
    onDegrade(entry.cause)
  }
  return {
    async get<T>(key: string) {
      const kept = overlay.get(key)
      if (kept) return structuredClone(kept.value) as T | undefined
      return driver.get<T>(key).catch(() => undefined)
    },
    async set(key, value) {
      try {
        await driver.set(key, value)
        overlay.delete(key)
      } catch (cause) {
        if ((cause as Error).name === 'DataCloneError') throw cause
        keep(key, { value: structuredClone(value), cause })
      }
    },
    async remove(key) {
      try {
        await driver.remove(key)
        overlay.delete(key)
      } catch (cause) {
        keep(key, { cause })
      }
    },
    subscribe: (listener) => driver.subscribe(listener),
    close() {
      stop()
      driver.close()
    },
    async keys() {
      const stored = await driver.keys().catch(() => [])
      const kept = (key: string) => 'value' in (overlay.get(key) ?? {})
      return [...new Set([...stored, ...overlay.keys()])].filter(
        (key) => !overlay.has(key) || kept(key),
      )
    },
  }
}
