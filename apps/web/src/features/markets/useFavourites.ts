import { createStore, type KeyValueStorage } from '@x/kit'
import { useStore } from '@x/kit/react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'

export interface Favourites {
  has(symbol: string): boolean
  toggle(symbol: string): void
}

/** A pair, or a contract by its key. */
const SYMBOL = /^(?:(?:usdt|coin)\/)?[A-Z0-9]{2,20}$/

const read = (storage: KeyValueStorage): readonly string[] =>
  (storage.get(STORAGE_KEYS.favourites) ?? '').split(',').filter((symbol) => SYMBOL.test(symbol))

/** Several parts of a page show the list, and each writes all of it: they share one. */
function createList(storage: KeyValueStorage) {
  const list = createStore(read(storage))
  storage.subscribe(({ key }) => {
    if (key === STORAGE_KEYS.favourites) list.setState(read(storage))
  })
  return list
}

const lists = new WeakMap<KeyValueStorage, ReturnType<typeof createList>>()

function listOf(storage: KeyValueStorage): ReturnType<typeof createList> {
  const list = lists.get(storage) ?? createList(storage)
  lists.set(storage, list)
  return list
}

/** The pairs and contracts a trader has starred, kept in the browser; other tabs follow. */
export function useFavourites(): Favourites {
  const { storage } = useServices()
  const store = listOf(storage)
  const list = useStore(store)
  return {
    has: (symbol) => list.includes(symbol),
    toggle(symbol) {
      const before = store.getState()
      const next = before.includes(symbol)
        ? before.filter((other) => other !== symbol)
        : [...before, symbol]
      storage.set(STORAGE_KEYS.favourites, next.join(','))
      store.setState(next)
    },
  }
}
