import { SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import type { RouteSpec } from '../../platform/http/route.ts'
import type { TradingService } from '../trading/createTradingService.ts'
import { createPrivateRoutes } from '../trading/privateRoutes.ts'
import { symbolView } from '../trading/views.ts'
import { AMENDABLE } from './createAmendments.ts'
import type { OrderService } from './createOrderService.ts'

const text = { type: 'string', maxLength: 100 }
const optional = { type: ['string', 'null'], maxLength: 100 }

/** Placing, amending and cancelling spot orders, and the list of pairs (wire 10). */
export function orderRoutes({
  orders,
  trading,
}: {
  readonly orders: OrderService
  readonly trading: TradingService
}): RouteSpec[] {
  const { write } = createPrivateRoutes(trading)
  return [
    write(
      '/v1/spot/order/place',
      { summary: 'Places a spot order.', schema: { body: placeSchema } },
      (session, { body }) => orders.place(session, body),
    ),
    write(
      '/v1/spot/order/cancel',
      { summary: 'Cancels an open spot order.', schema: { body: cancelSchema } },
      (session, { body }) => orders.cancel(session, body),
    ),
    write(
      '/v1/spot/order/amend',
      {
        summary: 'Changes price, size, triggers or exits of an open spot order.',
        schema: { body: amendSchema },
      },
      (session, { body }) => orders.amend(session, body),
    ),
    write(
      '/v1/spot/order/cancelAll',
      {
        summary: 'Cancels all open spot orders, of a pair or side where one is named.',
        schema: { body: cancelAllSchema },
      },
      (session, { body }) => orders.cancelAll(session, body),
    ),
    {
      method: 'GET',
      path: '/v1/spot/public/symbols',
      access: 'public',
      summary: 'The spot pairs and their rules.',
      handler: async () => SPOT_SYMBOLS.map(symbolView),
    },
  ]
}

/**
 * Only the kinds of values; what they may be is judged with the order, so that each fault names its
 * field and code.
 */
const placeSchema = {
  type: 'object',
  properties: {
    symbol: text,
    side: text,
    orderType: text,
    size: text,
    price: optional,
    sizeUnit: optional,
    timeInForce: optional,
    triggerPrice: optional,
    triggerBy: optional,
    stopPrice: optional,
    callbackRate: optional,
    takeProfitTriggerPrice: optional,
    takeProfitPrice: optional,
    stopLossTriggerPrice: optional,
    stopLossPrice: optional,
    selfTradePrevention: optional,
    clientOid: optional,
  },
}
const cancelSchema = { type: 'object', properties: { orderId: text, clientOid: text } }
const amendSchema = {
  type: 'object',
  properties: {
    orderId: text,
    clientOid: text,
    ...Object.fromEntries(AMENDABLE.map((field) => [field, optional])),
  },
}
const cancelAllSchema = { type: 'object', properties: { symbol: optional, side: optional } }
