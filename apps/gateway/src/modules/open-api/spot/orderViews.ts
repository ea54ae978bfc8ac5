import type { Trigger } from '../../../exchange/matching/trigger.ts'
import { isArmed, type SpotOrder } from '../../../exchange/state/order.ts'
import type { OrderRow } from '../../../exchange/ledger/storedOrders.ts'
import { receivedAsset, type DoneFill } from '../../../exchange/state/order.ts'
import { secondOf } from '../../../exchange/spot/orderLists.ts'
import { requireSymbol } from '../../../exchange/instruments/symbols.ts'
import { assetText, priceText, quoteText, sizeText } from '../texts.ts'

/** An order in memory or of the ledger; the ledger has no prevention of closed orders. */
export type AnyOrder = OrderRow & Partial<Pick<SpotOrder, 'prevention'>>

/**
 * The stop leg of an OCO order, which is one order here, has a number of its own there: that of
 * the order above this.
 */
export const STOP_LEG = 2 ** 52
export const STOP_SUFFIX = '-stop'
export const stopLegName = (clientOid: string): string => `${clientOid}${STOP_SUFFIX}`

const PREVENTION = {
  none: 'NONE',
  maker: 'EXPIRE_MAKER',
  taker: 'EXPIRE_TAKER',
  both: 'EXPIRE_BOTH',
} as const
/** These end what did not trade at once. */
const ENDS_AT_ONCE: readonly string[] = ['ioc', 'fok']

/** The words of the dialect for an order. */
export function orderTypeOf(order: AnyOrder): string {
  const [trigger] = order.triggers ?? []
  if (order.orderType === 'oco')
    return order.firedAt === undefined ? 'LIMIT_MAKER' : stopType(order)
  if (order.orderType === 'stop_limit') return 'STOP_LOSS_LIMIT'
  if (order.orderType === 'stop_market' || order.orderType === 'trailing') return 'STOP_LOSS'
  if (order.orderType === 'tp_sl') return exitType(trigger)
  if (order.orderType === 'market') return 'MARKET'
  return order.timeInForce === 'post_only' ? 'LIMIT_MAKER' : 'LIMIT'
}

function exitType(trigger: Pick<Trigger, 'kind' | 'limit'> | undefined): string {
  const type = trigger?.kind === 'take_profit' ? 'TAKE_PROFIT' : 'STOP_LOSS'
  return trigger?.limit ? `${type}_LIMIT` : type
}

const stopType = ({ triggers }: AnyOrder): string =>
  triggers?.[0]?.limit ? 'STOP_LOSS_LIMIT' : 'STOP_LOSS'

export function orderStatusOf(order: AnyOrder): string {
  const { status, orderType, timeInForce, phase } = order
  if (status === 'waiting' && phase === 'pending') return 'PENDING_NEW'
  if (status === 'waiting' || status === 'open') return 'NEW'
  if (status === 'partially_filled') return 'PARTIALLY_FILLED'
  if (status === 'filled') return 'FILLED'
  const endsAtOnce = orderType === 'market' || ENDS_AT_ONCE.includes(timeInForce)
  return endsAtOnce && !isWaiting(order) ? 'EXPIRED' : 'CANCELED'
}

export function timeInForceOf(
  { timeInForce }: Pick<AnyOrder, 'timeInForce'>,
  type: string,
): string {
  if (timeInForce === 'post_only' || type === 'MARKET' || type === 'STOP_LOSS') return 'GTC'
  return timeInForce.toUpperCase()
}

/** What every answer about an order has. */
export function orderFields(order: AnyOrder) {
  const spec = requireSymbol(order.symbol)
  const type = orderTypeOf(order)
  const goesAtMarket = type === 'MARKET' || type === 'STOP_LOSS' || type === 'TAKE_PROFIT'
  return {
    symbol: order.symbol,
    orderId: order.id,
    orderListId: order.list?.id ?? (order.orderType === 'oco' ? order.id : -1),
    clientOrderId: order.clientOid,
    price: priceText(goesAtMarket ? 0 : limitTicks(order), spec),
    origQty: sizeText(order.budget > 0 ? order.filledLots : order.lots, spec),
    executedQty: sizeText(order.filledLots, spec),
    origQuoteOrderQty: quoteText(BigInt(order.budget), spec),
    cummulativeQuoteQty: quoteText(order.filledTickLots, spec),
    status: orderStatusOf(order),
    timeInForce: timeInForceOf(order, type),
    type,
    side: order.side.toUpperCase(),
    ...stopFields(order),
    selfTradePreventionMode: PREVENTION[order.prevention ?? 'taker'],
  }
}

