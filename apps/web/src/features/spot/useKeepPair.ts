import { useEffect } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'

/** Spec 3: the pair chosen last, kept. */
export function useKeepPair({ symbol }: SpotSymbol): void {
  const { storage } = useServices()
  useEffect(() => storage.set(STORAGE_KEYS.selectedCoin, symbol), [storage, symbol])
}
