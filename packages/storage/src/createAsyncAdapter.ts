import type { AsyncKeyValueStorage, KeyValueStorage } from '@x/kit'
import { disposableBeside } from './disposable.ts'
import { isStorageError, StorageError } from './StorageError.ts'

/**
 * Structured values as JSON in a driver for strings. A value that JSON cannot represent, such as a
 * CryptoKey or a date, is rejected with a `DataCloneError`, as by a database. A full driver first
 * loses its disposable entries. A write that the driver ignores rejects.
 */
export function createAsyncAdapter(driver: KeyValueStorage): AsyncKeyValueStorage {
  return {
    get: async <T>(key: string) => decode(driver.get(key)) as T | undefined,
    async set(key, value) {
      const text = encode(value)
      try {
        driver.set(key, text)
      } catch (refusal) {
        const disposable = isStorageError(refusal, 'quota')
          ? disposableBeside(key, driver.keys())
          : []
        if (disposable.length === 0) throw refusal
        for (const other of disposable) driver.remove(other)
        driver.set(key, text)
      }
      if (driver.get(key) !== text) throw new StorageError('failed')
    },
    remove: async (key) => driver.remove(key),
    keys: async () => driver.keys(),
  }
}

function encode(value: unknown): string {
  if (!isPlainData(value))
    throw new DOMException('The value cannot be stored as JSON.', 'DataCloneError')
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
