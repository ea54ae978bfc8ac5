import type { AsyncKeyValueStorage, Channel } from '@x/kit'
import type { Dexie, Table } from 'dexie'
import { disposableBeside } from '../disposable.ts'
import { isStorageError, StorageError, toStorageError } from '../StorageError.ts'

/** Options of `createIndexedDbStorage`. */
export interface IndexedDbStorageOptions {
  /** Name of the database. */
  readonly name: string
  /**
   * Carries changes to other tabs (`browserPorts().openChannel` of `@x/kit/browser`); without it
   * `subscribe` hears nothing.
   */
  readonly openChannel?: ((name: string) => Channel | undefined) | undefined
}

/** An asynchronous storage with changes by other tabs. */
export interface IndexedDbStorage extends AsyncKeyValueStorage {
  /** Keys that other tabs set or removed; read again to see the value. */
  subscribe(listener: (key: string) => void): () => void
  /** Releases the connection and the channel; later verbs reject. */
  close(): void
}

const STORE = 'local_cache'

/**
 * Structured values in one object store with a primary key only: database version 1, store
 * `local_cache` (spec section 9). Dexie is loaded with the first verb. Every verb rejects with a
 * `StorageError`, `set` also with a `DataCloneError` of the platform.
 */
export function createIndexedDbStorage({
  name,
  openChannel,
}: IndexedDbStorageOptions): IndexedDbStorage {
  const channel = openChannel?.(`x-storage:${name}`)
  let opening: Promise<Dexie> | undefined
  let closed = false

  const table = async (): Promise<Table<unknown, string>> => {
    if (closed || typeof indexedDB === 'undefined')
      throw new StorageError('unavailable', { detail: { driver: 'indexeddb' } })
    opening ??= openDatabase(name)
    try {
      return (await opening).table<unknown, string>(STORE)
    } catch (error) {
      opening = undefined
      throw error
    }
  }
  const run = async <T>(work: (table: Table<unknown, string>) => PromiseLike<T>): Promise<T> => {
    try {
      return await work(await table())
    } catch (cause) {
      if ((cause as Error | undefined)?.name === 'DataCloneError') throw cause
      throw toStorageError(cause, 'indexeddb')
    }
  }
  const keys = () => run(async (store) => (await store.toCollection().primaryKeys()).map(String))
  const freeSpace = async (key: string) => {
    const disposable = disposableBeside(key, await keys())
    if (disposable.length > 0) await run((store) => store.bulkDelete(disposable))
    return disposable.length > 0
  }

  return {
    get: async <T>(key: string) => (await run((store) => store.get(key))) as T | undefined,
    async set(key, value) {
      const put = () => run((store) => store.put(value, key))
      await put().catch(async (error: unknown) => {
        if (!isStorageError(error, 'quota') || !(await freeSpace(key))) throw error
        await put()
      })
      channel?.post({ key })
    },
    async remove(key) {
      await run((store) => store.delete(key))
      channel?.post({ key })
    },
    keys,
    subscribe: (listener) =>
      channel?.subscribe((message) => void (isChange(message) && listener(message.key))) ??
      (() => {}),
    close() {
      closed = true
      channel?.close()
      opening?.then((database) => database.close()).catch(() => {})
    },
  }
}

async function openDatabase(name: string): Promise<Dexie> {
  const { Dexie } = await import('dexie')
  const database = new Dexie(name)
  // Dexie multiplies its versions by ten: 0.1 is the native version 1.
  database.version(0.1).stores({ [STORE]: '' })
  await database.open()
  return database
}

function isChange(message: unknown): message is { key: string } {
  return (
    typeof message === 'object' &&
    message !== null &&
    typeof (message as { key?: unknown }).key === 'string'
  )
}
