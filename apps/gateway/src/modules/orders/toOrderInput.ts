import { formatUnits } from '@x/decimal'
import type { Trigger } from '../../exchange/matching/trigger.ts'
import { isArmed, type SpotOrder } from '../../exchange/state/order.ts'
import type { OrderInput } from './orderInput.ts'
import { requireSymbol } from '../../exchange/instruments/symbols.ts'

/**
 * Take profit and stop loss that wait: no other order in the trigger book has more than one
 * trigger.
 */
export const isActiveBracket = (order: SpotOrder): boolean =>
  order.orderType === 'tp_sl' && isArmed(order)

/**
 * An order in the words it would be placed with today; take profit and stop loss that stand in
 * those of their entry.
 */
export function toOrderInput(order: SpotOrder): OrderInput {
  const spec = requireSymbol(order.symbol)
  const isExit = isActiveBracket(order)
  const [trigger] = isArmed(order) && !isExit ? order.triggers : []
  const legOf = (kind: Trigger['kind']) => order.triggers?.find((own) => own.kind === kind)
  const [takeProfit, stopLoss] = isExit
    ? [legOf('take_profit'), legOf('stop_loss')]
    : [order.exits?.takeProfit, order.exits?.stopLoss]
  const priceText = (ticks: number | undefined) =>
    ticks ? formatUnits(BigInt(ticks), spec.pricePlace) : undefined
  const byBudget = order.budget > 0
  return {
    symbol: order.symbol,
    side: order.side,
    orderType: trigger ? (order.orderType as OrderInput['orderType']) : 'limit',
    ...given('price', order.atMarket ? undefined : priceText(order.ticks)),
    size: byBudget
      ? formatUnits(BigInt(order.budget), spec.pricePlace + spec.quantityPlace)
      : formatUnits(BigInt(order.lots), spec.quantityPlace),
    sizeUnit: byBudget ? 'quote' : 'base',
    timeInForce: order.timeInForce,
    prevention: order.prevention,
    funds: order.account ?? (order.owner === undefined ? 'spot' : 'lead'),
    loan: order.loan ?? 'none',
    clientOid: order.clientOid,
    triggerBy: order.triggers?.[0]?.by ?? order.exits?.by ?? 'last',
    ...given('triggerPrice', priceText(trigger?.ticks)),
    ...given('stopPrice', order.orderType === 'oco' ? priceText(trigger?.limit) : undefined),
    ...given(
      'callbackRate',
      trigger?.callback ? formatUnits(BigInt(trigger.callback), 2) : undefined,
    ),
    ...given('takeProfitTriggerPrice', priceText(takeProfit?.ticks)),
    ...given('takeProfitPrice', priceText(takeProfit?.limit)),
    ...given('stopLossTriggerPrice', priceText(stopLoss?.ticks)),
    ...given('stopLossPrice', priceText(stopLoss?.limit)),
  }
}

const given = <K extends string>(
  name: K,
  value: string | undefined,
): { readonly [P in K]?: string } =>
  value === undefined ? {} : ({ [name]: value } as { [P in K]: string })
