import { useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'

export interface Favourites {
  has(symbol: string): boolean
  toggle(symbol: string): void
}

/** The pairs a trader has starred, kept in the browser. */
export function useFavourites(): Favourites {
  const { storage } = useServices()
  const [list, setList] = useState<readonly string[]>(() =>
    (storage.get(STORAGE_KEYS.favourites) ?? '')
      .split(',')
      .filter((symbol) => /^[A-Z0-9]{2,20}$/.test(symbol)),
  )
  return {
    has: (symbol) => list.includes(symbol),
    toggle(symbol) {
      const next = list.includes(symbol)
        ? list.filter((other) => other !== symbol)
        : [...list, symbol]
      storage.set(STORAGE_KEYS.favourites, next.join(','))
      setList(next)
    },
  }
}
