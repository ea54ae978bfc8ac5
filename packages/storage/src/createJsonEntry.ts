import type { KeyValueStorage } from '@x/kit'

/** Where a typed value is stored and how it is validated. */
export interface JsonEntryOptions<T> {
  readonly storage: KeyValueStorage
  readonly key: string
  /** Validates a value; `undefined` if it is not valid. */
  readonly parse: (value: unknown) => T | undefined
}

/** One typed value under one key, validated on each read. */
export interface JsonEntry<T> {
  /** `undefined` if absent, not JSON or not valid. */
  get(): T | undefined
  set(value: T): void
  remove(): void
  /** Changes made by other tabs. */
  subscribe(listener: (value: T | undefined) => void): () => void
}

/** A typed value stored as JSON. Throws what the storage throws; `createStorage()` never does. */
export function createJsonEntry<T>({ storage, key, parse }: JsonEntryOptions<T>): JsonEntry<T> {
  const read = (text: string | null): T | undefined => {
    if (text === null) return undefined
    try {
      return parse(JSON.parse(text))
    } catch {
      return undefined
    }
  }
  return {
    get: () => read(storage.get(key)),
    set: (value) => storage.set(key, JSON.stringify(value)),
    remove: () => storage.remove(key),
    subscribe: (listener) =>
      storage.subscribe((change) => void (change.key === key && listener(read(change.value)))),
  }
}
