import type { AsyncKeyValueStorage, KeyValueStorage } from '@x/kit'

/**
 * Structured values in a driver of strings, as JSON. What JSON cannot carry (keys of WebCrypto, dates, maps, bytes) is refused with a
 * `DataCloneError`, as a database refuses what it cannot clone, instead of coming back as something else.
 */
export function createAsyncAdapter(driver: KeyValueStorage): AsyncKeyValueStorage {
  return {
    get: async <T,>(key: string) => decode(driver.get(key)) as T | undefined,
    set: async (key, value) => driver.set(key, encode(value)),
    remove: async (key) => driver.remove(key),
    keys: async () => driver.keys(),
  }
}

function encode(value: unknown): string {
  if (!isPlainData(value)) throw new DOMException('The value cannot be kept as JSON.', 'DataCloneError')
  return JSON.stringify(value)
}

function decode(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isPlainData(value: unknown, ancestors: readonly unknown[] = []): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || ancestors.includes(value)) return false
  const path = [...ancestors, value]
  if (Array.isArray(value)) return value.every((item) => isPlainData(item, path))
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  return Object.values(value).every((item) => item === undefined || isPlainData(item, path))
}
