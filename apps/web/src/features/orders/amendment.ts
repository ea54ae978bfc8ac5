import type { ExitField } from '@x/trading'
import {
  type AmendField,
  isArmed,
  type OrderTrigger,
  type SpotOrder,
  type TriggerField,
} from '../../data/spot/model.ts'

const EXITS = [
  ['takeProfitTriggerPrice', 'takeProfitPrice'],
  ['stopLossTriggerPrice', 'stopLossPrice'],
] as const satisfies readonly (readonly ExitField[])[]

/** Take profit and stop loss that wait. */
export const standsAsExit = (order: SpotOrder): boolean =>
  order.orderType === 'tp_sl' && isArmed(order)

/**
 * What of an order can be changed, the size always: a price where it has one, of what it waits for
 * the trigger and the limit, of each exit the same while it stands or its entry has not traded.
 */
export function amendableFields(order: SpotOrder): readonly AmendField[] {
  if (order.orderType === 'tp_sl') return [...exitFields(order), 'size']
  return [
    ...(order.price === null ? [] : (['price'] as const)),
    ...waitingFields(order),
    ...exitFields(order),
    'size',
  ]
}

function waitingFields(order: SpotOrder): readonly AmendField[] {
  const [trigger] = order.triggers ?? []
  if (!isArmed(order) || trigger === undefined) return []
  if (trigger.kind === 'trailing')
    return trigger.triggerPrice === null ? ['triggerPrice', 'callbackRate'] : ['callbackRate']
  return order.orderType === 'oco' ? ['triggerPrice', 'stopPrice'] : ['triggerPrice']
}

/** Once an entry has traded its exits are an order of their own. */
function exitFields(order: SpotOrder): readonly AmendField[] {
  const canMove = order.orderType === 'tp_sl' ? isArmed(order) : Number(order.filled) === 0
  const terms = termsOf(order)
  return canMove ? EXITS.filter(([trigger]) => terms[trigger] !== '').flat() : []
}

export function triggerField({ kind }: Pick<OrderTrigger, 'kind'>): TriggerField {
  return kind === 'take_profit'
    ? 'takeProfitTriggerPrice'
    : kind === 'stop_loss'
      ? 'stopLossTriggerPrice'
      : 'triggerPrice'
}

/** An order in the words of placing; what it has not is empty. */
export function termsOf({
  orderType,
  price,
  size,
  triggers = [],
  ...attached
}: SpotOrder): Readonly<Record<AmendField, string>> {
  const legOf = (field: TriggerField) => triggers.find((one) => triggerField(one) === field)
  const own = legOf('triggerPrice')
  const takeProfit = legOf('takeProfitTriggerPrice') ?? attached.takeProfit
  const stopLoss = legOf('stopLossTriggerPrice') ?? attached.stopLoss
  return {
    price: price ?? '',
    size,
    triggerPrice: (own?.kind === 'trailing' ? own.activationPrice : own?.triggerPrice) ?? '',
    stopPrice: (orderType === 'oco' ? own?.price : undefined) ?? '',
    callbackRate: own?.callbackRate ?? '',
    takeProfitTriggerPrice: takeProfit?.triggerPrice ?? '',
    takeProfitPrice: takeProfit?.price ?? '',
    stopLossTriggerPrice: stopLoss?.triggerPrice ?? '',
    stopLossPrice: stopLoss?.price ?? '',
  }
}
