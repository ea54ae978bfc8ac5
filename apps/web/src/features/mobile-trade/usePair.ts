import { useLocation, useParams } from 'react-router'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { useReference } from '../../data/symbols/hooks.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'

const DEFAULT_PAIR = 'BTCUSDT'

/** `unknown`: what the address names, where there is no such pair. */
export type PairOfAddress = { readonly spec: SpotSymbol } | { readonly unknown: string }

/**
 * The pair of the address, `/trade-spot/ETHUSDT` or `?symbol=`; where it names none, the one that
 * was chosen last. `undefined` until it is known.
 */
export function usePair(): PairOfAddress | undefined {
  const { storage } = useServices()
  const { search } = useLocation()
  const params = useParams()
  const { data: symbols } = useReference((reference) => reference.symbols)
  if (!symbols) return undefined
  const named = (symbol: string | null) => symbols.find((spec) => spec.symbol === symbol)
  const wanted = params['symbol'] ?? new URLSearchParams(search).get('symbol')
  const spec =
    wanted === null
      ? (named(storage.get(STORAGE_KEYS.selectedCoin)) ?? named(DEFAULT_PAIR))
      : named(wanted.toUpperCase())
  if (spec) return { spec }
  return wanted === null ? undefined : { unknown: wanted }
}
