import { useEffect, useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import type { MarketRow } from '../markets/index.ts'
import { topMovers } from './platformFigures.ts'

/** How long a pair without a ticker is waited for. */
const TICKERS_TIMEOUT_MS = 3_000

/**
 * The pairs that moved most when the page was opened, with their present tickers. Their order stays
 * as it was, so that no card changes its place below the pointer; none until every pair has a
 * ticker or a pair is not waited for any longer.
 */
export function useTopMovers(rows: readonly MarketRow[], count: number): readonly MarketRow[] {
  const { clock } = useServices()
  const [chosen, setChosen] = useState<readonly string[]>()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = clock.after(TICKERS_TIMEOUT_MS, () => setLate(true))
    return () => timer.cancel()
  }, [clock])
  const known = rows.filter(({ ticker }) => ticker !== undefined).length
  if (!chosen && known > 0 && (isLate || known === rows.length))
    setChosen(topMovers(rows, count).map(({ spec }) => spec.symbol))
  return (chosen ?? []).flatMap((symbol) => rows.find(({ spec }) => spec.symbol === symbol) ?? [])
}
