import type { AsyncKeyValueStorage } from '@x/kit'

export const DATABASE = 'x_local_cache'
const STORE = 'local_cache'

export const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'))
  })

/**
 * IndexedDB with the layout of wire 8. Opens and closes the database for each call, so that it sees
 * what a fresh page sees.
 */
export function indexedDbStorage(): AsyncKeyValueStorage {
  const transact = async <T>(
    mode: IDBTransactionMode,
    run: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> => {
    const opening = indexedDB.open(DATABASE, 1)
    opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE)
    const database = await settled(opening)
    try {
      return await settled(run(database.transaction(STORE, mode).objectStore(STORE)))
    } finally {
      database.close()
    }
  }
  return {
    get: (key) => transact('readonly', (store) => store.get(key)),
    set: async (key, value) => void (await transact('readwrite', (store) => store.put(value, key))),
    remove: (key) => transact('readwrite', (store) => store.delete(key)),
    keys: async () => (await transact('readonly', (store) => store.getAllKeys())) as string[],
  }
}
