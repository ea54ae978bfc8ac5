import { amendableFields, triggerField } from '../orders/index.ts'
import { type TriggerField } from '../../data/spot/model.ts'
import {
  isArmed,
  isLiveStatus,
  type OrderTrigger,
  type Side,
  type SpotOrder,
  type SpotSymbol,
} from '../../data/spot/model.ts'

/** What stands at the line: the order's limit, or the trigger it waits for. */
export type LineLeg = 'limit' | OrderTrigger['kind']

/** What the chart needs to know of an order. */
export interface LineOrder {
  readonly orderId: string
  readonly side: Side
}

/** A price of a live order that the chart shows. */
export interface OrderLine<Order extends LineOrder = SpotOrder> {
  readonly order: Order
  readonly leg: LineLeg
  readonly field: 'price' | TriggerField
  readonly price: string
  readonly canMove: boolean
}

/**
 * The lines of a pair's orders: the price at which each rests, and each trigger that still waits.
 */
export function orderLines(
  orders: readonly SpotOrder[],
  { symbol }: Pick<SpotSymbol, 'symbol'>,
): readonly OrderLine[] {
  return orders.flatMap((order) => {
    if (order.symbol !== symbol || !isLiveStatus(order.status)) return []
    const movable = amendableFields(order)
    const resting =
      order.price === null || order.status === 'waiting'
        ? []
        : [
            {
              order,
              leg: 'limit' as const,
              field: 'price' as const,
              price: order.price,
              canMove: movable.includes('price'),
            },
          ]
    const triggers = isArmed(order) ? (order.triggers ?? []) : []
    const waiting = triggers.flatMap((trigger) => {
      const field = triggerField(trigger)
      return trigger.triggerPrice === null
        ? []
        : [
            {
              order,
              leg: trigger.kind,
              field,
              price: trigger.triggerPrice,
              canMove: movable.includes(field),
            },
          ]
    })
    return [...resting, ...waiting]
  })
}
