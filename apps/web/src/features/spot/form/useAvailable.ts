import { useMemo } from 'react'
import { useAppSelector } from '../../../app/servicesContext.ts'
import { useAssetsQuery } from '../../orders/api.ts'
import type { SpotSymbol } from '../../orders/model.ts'
import { selectUser } from '../../session/slice.ts'
import type { Available } from './orderDraft.ts'

/** The free balances of a pair; `undefined` for guests and until they are known. An asset never held has none. */
export function useAvailable({ base, quote }: SpotSymbol): Available | undefined {
  const user = useAppSelector(selectUser)
  const { data: assets } = useAssetsQuery(undefined, { skip: !user })
  return useMemo(() => {
    if (!user || !assets) return undefined
    const free = (asset: string): string => assets.find((row) => row.asset === asset)?.available ?? '0'
    return { base: free(base), quote: free(quote) }
  }, [user, assets, base, quote])
}