function limitTicks(order: AnyOrder): number {
  const [trigger] = order.triggers ?? []
  return order.orderType === 'stop_limit' || order.orderType === 'tp_sl'
    ? trigger?.limit || order.ticks
    : order.ticks
}

function stopFields(order: AnyOrder) {
  const spec = requireSymbol(order.symbol)
  const [trigger] = order.triggers ?? []
  if (!trigger || (order.orderType === 'oco' && order.firedAt === undefined)) return {}
  return {
    ...(trigger.ticks > 0 ? { stopPrice: priceText(trigger.ticks, spec) } : {}),
    ...(trigger.callback > 0
      ? { trailingDelta: trigger.callback, trailingTime: order.createdAt }
      : {}),
  }
}

/** An order as `GET /api/v3/order` shows it. */
export function orderView(order: AnyOrder) {
  const { stopPrice = priceText(0, requireSymbol(order.symbol)), ...fields } = orderFields(order)
  return {
    ...fields,
    stopPrice,
    icebergQty: sizeText(0, requireSymbol(order.symbol)),
    time: order.createdAt,
    updateTime: order.updatedAt,
    isWorking: !isWaiting(order),
    workingTime: order.firedAt ?? (isWaiting(order) ? -1 : order.createdAt),
  }
}

/** Nothing of it can trade yet: it waits for a price, or for another order to be filled. */
export const isWaiting = (order: AnyOrder): boolean =>
  order.phase !== undefined || (isArmed(order) && order.orderType !== 'oco')

/** The stop leg of an OCO order as an order of its own. */
export function stopLegView(order: AnyOrder) {
  const spec = requireSymbol(order.symbol)
  const [trigger] = order.triggers ?? []
  const hasFired = order.firedAt !== undefined
  return {
    ...orderView(order),
    orderId: order.id + STOP_LEG,
    clientOrderId: stopLegName(order.clientOid),
    price: priceText(trigger?.limit ?? 0, spec),
    stopPrice: priceText(trigger?.ticks ?? 0, spec),
    type: stopType(order),
    ...(hasFired
      ? {}
      : {
          status: idleStatusOf(order),
          executedQty: sizeText(0, spec),
          cummulativeQuoteQty: quoteText(0n, spec),
          isWorking: false,
          workingTime: -1,
        }),
  }
}

/** The status of a stop leg that has not been reached. */
function idleStatusOf(order: AnyOrder): string {
  if (order.status === 'cancelled') return 'CANCELED'
  if (isEnded(order)) return 'EXPIRED'
  return order.phase === 'pending' ? 'PENDING_NEW' : 'NEW'
}

const isEnded = ({ status }: AnyOrder): boolean => status === 'filled' || status === 'cancelled'

/** Whether a list is shown by it: an OCO order, or the second order of a list. */
export const representsList = ({ id, list, orderType }: AnyOrder): boolean =>
  list ? id === secondOf(list) : orderType === 'oco'

/**
 * A list of orders, by the order that represents it: with the second order of a list the list has
 * ended.
 */
export function orderListView(order: AnyOrder) {
  const { id, symbol, clientOid, list, updatedAt } = order
  const isDone = isEnded(order)
  return {
    orderListId: list?.id ?? id,
    contingencyType: list ? 'OTO' : 'OCO',
    listStatusType: isDone ? 'ALL_DONE' : 'EXEC_STARTED',
    listOrderStatus: isDone ? 'ALL_DONE' : 'EXECUTING',
    listClientOrderId: list?.clientOid ?? clientOid,
    transactionTime: updatedAt,
    symbol,
    orders: [
      ...(list ? [{ symbol, orderId: list.id, clientOrderId: list.names[0] }] : []),
      ...(order.orderType === 'oco'
        ? [{ symbol, orderId: id + STOP_LEG, clientOrderId: stopLegName(clientOid) }]
        : []),
      { symbol, orderId: id, clientOrderId: clientOid },
    ],
  }
}

/** A fill in the answer to its order. */
export function fillView({ id, order, ticks, lots, fee }: DoneFill) {
  const spec = requireSymbol(order.symbol)
  const asset = receivedAsset(order, spec)
  return {
    price: priceText(ticks, spec),
    qty: sizeText(lots, spec),
    commission: assetText(fee, asset),
    commissionAsset: asset,
    tradeId: id,
  }
}
