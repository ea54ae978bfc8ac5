import { add, decimal, div, formatDecimal, mul } from '@x/decimal'
import type { Side, SpotFill } from '../../data/spot/model.ts'

export interface MergedFill {
  readonly orderId: string
  readonly symbol: string
  readonly side: Side
  readonly size: string
  /** What was paid on average, at the scale of the fills. */
  readonly price: string
}

/** One notice an order, however many levels it went through at once. */
export function mergedFills(fills: readonly SpotFill[]): readonly MergedFill[] {
  const byOrder = new Map<string, SpotFill[]>()
  for (const fill of fills) byOrder.set(fill.orderId, [...(byOrder.get(fill.orderId) ?? []), fill])
  return [...byOrder.values()].flatMap((parts) => {
    const [first] = parts
    if (!first) return []
    const size = parts.map((part) => decimal(part.size)).reduce((sum, part) => add(sum, part))
    const value = parts
      .map((part) => mul(decimal(part.price), decimal(part.size)))
      .reduce((sum, part) => add(sum, part))
    const scale = first.price.split('.')[1]?.length ?? 0
    return [
      {
        orderId: first.orderId,
        symbol: first.symbol,
        side: first.side,
        size: formatDecimal(size),
        price: formatDecimal(div(value, size, { scale, mode: 'half-up' })),
      },
    ]
  })
}
