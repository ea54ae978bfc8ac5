import {
  createResilientStorage,
  type KeyValueStorage,
  type Random,
  type Reporter,
  type ResilientStorage,
} from '@x/kit'
import { browserPorts } from '@x/kit/browser'
import { createCookieStorage, type CookieStorageOptions } from './drivers/createCookieStorage.ts'
import { createMemoryStorage } from './drivers/createMemoryStorage.ts'
import {
  createLocalStorage,
  createSessionStorage,
  type WebStorageOptions,
} from './drivers/createWebStorage.ts'
import { probe } from './probe.ts'
import { isStorageError, StorageError } from './StorageError.ts'

/** The drivers for strings. */
export type StorageDriver = 'local' | 'session' | 'cookie' | 'memory'

/** Options of `createStorage`. */
export interface StorageOptions {
  /**
   * Drivers to try; the first that works serves. Default `local`, `session`,
   * `memory`.
   */
  readonly order?: readonly StorageDriver[]
  /** Options of the local and session drivers. */
  readonly web?: WebStorageOptions
  /** Options of the cookie driver. */
  readonly cookie?: CookieStorageOptions
  /**
   * Receives `storage-memory-mode` once, when values exist in memory only, and `storage-fallback`
   * when another driver than the first serves.
   */
  readonly reporter?: Reporter
  /** Makes the key of the probe entry. Default: the browser's. */
  readonly random?: Random
}

/** A storage and the driver that serves it. */
export interface OpenStorage extends ResilientStorage {
  readonly driver: StorageDriver
}

/** Without `cookie`: every request would send the values (docs/adr/device.md). */
const DEFAULT_ORDER: readonly StorageDriver[] = ['local', 'session', 'memory']

/**
 * A storage on the first driver of the order that works; its methods never throw. A full driver
 * loses its disposable entries, and a value that still does not fit stays in memory. Throws a
 * `StorageError` `unavailable` when no driver works.
 */
export function createStorage(options: StorageOptions = {}): OpenStorage {
  const { order = DEFAULT_ORDER, reporter, random = browserPorts().random } = options
  const causeOf = (cause: unknown) => (isStorageError(cause) ? cause.code : 'dropped')
  const report = (cause: unknown) =>
    reporter?.report({ kind: 'storage-memory-mode', detail: { cause: causeOf(cause) } })

  const refusals: unknown[] = []
  for (const name of order) {
    const driver = driverOf(name, options)
    const refusal = probe(driver, { random })
    if (refusal === undefined) {
      if (refusals.length > 0) {
        if (name === 'memory') report(refusals[0])
        else
          reporter?.report({
            kind: 'storage-fallback',
            detail: { driver: name, cause: causeOf(refusals[0]) },
          })
      }
      return { ...createResilientStorage(driver, { onDegrade: report }), driver: name }
    }
    refusals.push(refusal)
  }
  throw new StorageError('unavailable', { cause: new AggregateError(refusals) })
}

function driverOf(name: StorageDriver, { web, cookie }: StorageOptions): KeyValueStorage {
  if (name === 'local') return createLocalStorage(web)
  if (name === 'session') return createSessionStorage(web)
  return name === 'cookie' ? createCookieStorage(cookie) : createMemoryStorage()
}
