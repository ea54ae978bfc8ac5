import { type Clock, createEmitter } from '@x/kit'
import type { IndexedDbStorage } from './drivers/createIndexedDbStorage.ts'
import { StorageError } from './StorageError.ts'

export interface LateStorageOptions {
  /** Serves until the late driver has opened. */
  readonly fallback: IndexedDbStorage
  /** The driver that has not answered in time; resolves with `undefined` if it fails to open. */
  readonly late: Promise<IndexedDbStorage | undefined>
  /** Whether the late driver has served this browser before, so that it may contain values. */
  readonly mayContainValues: () => boolean
  readonly clock: Clock
  /** Longest wait of a read for the late driver, in milliseconds. */
  readonly timeoutMs: number
}

export interface LateStorage extends IndexedDbStorage {
  /** Whether the late driver has opened and serves now. */
  isLateDriverOpen(): boolean
}

/** A value written before the late driver has opened; a removal has no `value`. */
interface Write {
  readonly value?: unknown
  /** The fallback cannot store the value. */
  isRefused?: boolean
}

/**
 * A storage whose driver is slow to open. A value that the fallback does not have is not reported
 * as absent while the late driver may contain it: the read waits, and rejects with a `StorageError`
 * `timeout` if the driver does not open in time. Values written meanwhile are copied to it.
 */
export function createLateStorage({
  fallback,
  late,
  mayContainValues,
  clock,
  timeoutMs,
}: LateStorageOptions): LateStorage {
  let current = fallback
  let isPending = true
  let isClosed = false
  const writes = new Map<string, Write>()
  const changes = createEmitter<string>()
  let unsubscribe = fallback.subscribe(changes.emit)

  const settled = late.then(async (storage) => {
    if (isClosed) return storage?.close()
    if (storage) {
      await copyWrites(storage)
      unsubscribe()
      unsubscribe = storage.subscribe(changes.emit)
      fallback.close()
      current = storage
    } else for (const [key, write] of writes) if (!write.isRefused) writes.delete(key)
    isPending = false
  })

  const copyWrites = async (storage: IndexedDbStorage): Promise<void> => {
    for (let [next] = writes; next; [next] = writes) {
      const [key, write] = next
      await ('value' in write ? storage.set(key, write.value) : storage.remove(key))
      // A write of the same key meanwhile is copied too.
      if (writes.get(key) === write) writes.delete(key)
    }
  }

  const waitUntilSettled = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = clock.after(timeoutMs, () => reject(new StorageError('timeout')))
      void settled.then(() => {
        timer.cancel()
        resolve()
      })
    })

  const record = async (
    key: string,
    { write, run }: { write: Write; run: () => Promise<void> },
  ): Promise<void> => {
    writes.set(key, write)
    await run().catch(() => (write.isRefused = true))
  }

  return {
    isLateDriverOpen: () => current !== fallback,
    async get<T>(key: string) {
      const write = writes.get(key)
      if (write) return structuredClone(write.value) as T | undefined
      const value = await current.get<T>(key)
      if (value !== undefined || !isPending || !mayContainValues()) return value
      await waitUntilSettled()
      return current.get<T>(key)
    },
    async set(key, value) {
      if (isPending) {
        const write = { value: structuredClone(value) }
        return record(key, { write, run: () => fallback.set(key, value) })
      }
      await current.set(key, value)
      writes.delete(key)
    },
    async remove(key) {
      if (isPending) return record(key, { write: {}, run: () => fallback.remove(key) })
      writes.delete(key)
      await current.remove(key)
    },
    async keys() {
      if (isPending && mayContainValues()) await waitUntilSettled()
      const names = new Set(await current.keys())
      for (const [key, write] of writes) {
        if ('value' in write) names.add(key)
        else names.delete(key)
      }
      return [...names]
    },
    subscribe: changes.subscribe,
    close() {
      isClosed = true
      unsubscribe()
      current.close()
    },
  }
}
