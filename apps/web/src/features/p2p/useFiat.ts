import { useState } from 'react'
import type { P2pConfig } from '../../data/p2p/adverts.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'

/** The currency of the last visit, with the telephone code of its country (spec 3). */
export function useFiat({ fiats }: Pick<P2pConfig, 'fiats'>) {
  const { storage } = useServices()
  const [chosen, setChosen] = useState(() => storage.get(STORAGE_KEYS.fiatName))
  const known = fiats.find(({ fiat }) => fiat === chosen) ?? fiats[0]
  const choose = (fiat: string) => {
    setChosen(fiat)
    storage.set(STORAGE_KEYS.fiatName, fiat)
    const areaCode = fiats.find((each) => each.fiat === fiat)?.areaCode
    if (areaCode !== undefined) storage.set(STORAGE_KEYS.areaCode, areaCode)
  }
  return { fiat: known?.fiat ?? 'USD', choose }
}
