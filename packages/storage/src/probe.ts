import type { AsyncKeyValueStorage, Clock, KeyValueStorage, Random } from '@x/kit'
import { isStorageError, StorageError } from './StorageError.ts'

/**
 * Writes, reads back and removes an entry of its own. Returns the error, or `undefined` if the
 * driver works. `navigator.cookieEnabled` or an existing area proves nothing: both exist where
 * storage is denied.
 */
export function probe(driver: KeyValueStorage, { random }: { random: Random }): unknown {
  const key = probeKey(random)
  try {
    driver.set(key, '1')
    const kept = driver.get(key) === '1'
    driver.remove(key)
    return kept ? undefined : dropped()
  } catch (refusal) {
    return isFullButUsed(refusal, driver.keys()) ? undefined : refusal
  }
}

export interface AsyncProbeOptions {
  readonly clock: Clock
  readonly random: Random
  readonly timeoutMs: number
  /** Receives the result of a driver that answers after the timeout. */
  readonly onLateResult?: (refusal: unknown) => void
}

/**
 * Writes, reads back and removes an entry of its own. Resolves with the refusal, a `StorageError`
 * `timeout` after `timeoutMs` milliseconds, or `undefined` if the driver works.
 */
export function probeAsync(
  driver: AsyncKeyValueStorage,
  { clock, random, timeoutMs, onLateResult }: AsyncProbeOptions,
): Promise<unknown> {
  return new Promise((resolve) => {
    let isLate = false
    const timer = clock.after(timeoutMs, () => {
      isLate = true
      resolve(new StorageError('timeout'))
    })
    void tryAsync(driver, probeKey(random)).then((refusal) => {
      timer.cancel()
      if (isLate) onLateResult?.(refusal)
      else resolve(refusal)
    })
  })
}

async function tryAsync(driver: AsyncKeyValueStorage, key: string): Promise<unknown> {
  try {
    await driver.set(key, '1')
    const kept = (await driver.get(key)) === '1'
    await driver.remove(key)
    return kept ? undefined : dropped()
  } catch (refusal) {
    return isFullButUsed(refusal, await driver.keys().catch(() => [])) ? undefined : refusal
  }
}

/** A unique key: two tabs that probe at once must not remove each other's entry. */
function probeKey(random: Random): string {
  return `_probe_${random.bytes(6).join('-')}`
}

function dropped(): Error {
  return new Error('The storage driver dropped a write.')
}

/** A full area with entries still serves them; an empty area that is full has no quota at all. */
function isFullButUsed(refusal: unknown, keys: readonly string[]): boolean {
  return isStorageError(refusal, 'quota') && keys.length > 0
}
