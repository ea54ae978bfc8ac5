import { add, compare, decimal, formatDecimal, sub, ZERO } from '@x/decimal'
import { previewAverageBuyPrice, type SpotOrder } from '@x/trading'
import type { SpotPosition } from '../../orders/model.ts'
import type { OrderFigures } from './orderFigures.ts'

export interface AverageAfter {
  /** `null`: nothing of what is held has a price. */
  readonly before: string | null
  readonly after: string
}

/**
 * The average buy price of what is held once a buy has filled: a limit order at its limit, one at the market as the book on screen tells,
 * without its fee. Other orders that wait have limits of their own and do not count. `undefined` where it is not known.
 */
export function averageAfter(order: SpotOrder, { holding, figures: { fee, fill } }: { readonly holding: SpotPosition | undefined; readonly figures: OrderFigures }): AverageAfter | undefined {
  const bought = boughtBy(order, fill)
  if (!holding || !bought || (holding.trackingType === 1 && holding.marketPrice === null)) return undefined
  const received = sub(decimal(bought.size), decimal(fee?.amount ?? '0'))
  if (compare(received, ZERO) <= 0) return undefined
  // Counted on from what is bought already, as if this order alone waited.
  const buyDelegateCount = formatDecimal(add(received, decimal(holding.buyDealCount)))
  const preview = previewAverageBuyPrice({ ...holding, marketPrice: holding.marketPrice ?? '0', buyDelegateCount }, { limitPrice: bought.price })
  return preview ? { before: holding.avgBuyPrice, after: preview.price } : undefined
}

function boughtBy({ side, orderType, price, size }: SpotOrder, fill: OrderFigures['fill']): { readonly size: string; readonly price: string } | undefined {
  if (side === 'sell') return undefined
  if (orderType === 'limit') return price === undefined ? undefined : { size, price }
  return orderType === 'market' && fill?.complete && fill.averagePrice !== null ? { size: fill.filledBase, price: fill.averagePrice } : undefined
}
