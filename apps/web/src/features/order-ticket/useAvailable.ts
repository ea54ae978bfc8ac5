import { useMemo } from 'react'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { useCachedBalances } from '../../data/hooks/accountData.ts'
import type { Available } from './orderDraft.ts'

/**
 * The free balances of a pair; `undefined` for guests and until they are known. An asset never held
 * has none.
 */
export function useAvailable({ base, quote }: SpotSymbol): Available | undefined {
  const assets = useCachedBalances()
  return useMemo(() => {
    if (!assets) return undefined
    const free = (asset: string): string =>
      assets.find((row) => row.asset === asset)?.available ?? '0'
    return { base: free(base), quote: free(quote) }
  }, [assets, base, quote])
}
