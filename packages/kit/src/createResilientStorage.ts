import type { KeyValueStorage } from './ports.ts'

export interface ResilientStorage extends KeyValueStorage {
  /** `false` once any value could not be kept by the driver and lives in this tab's memory instead. */
  isPersistent(): boolean
}

export interface ResilientStorageOptions {
  /** Called once, with the first failure that pushed a value into memory. */
  onDegrade?(cause: unknown): void
}

/** Disposable entries begin with an underscore and go first when the driver refuses a write (spec section 9). */
const isDisposable = (key: string) => key.startsWith('_')

/**
 * Any driver, made safe to use without a guard: no verb throws. Every write is read back, because a browser that denies storage
 * may drop writes in silence; a refused write discards the disposable entries and is tried once more; what still fails is kept in memory.
 */
export function createResilientStorage(driver: KeyValueStorage, options: ResilientStorageOptions = {}): ResilientStorage {
  // The newest value of each key that the driver could not take; `null` stands for a removal it refused.
  const overlay = new Map<string, string | null>()
  let degraded = false

  const degrade = (key: string, failure: { value: string | null; cause: unknown }) => {
    overlay.set(key, failure.value)
    if (degraded) return
    degraded = true
    options.onDegrade?.(failure.cause)
  }
  const read = (key: string) => attempt(() => driver.get(key), null)
  const driverKeys = () => attempt(() => driver.keys(), [])
  const write = (key: string, value: string): unknown => {
    const refusal = failureOf(() => driver.set(key, value))
    if (refusal !== undefined || read(key) === value) return refusal
    return new Error('The storage driver dropped a write.')
  }
  const discard = (key: string): unknown => {
    const refusal = failureOf(() => driver.remove(key))
    if (refusal !== undefined || read(key) === null) return refusal
    return new Error('The storage driver dropped a removal.')
  }
  const makeRoom = (key: string) => {
    const disposable = driverKeys().filter((other) => other !== key && isDisposable(other))
    for (const other of disposable) discard(other)
    return disposable.length > 0
  }

  return {
    isPersistent: () => overlay.size === 0,
    get: (key) => overlay.get(key) ?? (overlay.has(key) ? null : read(key)),
    set(key, value) {
      let cause = write(key, value)
      if (cause !== undefined && makeRoom(key)) cause = write(key, value)
      if (cause === undefined) overlay.delete(key)
      else degrade(key, { value, cause })
    },
    remove(key) {
      const cause = discard(key)
      if (cause === undefined) overlay.delete(key)
      else degrade(key, { value: null, cause })
    },
    keys: () => [...new Set([...driverKeys(), ...overlay.keys()])].filter((key) => overlay.get(key) !== null),
    subscribe: (listener) =>
      attempt(
        () =>
          driver.subscribe((change) => {
            // Another tab managed to write: its value is newer than the one kept here.
            overlay.delete(change.key)
            listener(change)
          }),
        () => {},
      ),
  }
}

function attempt<T>(run: () => T, fallback: T): T {
  try {
    return run()
  } catch {
    return fallback
  }
}

function failureOf(run: () => void): unknown {
  try {
    run()
    return undefined
  } catch (error) {
    return error ?? new Error('The storage driver threw nothing.')
  }
}
