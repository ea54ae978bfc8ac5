import { useMemo } from 'react'
import { useAppSelector } from '../../data/store/hooks.ts'
import { usePaperAccount } from '../../data/paper/api.ts'
import { selectRealm } from '../../data/store/slice.ts'

const NONE: readonly number[] = []

/**
 * The paper seasons to filter records by, the running one first; none before the first
 * reset, and with real money.
 */
export function useSeasons(): readonly number[] {
  const isPaper = useAppSelector(selectRealm) === 'paper'
  const { data } = usePaperAccount({ isNeeded: isPaper })
  // All seasons: the account has the dates of the latest ones only.
  return useMemo(
    () =>
      isPaper && data && data.season > 1
        ? Array.from({ length: data.season }, (_, back) => data.season - back)
        : NONE,
    [isPaper, data],
  )
}
