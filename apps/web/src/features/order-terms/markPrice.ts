import { compare, decimal } from '@x/decimal'
import type { SpotMarket } from '@x/trading'

/**
 * As the gateway has it (docs/adr/trading.md): the middle one of best bid, best ask and last trade;
 * with a side of the book empty the last.
 */
export function markPrice({
  lastPrice,
  bestBid,
  bestAsk,
}: Pick<SpotMarket, 'lastPrice' | 'bestBid' | 'bestAsk'>): string | null {
  if (lastPrice === null || bestBid === null || bestAsk === null) return lastPrice
  return (
    [lastPrice, bestBid, bestAsk].sort((a, b) => compare(decimal(a), decimal(b)))[1] ?? lastPrice
  )
}
