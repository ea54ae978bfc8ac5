import { useLocation } from 'react-router'
import { Redirect } from '../../lib/router/Redirect.tsx'
import { useServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { useReference } from '../../data/symbols/hooks.ts'

const DEFAULT_PAIR = 'BTCUSDT'

/**
 * `/spot`: leads to the pair that was chosen last, as long as there is one of that name (spec 3).
 */
export function SpotEntry() {
  const { storage } = useServices()
  const { search } = useLocation()
  const { data: symbols, isLoading } = useReference((reference) => reference.symbols)
  if (isLoading) return null
  const kept = storage.get(STORAGE_KEYS.selectedCoin)
  const symbol = symbols?.find((spec) => spec.symbol === kept)?.symbol ?? DEFAULT_PAIR
  return <Redirect to={symbol + search} />
}
