import type { KeyValueStorage, StorageChange } from '@x/kit'
import { createKeyNames } from './keyNames.ts'
import { StorageError, toStorageError } from '../StorageError.ts'

/** The part of the DOM's `Storage` that the driver uses. */
export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** Options of the local and session drivers. */
export interface WebStorageOptions {
  /** Put before every stored name; it cannot begin with an underscore. Default: none. */
  readonly prefix?: string
  /**
   * The area to use instead of the window's own. Asked on every access, because a browser that
   * denies storage throws already here.
   */
  readonly area?: () => StorageArea
}

/**
 * Kept until the user clears it, shared by all tabs of the origin. `set` and `remove` throw a
 * `StorageError`.
 */
export function createLocalStorage(options: WebStorageOptions = {}): KeyValueStorage {
  return createWebStorage('local', { area: () => windowOf('local').localStorage, ...options })
}

/** Kept as long as the tab. `set` and `remove` throw a `StorageError`. */
export function createSessionStorage(options: WebStorageOptions = {}): KeyValueStorage {
  return createWebStorage('session', { area: () => windowOf('session').sessionStorage, ...options })
}

function createWebStorage(
  driver: string,
  { area, prefix }: WebStorageOptions & { readonly area: () => StorageArea },
): KeyValueStorage {
  const names = createKeyNames(prefix)
  // A cleared area is announced without the keys it held, so the keys that this tab has used are
  // remembered.
  const known = new Set<string>()

  const attempt = <T>(run: (area: StorageArea) => T): T => {
    try {
      return run(area())
    } catch (cause) {
      throw toStorageError(cause, driver)
    }
  }
  const read = <T>(run: (area: StorageArea) => T, fallback: T): T => {
    try {
      return run(area())
    } catch {
      return fallback
    }
  }
  const changesOf = (event: StorageEvent): StorageChange[] => {
    if (event.key === null) return [...known].map((key) => ({ key, value: null }))
    const key = names.toKey(event.key)
    return key === undefined ? [] : [{ key, value: event.newValue }]
  }

  return {
    get(key) {
      known.add(key)
      return read((area) => area.getItem(names.toStored(key)), null)
    },
    set(key, value) {
      known.add(key)
      attempt((area) => area.setItem(names.toStored(key), value))
    },
    remove: (key) => attempt((area) => area.removeItem(names.toStored(key))),
    keys: () => read(storedNames, []).flatMap((stored) => names.toKey(stored) ?? []),
    subscribe(listener) {
      if (typeof window === 'undefined') return () => {}
      const onStorage = (event: StorageEvent) => {
        if (event.storageArea !== read((area) => area, null)) return
        for (const change of changesOf(event)) listener(change)
      }
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
  }
}

function storedNames(area: StorageArea): string[] {
  return Array.from({ length: area.length }, (_, index) => area.key(index)).filter(
    (name) => name !== null,
  )
}

function windowOf(driver: string): Window {
  if (typeof window === 'undefined') throw new StorageError('unavailable', { detail: { driver } })
  return window
}
