import { compare, decimal, div, formatDecimal, mul, sub, ZERO } from '@x/decimal'
import { averageBuyPrice } from '@x/trading'
import type { SpotPosition } from './model.ts'

/** A holding at the market. */
export interface HoldingProfit {
  /** In quote; `null` where nothing of it has a price. */
  readonly average: string | null
  readonly cost: string | null
  /** Signed, in quote. */
  readonly profit: string | null
  /** Signed percent, two decimals. */
  readonly percent: string | null
}

/**
 * Average price, cost and unrealised profit of a holding at a market price. `tracking` 0 counts
 * what was bought here, 1 counts the rest at the market price (spec 3.11, trading 2).
 */
export function holdingProfit(
  position: SpotPosition,
  { last, tracking }: { readonly last: string | undefined; readonly tracking: 0 | 1 },
): HoldingProfit {
  const market = last ?? position.marketPrice ?? null
  const average =
    market === null || compare(decimal(market), ZERO) <= 0
      ? null
      : averageBuyPrice({ ...position, trackingType: tracking, marketPrice: market })
  if (average === null || market === null || compare(decimal(average.price), ZERO) <= 0)
    return {
      average: position.avgBuyPrice,
      cost: position.cost,
      profit: null,
      percent: null,
    }
  const [price, cost] = [decimal(average.price), decimal(average.cost)]
  const gain = sub(decimal(market), price)
  return {
    average: average.price,
    cost: average.cost,
    profit: formatDecimal(div(mul(cost, gain), price, { scale: 6, mode: 'half-up' })),
    percent: formatDecimal(div(mul(gain, decimal('100')), price, { scale: 2, mode: 'half-up' })),
  }
}
