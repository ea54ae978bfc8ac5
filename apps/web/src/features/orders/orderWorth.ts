import { add, compare, decimal, div, formatDecimal, mul, sub, ZERO } from '@x/decimal'
import { isArmed, isBookStatus, type SpotOrder, type SpotSymbol } from '../../data/spot/model.ts'

/** The rules of a symbol; an inverse contract is worth so much quote, whatever its price. */
type WorthSpec = Pick<SpotSymbol, 'quote'> & { readonly contractValue?: string | null }

const HUNDRED = decimal('100')

/** The price that the market must reach: the trigger of a waiting order, else the limit. */
export function awaitedPrice(order: SpotOrder): string | null {
  const [trigger] = order.triggers ?? []
  if (isArmed(order) && !isBookStatus(order.status) && trigger)
    return trigger.triggerPrice ?? trigger.activationPrice ?? order.price
  return order.price
}

/** What an order is worth in quote at its own price; `null` where it has none. */
export function orderValue(order: SpotOrder, spec?: WorthSpec): string | null {
  if (order.sizeUnit === 'quote') return order.size
  if (spec?.contractValue)
    return formatDecimal(mul(decimal(spec.contractValue), decimal(order.size)))
  const price = order.price ?? awaitedPrice(order)
  return price === null ? null : formatDecimal(mul(decimal(price), decimal(order.size)))
}

/** How far the market has to go to a price, in signed percent with two decimals. */
export function distancePercent(price: string, { last }: { readonly last: string }): string {
  const from = decimal(last)
  if (compare(from, ZERO) <= 0) return '0'
  return formatDecimal(
    div(mul(sub(decimal(price), from), HUNDRED), from, { scale: 2, mode: 'half-up' }),
  )
}

/** What orders are worth together, by quote asset; those without a price are left out. */
export function valueByQuote(
  orders: readonly SpotOrder[],
  { specOf }: { readonly specOf: (symbol: string) => WorthSpec | undefined },
): ReadonlyMap<string, string> {
  const sums = new Map<string, string>()
  for (const order of orders) {
    const spec = specOf(order.symbol)
    const value = orderValue(order, spec)
    if (value === null || !spec) continue
    const { quote } = spec
    sums.set(quote, formatDecimal(add(decimal(sums.get(quote) ?? '0'), decimal(value))))
  }
  return sums
}
