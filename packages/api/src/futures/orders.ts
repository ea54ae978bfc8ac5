import { Type } from '@sinclair/typebox'
import { endpoint } from '../endpoint.ts'
import { AttachedOrder, OrderReceipt, OrderStatus, TimeInForce } from '../spot/orders.ts'
import {
  amountText,
  DecimalString,
  extend,
  FieldText,
  nullable,
  nullableAmount,
  NullableFieldText,
  oneOf,
  optionalOneOf,
  pageOf,
  queryOneOf,
  Side,
  Timestamp,
  type ValueOf,
} from '../schema.ts'
import { PositionSide } from './positions.ts'

const PLACEABLE_TYPES = ['limit', 'market', 'stop_limit', 'stop_market', 'trailing'] as const
const MADE_TYPES = ['tp_sl', 'liquidation'] as const
/** The exchange makes `tp_sl` and `liquidation` orders itself. */
const ORDER_TYPES = [...PLACEABLE_TYPES, ...MADE_TYPES] as const
const TRIGGER_PRICES = ['last', 'mark', 'index'] as const
const SIZE_UNITS = ['base', 'value', 'margin'] as const
const TIMES_IN_FORCE = ['gtc', 'ioc', 'fok', 'post_only'] as const
const PREVENTIONS = ['maker', 'taker', 'both'] as const
const ORDER_STATUSES = ['waiting', 'open', 'partially_filled', 'filled', 'cancelled'] as const

/** What kind of order it is. */
export const FuturesOrderType = oneOf(ORDER_TYPES)
export type FuturesOrderType = ValueOf<typeof FuturesOrderType>

/** The price that a trigger of a futures order is compared with. */
export const FuturesTriggerBy = oneOf(TRIGGER_PRICES)
export type FuturesTriggerBy = ValueOf<typeof FuturesTriggerBy>

/** A condition that a futures order waits for. */
export const FuturesTrigger = Type.Object({
  kind: oneOf(['stop', 'take_profit', 'stop_loss', 'trailing']),
  triggerBy: FuturesTriggerBy,
  direction: oneOf(['rises', 'falls']),
  triggerPrice: nullable(DecimalString),
  price: nullable(DecimalString),
  callbackRate: Type.Optional(DecimalString),
  extreme: Type.Optional(nullable(DecimalString)),
  activationPrice: Type.Optional(nullable(DecimalString)),
})
/** As a trigger of a spot order, by the index price too. */
export type FuturesTrigger = ValueOf<typeof FuturesTrigger>

/** A futures order. */
export const FuturesOrder = Type.Object({
  orderId: Type.String(),
  clientOid: Type.String(),
  symbol: Type.String(),
  marginCoin: Type.String(),
  side: Side,
  tradeSide: nullable(oneOf(['open', 'close'])),
  positionSide: nullable(PositionSide),
  orderType: FuturesOrderType,
  timeInForce: TimeInForce,
  reduceOnly: Type.Boolean(),
  closePosition: Type.Boolean(),
  price: nullable(DecimalString),
  size: DecimalString,
  filled: DecimalString,
  avgPrice: nullable(DecimalString),
  fee: DecimalString,
  realisedPnl: DecimalString,
  leverage: Type.Integer({ minimum: 1 }),
  status: OrderStatus,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  triggers: Type.Array(FuturesTrigger),
  firedAt: nullable(Timestamp),
  parentOrderId: nullable(Type.String()),
  takeProfit: nullable(AttachedOrder),
  stopLoss: nullable(AttachedOrder),
  season: Type.Optional(Type.Integer({ minimum: 1 })),
})
/**
 * A futures order. `size` is in the base coin (linear) or in contracts (inverse); `tradeSide` and
 * `positionSide` are `null` in one-way mode; `fee` and `realisedPnl` are in the margin coin.
 */
export type FuturesOrder = ValueOf<typeof FuturesOrder>

/** A fill of a futures order. */
export const FuturesFill = Type.Object({
  fillId: Type.String(),
  tradeId: Type.String(),
  orderId: Type.String(),
  clientOid: Type.String(),
  symbol: Type.String(),
  marginCoin: Type.String(),
  side: Side,
  positionSide: nullable(PositionSide),
  orderType: FuturesOrderType,
  role: oneOf(['maker', 'taker']),
  price: DecimalString,
  size: DecimalString,
  value: DecimalString,
  fee: DecimalString,
  realisedPnl: DecimalString,
  createdAt: Timestamp,
  season: Type.Optional(Type.Integer({ minimum: 1 })),
})
/** A fill of a futures order; `value` is in quote, `fee` and `realisedPnl` in the margin coin. */
export type FuturesFill = ValueOf<typeof FuturesFill>

