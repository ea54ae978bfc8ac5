import type { KeyValueStorage } from './ports.ts'

/** A storage whose methods never throw. */
export interface ResilientStorage extends KeyValueStorage {
  /** Whether the driver has every value; `false` while one exists only in this tab's memory. */
  isPersistent(): boolean
}

/** Options of `createResilientStorage`. */
export interface ResilientStorageOptions {
  /** Called once, with the first failure that moved a value to memory. */
  onDegrade?(cause: unknown): void
}

/** Whether the driver is full, by the name or code of its error or because it ignores writes. */
const isFull = (refusal: unknown) =>
  /quota|dropped/i.test(
    `${String(refusal)} ${String((refusal as { readonly code?: unknown }).code)}`,
  )

/**
 * Wraps a driver so that no method throws. Every write is read back, because a browser that denies
 * storage may ignore writes. After a write that the driver refuses because it is full, the
 * disposable entries are removed and the write is tried once more; a value that still fails stays
 * in memory.
 */
export function createResilientStorage(
  driver: KeyValueStorage,
  options: ResilientStorageOptions = {},
): ResilientStorage {
  // The newest value of each key that the driver could not store; `null`: it refused a removal.
  const overlay = new Map<string, string | null>()
  let degraded = false

  const read = (key: string) => attempt(() => driver.get(key), null)
  const driverKeys = () => attempt(() => driver.keys(), [])
  /** Returns the error of a refused write. */
  const put = (key: string, value: string | null): unknown => {
    try {
      if (value === null) driver.remove(key)
      else driver.set(key, value)
    } catch (refusal) {
      return refusal ?? 'refused'
    }
    return read(key) === value ? undefined : new Error('dropped')
  }
  /** Removes the disposable entries: their keys begin with an underscore (spec 9). */
  const freeSpace = (key: string) => {
    const disposable = driverKeys().filter((other) => other !== key && other.startsWith('_'))
    for (const other of disposable) put(other, null)
    return disposable.length > 0
  }
  const write = (key: string, value: string | null) => {
    let refusal = put(key, value)
    if (refusal !== undefined && value !== null && isFull(refusal) && freeSpace(key))
      refusal = put(key, value)
    if (refusal === undefined) return void overlay.delete(key)
    overlay.set(key, value)
    if (degraded) return
    degraded = true
    options.onDegrade?.(refusal)
  }

  return {
    isPersistent: () => overlay.size === 0,
    get: (key) => overlay.get(key) ?? (overlay.has(key) ? null : read(key)),
    set: write,
    remove: (key) => write(key, null),
    keys: () =>
      [...new Set([...driverKeys(), ...overlay.keys()])].filter((key) => overlay.get(key) !== null),
    subscribe: (listener) =>
      attempt(
        () =>
          driver.subscribe((change) => {
            // A value that another tab has written is newer than the one in memory.
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
