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
   * Drivers to try; the first that keeps what is written serves. Default `local`, `session`,
   * `memory`.
   */
  readonly order?: readonly StorageDriver[]
  /** Options of the local and session drivers. */
  readonly web?: WebStorageOptions
  /** Options of the cookie driver. */
  readonly cookie?: CookieStorageOptions
  /**
   * Hears once, as `storage-memory-mode`, that values live in memory only; as `storage-fallback`,
   * that another driver than the first serves.
   */
  readonly reporter?: Reporter
  /** Names the entry that a driver is tried with. Default: the browser's. */
  readonly random?: Random
}

/** A storage and the driver that serves it. */
export interface OpenStorage extends ResilientStorage {
  readonly driver: StorageDriver
}

/** Without `cookie`: what is kept there travels with every request (docs/adr/device.md). */
const DEFAULT_ORDER: readonly StorageDriver[] = ['local', 'session', 'memory']

/**
 * The first driver of the order that works, with every later failure absorbed: a full storage loses
 * its disposable entries, what still does not fit lives in memory. Throws a `StorageError`
 * `unavailable` when no driver works.
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
