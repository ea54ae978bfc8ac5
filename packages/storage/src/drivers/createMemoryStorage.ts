import type { KeyValueStorage } from '@x/kit'

/** A driver in memory: its values exist as long as the page. */
export function createMemoryStorage(): KeyValueStorage {
  const data = new Map<string, string>()
  return {
    get: (key) => data.get(key) ?? null,
    set: (key, value) => void data.set(key, value),
    remove: (key) => void data.delete(key),
    keys: () => [...data.keys()],
    subscribe: () => () => {},
  }
}
