import { add, compare, decimal, div, formatDecimal, mul, sub, ZERO } from '@x/decimal'
import { previewAverageBuyPrice, type SpotOrder } from '@x/trading'
import type { Crossing } from '../order-terms/index.ts'
import type { SpotPosition } from '../../data/spot/model.ts'
import type { OrderFigures } from './orderFigures.ts'

/** Decimals of an average before it is put on the tick. */
const AVERAGE_SCALE = 12

export interface AverageAfter {
  /** `null`: nothing of what is held has a price. */
  readonly before: string | null
  readonly after: string
}

/**
 * The average buy price of what is held once a buy has filled: a limit order at its limit, what
 * trades at once as the book on screen shows, without its fee. Other orders that wait have limits
 * of their own and do not count. `undefined` where it is not known.
 */
export function averageAfter(
  order: SpotOrder,
  {
    holding,
    figures: { fee, fill, crossing },
  }: { readonly holding: SpotPosition | undefined; readonly figures: OrderFigures },
): AverageAfter | undefined {
  const bought = boughtBy(order, { fill, crossing })
  if (!holding || !bought || (holding.trackingType === 1 && holding.marketPrice === null))
    return undefined
  const received = sub(decimal(bought.size), decimal(fee?.amount ?? '0'))
  if (compare(received, ZERO) <= 0) return undefined
  // Counted on from what is bought already, as if this order alone waited.
  const buyDelegateCount = formatDecimal(add(received, decimal(holding.buyDealCount)))
  const preview = previewAverageBuyPrice(
    { ...holding, marketPrice: holding.marketPrice ?? '0', buyDelegateCount },
    { limitPrice: bought.price },
  )
  return preview ? { before: holding.avgBuyPrice, after: preview.price } : undefined
}

function boughtBy(
  { side, orderType, price, size, timeInForce }: SpotOrder,
  { fill, crossing }: Pick<OrderFigures, 'fill' | 'crossing'>,
): { readonly size: string; readonly price: string } | undefined {
  if (side === 'sell') return undefined
  if (orderType === 'limit')
    return price === undefined
      ? undefined
      : crossing
        ? boughtAcross(crossing, { price, waits: timeInForce !== 'ioc' })
        : { size, price }
  return orderType === 'market' && fill?.complete && fill.averagePrice !== null
    ? { size: fill.filledBase, price: fill.averagePrice }
    : undefined
}

/** What trades at once is bought at the prices of the book, the rest at the limit. */
function boughtAcross(
  { filledBase, filledQuote, restBase }: Crossing,
  { price, waits }: { readonly price: string; readonly waits: boolean },
): { readonly size: string; readonly price: string } {
  const rest = decimal(waits ? restBase : '0')
  const size = add(decimal(filledBase), rest)
  const quote = add(decimal(filledQuote), mul(rest, decimal(price)))
  return {
    size: formatDecimal(size),
    price: formatDecimal(div(quote, size, { scale: AVERAGE_SCALE, mode: 'half-away' }), {
      trim: true,
    }),
  }
}
