import { useParams, useSearchParams } from 'react-router'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { useReference } from '../../data/symbols/hooks.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'

const DEFAULT_PAIR = 'BTCUSDT'

/**
 * The pair of the address, `/trade-spot/ETHUSDT` or `?symbol=`, else the one that was chosen last;
 * `undefined` until it is known.
 */
export function usePair(): SpotSymbol | undefined {
  const { storage } = useServices()
  const [query] = useSearchParams()
  const params = useParams()
  const { data: symbols } = useReference((reference) => reference.symbols)
  const named = (symbol: string | null) => symbols?.find((spec) => spec.symbol === symbol)
  return (
    named((params['symbol'] ?? query.get('symbol'))?.toUpperCase() ?? null) ??
    named(storage.get(STORAGE_KEYS.selectedCoin)) ??
    named(DEFAULT_PAIR)
  )
}
