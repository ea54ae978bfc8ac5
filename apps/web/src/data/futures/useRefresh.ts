import { useEffect, useEffectEvent } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import type { QueryView } from '../store/queryView.ts'

/** Equity, ratios and liquidation prices hang on all marks, which no message is sent for. */
export const MARKED_MS = 5_000

/** Each read that fails may be a toast. */
const RETRY_MS = 15_000

/** Reads a query anew every so often while it is shown and the page is visible. */
export function useRefresh<Q extends { readonly refetch: () => unknown }>(
  query: Q,
  { everyMs, isWanted = true }: { readonly everyMs: number; readonly isWanted?: boolean },
): Q {
  const { clock, visibility } = useServices()
  const refresh = useEffectEvent(() => {
    if (visibility.isVisible()) void query.refetch()
  })
  useEffect(() => {
    if (!isWanted) return undefined
    const run = (): void => {
      refresh()
      timer = clock.after(everyMs, run)
    }
    let timer = clock.after(everyMs, run)
    return () => timer.cancel()
  }, [clock, everyMs, isWanted])
  return query
}

/** Reads a query again until it has answered once: no message brings what never came. */
export const useRetry = <Q extends QueryView<unknown>>(query: Q): Q =>
  useRefresh(query, {
    everyMs: RETRY_MS,
    isWanted: query.data === undefined && query.error !== undefined,
  })
