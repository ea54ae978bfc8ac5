import type { OrderField } from '@x/trading'
import type { Side } from '../../data/spot/model.ts'
import type { DraftField } from './orderTypes.ts'

/** The draft's own name of a field of the wire; `undefined`: the size, or none of the form. */
export const DRAFT_FIELDS: Readonly<Partial<Record<OrderField, DraftField>>> = {
  price: 'price',
  triggerPrice: 'trigger',
  stopPrice: 'stop',
  callbackRate: 'rate',
  takeProfitTriggerPrice: 'takeProfit',
  takeProfitPrice: 'takeProfitLimit',
  stopLossTriggerPrice: 'stopLoss',
  stopLossPrice: 'stopLossLimit',
}

/**
 * On which side of its reference a trigger or leg of 40208 must lie (trading 2): a stop follows the
 * price, everything else waits for a better one.
 */
export function liesAbove(
  field: OrderField,
  { side, type }: { readonly side: Side; readonly type: string },
): boolean {
  const isAbove =
    field === 'stopLossTriggerPrice'
      ? false
      : field === 'takeProfitTriggerPrice' || (field === 'triggerPrice' && type !== 'trailing')
  return isAbove === (side === 'buy')
}
