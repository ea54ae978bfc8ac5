import { decimal, formatDecimal, roundToStep } from '@x/decimal'
import { isBookStatus, type Side, type SpotOrder } from '../../data/spot/model.ts'

/**
 * The prices at which the user's own orders stand in a book grouped by `step`: bids fall to the
 * step below, asks rise to the one above, as the levels do.
 */
export function ownPrices(
  orders: readonly SpotOrder[],
  { symbol, side, step }: { readonly symbol: string; readonly side: Side; readonly step: string },
): ReadonlySet<string> {
  const grouped = (price: string): string =>
    formatDecimal(
      roundToStep(decimal(price), { step: decimal(step), mode: side === 'buy' ? 'down' : 'up' }),
      { trim: true },
    )
  return new Set(
    orders.flatMap((order) =>
      order.symbol === symbol &&
      order.side === side &&
      order.price !== null &&
      isBookStatus(order.status)
        ? [grouped(order.price)]
        : [],
    ),
  )
}

/** Whether a level is one of them, however many zeros its price ends with. */
export const isOwnPrice = (price: string, own: ReadonlySet<string>): boolean =>
  own.size > 0 && own.has(formatDecimal(decimal(price), { trim: true }))
