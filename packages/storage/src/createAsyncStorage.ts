import type { Clock, KeyValueStorage, Random, Reporter } from '@x/kit'
import { browserClock, browserPorts } from '@x/kit/browser'
import { createAsyncAdapter } from './createAsyncAdapter.ts'
import {
  createIndexedDbStorage,
  type IndexedDbStorage,
  type IndexedDbStorageOptions,
} from './drivers/createIndexedDbStorage.ts'
import { createLateStorage } from './createLateStorage.ts'
import { createMemoryStorage } from './drivers/createMemoryStorage.ts'
import { createResilientAsyncStorage } from './createResilientAsyncStorage.ts'
import {
  createLocalStorage,
  createSessionStorage,
  type WebStorageOptions,
} from './drivers/createWebStorage.ts'
import { probeAsync } from './probe.ts'
import { isStorageError, StorageError } from './StorageError.ts'

/** The drivers for structured values. */
export type AsyncStorageDriver = 'indexeddb' | 'local' | 'session' | 'memory'

/** Options of `createAsyncStorage`. */
export interface AsyncStorageOptions extends IndexedDbStorageOptions {
  /**
   * Drivers to try; the first that works serves. Default `indexeddb`, `local`,
   * `session`, `memory`.
   */
  readonly order?: readonly AsyncStorageDriver[]
  /** Options of the local and session drivers. */
  readonly web?: WebStorageOptions
  /**
   * Longest wait for a driver, in milliseconds; some browsers' databases never answer. Default
   * 3000. Another driver serves after it. If the slow one has served this browser before, a read of
   * a value that the other does not have waits as long again and then rejects with `timeout`.
   */
  readonly openTimeoutMs?: number
  /**
   * Receives `storage-memory-mode` once, when values exist in memory only, and `storage-fallback`
   * when another driver than the first serves.
   */
  readonly reporter?: Reporter
  /** Default: the browser's. */
  readonly clock?: Clock
  /** Makes the key of the probe entry. Default: the browser's. */
  readonly random?: Random
}

/** A storage for structured values with a choice of drivers. */
export interface AsyncStorage extends IndexedDbStorage {
  /** Which driver serves; rejects with a `StorageError` `unavailable` when none does. */
  driver(): Promise<AsyncStorageDriver>
}

interface Opened {
  readonly driver: () => AsyncStorageDriver
  readonly storage: IndexedDbStorage
}

const DEFAULT_ORDER: readonly AsyncStorageDriver[] = ['indexeddb', 'local', 'session', 'memory']

/**
 * Structured values in the first driver of the order that works. Nothing is opened before the first
 * call.
 */
export function createAsyncStorage(options: AsyncStorageOptions): AsyncStorage {
  let opening: Promise<Opened> | undefined
  const open = () => (opening ??= openFirst(options))
  const storage = async () => (await open()).storage
  return {
    driver: async () => (await open()).driver(),
    get: async <T>(key: string) => (await storage()).get<T>(key),
    set: async (key, value) => (await storage()).set(key, value),
    remove: async (key) => (await storage()).remove(key),
    keys: async () => (await storage()).keys(),
    subscribe(listener) {
      let stop: (() => void) | undefined
      let wanted = true
      const start = ({ storage }: Opened) => void (wanted && (stop = storage.subscribe(listener)))
      open().then(start, () => {})
      return () => {
        wanted = false
        stop?.()
      }
    },
    close: () =>
      void opening?.then(
        ({ storage }) => storage.close(),
        () => {},
      ),
  }
}

async function openFirst(options: AsyncStorageOptions): Promise<Opened> {
  const {
    order = DEFAULT_ORDER,
    openTimeoutMs = 3000,
    clock = browserClock(),
    random = browserPorts().random,
    reporter,
  } = options
  const causeOf = (cause: unknown) => (isStorageError(cause) ? cause.code : 'dropped')
  const onDegrade = (cause: unknown) =>
    reporter?.report({ kind: 'storage-memory-mode', detail: { cause: causeOf(cause) } })

  const onFallback = (driver: AsyncStorageDriver, cause: unknown): void => {
    if (driver === 'memory') onDegrade(cause)
    // This tab does not see the values that other tabs have in the database: a log needs it.
    else reporter?.report({ kind: 'storage-fallback', detail: { driver, cause: causeOf(cause) } })
  }

  const served = servedBefore(options)
  const refusals: unknown[] = []
  let late: Promise<IndexedDbStorage | undefined> | undefined
  for (const driver of order) {
    const storage = driverOf(driver, options)
    let onLateResult = (_refusal: unknown): void => {}
    const lateResult = new Promise<unknown>((resolve) => (onLateResult = resolve))
    const refusal = await probeAsync(storage, {
      clock,
      random,
      timeoutMs: openTimeoutMs,
      onLateResult,
    })
    if (refusal === undefined) {
      if (refusals.length > 0) onFallback(driver, refusals[0])
      if (driver === 'indexeddb') served.remember()
      const resilient = createResilientAsyncStorage(storage, { onDegrade })
      if (!late) return { driver: () => driver, storage: resilient }
      const lateStorage = createLateStorage({
        fallback: resilient,
        late,
        mayContainValues: served.isRemembered,
        clock,
        timeoutMs: openTimeoutMs,
      })
      return {
        driver: () => (lateStorage.isLateDriverOpen() ? 'indexeddb' : driver),
        storage: lateStorage,
      }
    }
    if (driver === 'indexeddb' && isStorageError(refusal, 'timeout'))
      late = lateResult.then((failure) => {
        if (failure !== undefined) return void storage.close()
        served.remember()
        return createResilientAsyncStorage(storage, { onDegrade })
      })
    else storage.close()
    refusals.push(refusal)
  }
  throw new StorageError('unavailable', { cause: new AggregateError(refusals) })
}

/** Remembers in the local area that the database has opened in this browser. */
function servedBefore({ name, web }: AsyncStorageOptions) {
  const key = `x-storage:${name}`
  return {
    remember() {
      try {
        const area = createLocalStorage(web)
        if (area.get(key) === null) area.set(key, 'indexeddb')
      } catch {
        // Without a local area a slow database counts as one that has never served.
      }
    },
    isRemembered: () => createLocalStorage(web).get(key) !== null,
  }
}

function driverOf(driver: AsyncStorageDriver, options: AsyncStorageOptions): IndexedDbStorage {
  if (driver === 'indexeddb') return createIndexedDbStorage(options)
  if (driver === 'local') return fromStrings(createLocalStorage(options.web))
  return fromStrings(
    driver === 'session' ? createSessionStorage(options.web) : createMemoryStorage(),
  )
}

function fromStrings(driver: KeyValueStorage): IndexedDbStorage {
  return {
    ...createAsyncAdapter(driver),
    subscribe: (listener) => driver.subscribe(({ key }) => listener(key)),
    close: () => {},
  }
}