const text = (description: string) => Type.String({ ...FieldText, description })
const legPrice = (description: string) => Type.Optional(nullableAmount(description))
const LEG_FIELDS = {
  triggerPrice: legPrice('Price at which it triggers; of a trailing order optional.'),
  callbackRate: legPrice('How far a trailing order lets the price come back: 0.1 to 10 per cent.'),
  takeProfitTriggerPrice: legPrice('Trigger of the take profit.'),
  takeProfitPrice: legPrice('Limit of the take profit; absent: at the market.'),
  stopLossTriggerPrice: legPrice('Trigger of the stop loss.'),
  stopLossPrice: legPrice('Limit of the stop loss; absent: at the market.'),
}
const flag = (description: string) =>
  Type.Optional(Type.Union([Type.Boolean(), Type.Null()], { description }))

/** The fields of a new futures order; amounts are decimal strings. */
export const PlaceFuturesOrderRequest = Type.Object({
  symbol: text('A contract, such as `BTCUSDT`.'),
  side: Side,
  tradeSide: Type.Optional(
    optionalOneOf(['open', 'close'], {
      description:
        'Needed in two-way mode: a buy that opens is long, one that closes ends a short.',
    }),
  ),
  orderType: oneOf(PLACEABLE_TYPES),
  size: Type.Optional(nullableAmount('Size in `sizeUnit`, above zero; absent with closePosition.')),
  sizeUnit: Type.Optional(
    optionalOneOf(SIZE_UNITS, {
      description: 'Base coin or contracts (default), value in quote, or margin times leverage.',
    }),
  ),
  price: legPrice('Limit price, a multiple of the tick size.'),
  timeInForce: Type.Optional(
    optionalOneOf(TIMES_IN_FORCE, { description: 'Default `ioc` at the market, else `gtc`.' }),
  ),
  reduceOnly: flag('It only ever makes the position smaller.'),
  closePosition: flag('A trigger that closes whatever is held then.'),
  triggerBy: Type.Optional(
    optionalOneOf(TRIGGER_PRICES, { description: 'Price that triggers compare; default `last`.' }),
  ),
  ...LEG_FIELDS,
  selfTradePrevention: Type.Optional(
    optionalOneOf(PREVENTIONS, {
      description: 'Order that gives way to another of the holder; default `taker`.',
    }),
  ),
  clientOid: Type.Optional(
    Type.Union([FieldText, Type.Null()], {
      description: 'Key of the request: 1 to 64 letters, digits, hyphens or underscores.',
    }),
  ),
})
export type PlaceFuturesOrderRequest = ValueOf<typeof PlaceFuturesOrderRequest>

const OrderReference = Type.Object({
  orderId: Type.Optional(FieldText),
  clientOid: Type.Optional(FieldText),
})

/** The fields of a futures order that an amendment may change, with the order that it changes. */
export const AmendFuturesOrderRequest = extend(OrderReference, {
  price: legPrice('New limit price.'),
  size: legPrice('New total size, above what has traded.'),
  ...LEG_FIELDS,
})
export type AmendFuturesOrderRequest = ValueOf<typeof AmendFuturesOrderRequest>

/** A value that a position would be liquidated at, with what proves it. */
const Certificate = Type.Object({ equity: DecimalString, requirement: DecimalString })

/** What an order would cost and change. */
export const FuturesPreview = Type.Object({
  cost: DecimalString,
  fee: DecimalString,
  maxOpen: DecimalString,
  marginRatio: nullable(DecimalString),
  liquidationPrice: nullable(DecimalString),
  liquidationPriceBefore: nullable(DecimalString),
  falling: nullable(DecimalString),
  rising: nullable(DecimalString),
  certificate: nullable(Certificate),
})
/**
 * What an order would cost and change, in the margin coin. `falling` and `rising` are the prices at
 * which the account would be liquidated then; `certificate` is equity and requirement at
 * `liquidationPrice`.
 */
export type FuturesPreview = ValueOf<typeof FuturesPreview>

const symbolText = text('A contract, such as `BTCUSDT`.')
const filter = {
  cursor: Type.Optional(text('`next` of the page before.')),
  limit: Type.Optional(text('Rows of a page: 1 to 200, default 50.')),
  symbol: Type.Optional(symbolText),
  side: Type.Optional(queryOneOf(['buy', 'sell'])),
  orderType: Type.Optional(queryOneOf(ORDER_TYPES)),
  from: Type.Optional(text('First time, included: milliseconds since the Unix epoch.')),
  to: Type.Optional(text('Last time, included: milliseconds since the Unix epoch.')),
  orderId: Type.Optional(text('One order.')),
  season: Type.Optional(text('Paper season, from 1.')),
}
const FillsRequest = Type.Object(filter)
const OrdersRequest = extend(FillsRequest, { status: Type.Optional(queryOneOf(ORDER_STATUSES)) })

