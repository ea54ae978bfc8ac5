import { compare, decimal, finishAmount, formatDecimal, parseDecimal, sub, ZERO } from '@x/decimal'
import type { LimitTerms } from '../order-terms/index.ts'
import { type AmendTerms } from '../../data/spot/model.ts'
import { isArmed, type SpotOrder } from '../../data/spot/model.ts'

/**
 * What an order would offer once it is changed, of an order that may then trade at once: not one
 * that waits for a trigger, nor one that must not.
 */
export function amendedLimit(order: SpotOrder, terms: AmendTerms): LimitTerms | undefined {
  const [price, size] = [terms.price, terms.size].map((text) =>
    parseDecimal(finishAmount(text ?? '')),
  )
  if (
    isArmed(order) ||
    order.sizeUnit !== 'base' ||
    order.timeInForce === 'post_only' ||
    !price ||
    !size ||
    compare(price, ZERO) <= 0
  )
    return undefined
  const open = sub(size, decimal(order.filled))
  return compare(open, ZERO) > 0
    ? { side: order.side, price: formatDecimal(price), size: formatDecimal(open) }
    : undefined
}
