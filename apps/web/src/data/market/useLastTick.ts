import { useTicker, useTrades } from '@x/market/react'
import { FAST_UPDATES } from '../../lib/updateIntervals.ts'
import { type LastTick, lastTick } from './lastTick.ts'
import { useMarket } from './useMarket.ts'

/**
 * The last tick of a pair: one source for strip, book and title, so that they never differ in price
 * or colour.
 */
export function useLastTick(
  symbol: string,
  { everyMs }: { readonly everyMs: number } = FAST_UPDATES,
): LastTick {
  const market = useMarket()
  const trades = useTrades(market, symbol, { everyMs })
  const ticker = useTicker(market, symbol, { everyMs })
  return lastTick(trades, ticker)
}
