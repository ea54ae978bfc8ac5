import type { KeyValueStorage } from './ports.ts'

export interface ResilientStorage extends KeyValueStorage {
  /**
   * `false` once any value could not be kept by the driver and lives in this tab's memory instead.
   */
  isPersistent(): boolean
}

export interface ResilientStorageOptions {
  /** Called once, with the first failure that pushed a value into memory. */
  onDegrade?(cause: unknown): void
}

/**
 * Disposable entries begin with an underscore and go first when the driver is full (spec section
 * 9).
 */
const isDisposable = (key: string) => key.startsWith('_')

/**
 * Full by the name or code of the driver's error, or by its silence: not denied, nor too large for
 * a cookie.
 */
const isFull = (refusal: unknown) =>
  /quota|dropped/i.test(
    `${String(refusal)} ${String((refusal as { readonly code?: unknown }).code)}`,
  )

/**
 * Any driver, made safe to use without a guard: no verb throws. Every write is read back, because a
 * browser that denies storage may drop writes in silence; a write refused for want of room discards
 * the disposable entries and is tried once more; what still fails is kept in memory.
 */
export function createResilientStorage(
  driver: KeyValueStorage,
  options: ResilientStorageOptions = {},
): ResilientStorage {
  // The newest value of each key that the driver could not take; `null` stands for a removal it
  // refused.
  const overlay = new Map<string, string | null>()
  let degraded = false

  const read = (key: string) => attempt(() => driver.get(key), null)
  const driverKeys = () => attempt(() => driver.keys(), [])
  /** Gives the refusal, if there was one. */
  const put = (key: string, value: string | null): unknown => {
    try {
      if (value === null) driver.remove(key)
      else driver.set(key, value)
    } catch (refusal) {
      return refusal ?? 'refused'
    }
    return read(key) === value ? undefined : new Error('dropped')
  }
  const makeRoom = (key: string) => {
    const disposable = driverKeys().filter((other) => other !== key && isDisposable(other))
    for (const other of disposable) put(other, null)
    return disposable.length > 0
  }
  const change = (key: string, value: string | null) => {
    let refusal = put(key, value)
    if (refusal !== undefined && value !== null && isFull(refusal) && makeRoom(key))
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
    set: change,
    remove: (key) => change(key, null),
    keys: () =>
      [...new Set([...driverKeys(), ...overlay.keys()])].filter((key) => overlay.get(key) !== null),
    subscribe: (listener) =>
      attempt(
        () =>
          driver.subscribe((news) => {
            // Another tab managed to write: its value is newer than the one kept here.
            overlay.delete(news.key)
            listener(news)
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