const read = { method: 'GET', access: 'private', signing: '1' } as const
const write = { method: 'POST', access: 'private', signing: '2' } as const
const TERMS_ERRORS = [
  '40201',
  '40202',
  '40203',
  '40204',
  '40205',
  '40206',
  '40207',
  '40208',
  '40210',
  '40211',
  '40212',
  '40213',
  '40215',
  '40216',
  '40217',
  '40401',
] as const

/** Futures orders and fills. */
export const orders = {
  place: endpoint({
    ...write,
    path: '/v1/futures/order/place',
    summary:
      'Places a futures order. The same clientOid with the same fields gets the first answer.',
    request: PlaceFuturesOrderRequest,
    response: OrderReceipt,
    errors: [...TERMS_ERRORS, '40902', '42902'],
  }),
  cancel: endpoint({
    ...write,
    path: '/v1/futures/order/cancel',
    summary: 'Cancels an open futures order.',
    request: OrderReference,
    response: OrderReceipt,
    errors: ['40215', '40401'],
  }),
  cancelAll: endpoint({
    ...write,
    path: '/v1/futures/order/cancelAll',
    summary: 'Cancels all open futures orders, or those of a contract or side.',
    request: Type.Object({
      symbol: Type.Optional(NullableFieldText),
      side: Type.Optional(optionalOneOf(['buy', 'sell'])),
      product: Type.Optional(optionalOneOf(['usdt', 'coin'])),
    }),
    response: Type.Object({ cancelled: Type.Array(Type.String()) }),
    errors: ['40215', '40401'],
  }),
  amend: endpoint({
    ...write,
    path: '/v1/futures/order/amend',
    summary: 'Changes price, size, trigger or exits of an open futures order; the rest stays.',
    request: AmendFuturesOrderRequest,
    response: OrderReceipt,
    errors: TERMS_ERRORS,
  }),
  preview: endpoint({
    ...read,
    path: '/v1/futures/order/preview',
    summary: 'What an order would cost, and the liquidation price after it; nothing is placed.',
    request: Type.Object({
      symbol: symbolText,
      side: Side,
      tradeSide: Type.Optional(queryOneOf(['open', 'close'])),
      orderType: Type.Optional(
        queryOneOf(['limit', 'market'], { description: 'Default `limit` with a price.' }),
      ),
      size: amountText('Size in `sizeUnit`.'),
      sizeUnit: Type.Optional(queryOneOf(SIZE_UNITS)),
      price: Type.Optional(amountText('Limit price.')),
      reduceOnly: Type.Optional(queryOneOf(['true', 'false'])),
      leverage: Type.Optional(text('Leverage to compute with; default the one that is set.')),
    }),
    response: FuturesPreview,
    errors: ['40202', '40203', '40205', '40210', '40211', '40212', '40401'],
  }),
  history: endpoint({
    ...read,
    path: '/v1/futures/order/history',
    summary: 'Filled and cancelled futures orders, the latest closed first.',
    request: OrdersRequest,
    response: pageOf(FuturesOrder),
    errors: ['40401'],
  }),
  fills: endpoint({
    ...read,
    path: '/v1/futures/order/fills',
    summary: 'Fills of futures orders, the latest first.',
    request: FillsRequest,
    response: pageOf(FuturesFill),
    errors: ['40401'],
  }),
  detail: endpoint({
    ...read,
    path: '/v1/futures/order/detail',
    summary: 'One futures order by orderId or clientOid, with its latest fills.',
    request: OrderReference,
    response: Type.Object({ order: FuturesOrder, fills: pageOf(FuturesFill) }),
    errors: ['40401'],
  }),
  open: endpoint({
    ...read,
    path: '/v1/futures/order/open',
    summary: 'Open futures orders, the latest first.',
    request: OrdersRequest,
    response: pageOf(FuturesOrder),
    errors: ['40401'],
  }),
  trigger: endpoint({
    ...read,
    path: '/v1/futures/order/trigger',
    summary: 'Futures orders with a trigger that was not reached yet, the latest first.',
    request: OrdersRequest,
    response: pageOf(FuturesOrder),
    errors: ['40401'],
  }),
} as const
