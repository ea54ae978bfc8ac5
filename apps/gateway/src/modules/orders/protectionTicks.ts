import { formatUnits, parseUnits } from '@x/decimal'
import { protectionPrice } from '@x/trading'
import { requireSymbol } from '../../exchange/instruments/symbols.ts'
import type { SpotOrder } from '../../exchange/state/order.ts'
import type { PaperDecision } from '../../exchange/state/paperDecision.ts'

/** How far from the best price of the other side an order may trade at the market. */
export function protectionTicks(
  { symbol, side }: Pick<SpotOrder, 'symbol' | 'side'>,
  best: number,
): number {
  const { pricePlace, tickSize } = requireSymbol(symbol)
  return Number(
    parseUnits(
      protectionPrice({ side, bestPrice: formatUnits(BigInt(best), pricePlace), tickSize }),
      pricePlace,
    ),
  )
}

/** Of a paper order that must not trade, or not in part: it ends instead. */
export const NO_FILLS: PaperDecision = {
  fills: [],
  bid: 0,
  ask: 0,
  complete: false,
  rests: false,
  queueAhead: 0,
}
