import type { KeyValueStorage } from '@x/kit'

/** Where a typed value is stored and how it is validated. */
export interface JsonEntryOptions<T> {
  readonly storage: KeyValueStorage
  readonly key: string
  /** Reads a value of unknown shape; `undefined` for one that does not fit. */
  readonly parse: (value: unknown) => T | undefined
}

/**
 * One typed value under one key. Whoever wrote it (an old version, another script), what comes out
 * has been parsed.
 */
export interface JsonEntry<T> {
  /** `undefined` when absent, not JSON or not of the shape. */
  get(): T | undefined
  set(value: T): void
  remove(): void
  /** Changes made by other tabs. */
  subscribe(listener: (value: T | undefined) => void): () => void
}

/** Keeps the value as JSON. Throws what the storage throws; one of `createStorage()` does not. */
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
