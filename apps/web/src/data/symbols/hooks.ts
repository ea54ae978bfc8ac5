import { useStore } from '@x/kit/react'
import { useEffect, useMemo } from 'react'
import { useAppServices } from '../services/appServices.ts'
import type { QueryView } from '../store/queryView.ts'
import type { ReferenceQuery } from '../reference/createQuery.ts'
import type { ReferenceData } from '../reference/createReferenceData.ts'
import { indexSymbols, type SpotSymbol } from '../spot/model.ts'

/** One query of the reference data; the first component that shows it fetches it. */
export function useReference<T>(
  pick: (reference: ReferenceData) => ReferenceQuery<T>,
): QueryView<T> {
  const query = pick(useAppServices().reference)
  const { data, error } = useStore(query)
  useEffect(() => query.fetch(), [query])
  return {
    data,
    error,
    isLoading: data === undefined && error === undefined,
    refetch: query.refetch,
  }
}

const NO_SYMBOLS: readonly SpotSymbol[] = []

/** All pairs; none while they are unknown. */
export const useSymbols = (): readonly SpotSymbol[] =>
  useReference(({ symbols }) => symbols).data ?? NO_SYMBOLS

/** All pairs by their symbol. */
export function useSymbolIndex(): ReadonlyMap<string, SpotSymbol> {
  const symbols = useSymbols()
  return useMemo(() => indexSymbols(symbols), [symbols])
}
