import { Type } from '@sinclair/typebox'
import { endpoint } from '../endpoint.ts'
import {
  amountText,
  DecimalString,
  extend,
  FieldText,
  nullable,
  nullableAmount,
  NullableFieldText,
  optionalOneOf,
  oneOf,
  pageOf,
  queryOneOf,
  Side,
  Timestamp,
  type ValueOf,
} from '../schema.ts'

const PLACEABLE_TYPES = ['limit', 'market', 'stop_limit', 'stop_market', 'oco', 'trailing'] as const
/** Every type of an order on record; the exchange makes `tp_sl` orders itself. */
const ORDER_TYPES = [...PLACEABLE_TYPES, 'tp_sl'] as const
const TIMES_IN_FORCE = ['gtc', 'ioc', 'fok', 'post_only'] as const
const PREVENTIONS = ['none', 'maker', 'taker', 'both'] as const
const TRIGGER_PRICES = ['last', 'mark'] as const
const MARGIN_ACCOUNTS = ['cross', 'isolated'] as const
const SIZE_UNITS = ['base', 'quote'] as const
const ORDER_STATUSES = ['waiting', 'open', 'partially_filled', 'filled', 'cancelled'] as const

/** What kind of order it is; `tp_sl` is a take profit or stop loss that the exchange made. */
export const SpotOrderType = oneOf(ORDER_TYPES)
export type SpotOrderType = ValueOf<typeof SpotOrderType>

/** `waiting`: its trigger was not reached yet, and no part of it is in the book. */
export const OrderStatus = oneOf(ORDER_STATUSES)
export type OrderStatus = ValueOf<typeof OrderStatus>

/** How long an order stays in the book. */
export const TimeInForce = oneOf(TIMES_IN_FORCE)
export type TimeInForce = ValueOf<typeof TimeInForce>

/** Which order is cancelled where two orders of one holder would trade with each other. */
export const SelfTradePrevention = oneOf(PREVENTIONS)
export type SelfTradePrevention = ValueOf<typeof SelfTradePrevention>

/** The price that a trigger is compared with. */
export const TriggerBy = oneOf(TRIGGER_PRICES)
export type TriggerBy = ValueOf<typeof TriggerBy>

/** A condition that an order waits for. */
export const OrderTrigger = Type.Object({
  kind: oneOf(['stop', 'take_profit', 'stop_loss', 'trailing']),
  triggerBy: TriggerBy,
  direction: oneOf(['rises', 'falls']),
  triggerPrice: nullable(DecimalString),
  price: nullable(DecimalString),
  callbackRate: Type.Optional(DecimalString),
  extreme: Type.Optional(nullable(DecimalString)),
  activationPrice: Type.Optional(nullable(DecimalString)),
})
/**
 * A condition that an order waits for. `triggerPrice` is `null` for a trailing order before its
 * activation, `price` is `null` where the order goes at the market. `callbackRate` (per cent),
 * `extreme` and `activationPrice` belong to trailing orders.
 */
export type OrderTrigger = ValueOf<typeof OrderTrigger>

/** Take profit or stop loss that an order carries until it is filled. */
export const AttachedOrder = Type.Object({
  triggerPrice: DecimalString,
  price: nullable(DecimalString),
})
/** Take profit or stop loss of an order; `price` is `null` where it goes at the market. */
export type AttachedOrder = ValueOf<typeof AttachedOrder>

/** A spot order. */
export const SpotOrder = Type.Object({
  orderId: Type.String(),
  clientOid: Type.String(),
  symbol: Type.String(),
  side: Side,
  orderType: SpotOrderType,
  timeInForce: TimeInForce,
  price: nullable(DecimalString),
  size: DecimalString,
  sizeUnit: oneOf(SIZE_UNITS),
  filled: DecimalString,
  filledQuote: DecimalString,
  avgPrice: nullable(DecimalString),
  fee: DecimalString,
  feeAsset: Type.String(),
  status: OrderStatus,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  triggers: Type.Array(OrderTrigger),
  firedAt: nullable(Timestamp),
  parentOrderId: nullable(Type.String()),
  takeProfit: nullable(AttachedOrder),
  stopLoss: nullable(AttachedOrder),
  season: Type.Optional(Type.Integer({ minimum: 1 })),
  copy: Type.Optional(oneOf(['lead', 'follow'])),
  funds: Type.Optional(oneOf(MARGIN_ACCOUNTS)),
  loan: Type.Optional(oneOf(['auto', 'repay', 'both'])),
})
/**
 * A spot order. `size` is in the asset that `sizeUnit` names; `price` and `avgPrice` are `null`
 * where there is none; `firedAt` is the time at which a trigger was reached; `parentOrderId` is the
 * entry of a take profit or stop loss; `season` is set on paper orders only; `copy` where it trades
 * the funds of a lead trader or of a follow; `funds` where it trades a margin account, and `loan`
 * where it borrows or repays.
 */
export type SpotOrder = ValueOf<typeof SpotOrder>

/** A fill of a spot order. */
export const SpotFill = Type.Object({
  fillId: Type.String(),
  tradeId: Type.String(),
  orderId: Type.String(),
  clientOid: Type.String(),
  symbol: Type.String(),
  side: Side,
  orderType: SpotOrderType,
  role: oneOf(['maker', 'taker']),
  price: DecimalString,
  size: DecimalString,
  filled: DecimalString,
  avgPrice: DecimalString,
  value: DecimalString,
  fee: DecimalString,
  feeAsset: Type.String(),
  status: OrderStatus,
  createdAt: Timestamp,
  season: Type.Optional(Type.Integer({ minimum: 1 })),
  spread: Type.Optional(DecimalString),
  impact: Type.Optional(DecimalString),
  latency: Type.Optional(DecimalString),
  latencyMs: Type.Optional(Type.Number()),
  funds: Type.Optional(oneOf(MARGIN_ACCOUNTS)),
})
/**
 * A fill of a spot order; `funds` where it traded a margin account. `tradeId` is the same on both
 * sides of the trade; `value` is in the quote asset. Paper fills of a taker carry the execution
 * costs `spread`, `impact` and `latency`, in the quote asset; `latency` may be negative.
 */
export type SpotFill = ValueOf<typeof SpotFill>

/** What the fills of an order cost beyond the middle price, in the quote asset. */
export const ExecutionCosts = Type.Object({
  spread: DecimalString,
  impact: DecimalString,
  latency: DecimalString,
})
export type ExecutionCosts = ValueOf<typeof ExecutionCosts>

/** The answer to placing, amending or cancelling one order. */
export const OrderReceipt = Type.Object({
  orderId: Type.String(),
  clientOid: Type.String(),
  status: OrderStatus,
})
export type OrderReceipt = ValueOf<typeof OrderReceipt>

/** One order with its fills. */
export const SpotOrderDetail = Type.Object({
  order: SpotOrder,
  fills: pageOf(SpotFill),
  executionCosts: nullable(ExecutionCosts),
  frictions: Type.Union([ExecutionCosts, Type.Null()], {
    deprecated: true,
    description: 'Former name of `executionCosts`.',
  }),
})
/** One order with its latest fills; `executionCosts` are those of all its fills. */
export type SpotOrderDetail = ValueOf<typeof SpotOrderDetail>

const text = (description: string) => Type.String({ ...FieldText, description })
const symbolText = text('A pair, such as `BTCUSDT`.')

/** A price of a leg or trigger of an order. */
const legPrice = (description: string) => Type.Optional(nullableAmount(description))
const LEG_FIELDS = {
  triggerPrice: legPrice('Price at which it triggers, in quote; of a trailing order optional.'),
  stopPrice: legPrice('Limit of the stop leg of an oco order, in quote; absent: at the market.'),
  callbackRate: legPrice('How far a trailing order lets the price come back, in per cent.'),
  takeProfitTriggerPrice: legPrice('Trigger of the take profit, in quote.'),
  takeProfitPrice: legPrice('Limit of the take profit, in quote; absent: at the market.'),
  stopLossTriggerPrice: legPrice('Trigger of the stop loss, in quote.'),
  stopLossPrice: legPrice('Limit of the stop loss, in quote; absent: at the market.'),
}

/** The fields of a new order; amounts are decimal strings. */
export const PlaceSpotOrderRequest = Type.Object({
  symbol: symbolText,
  side: Side,
  orderType: oneOf(PLACEABLE_TYPES),
  size: amountText('Size in `sizeUnit`, above zero.'),
  price: Type.Optional(nullableAmount('Limit price in quote, a multiple of the tick size.')),
  sizeUnit: Type.Optional(
    optionalOneOf(SIZE_UNITS, {
      description: 'Asset of `size`; default `quote` for a buy at the market, otherwise `base`.',
    }),
  ),
  timeInForce: Type.Optional(
    optionalOneOf(TIMES_IN_FORCE, {
      description: 'Default `ioc` at the market, otherwise `gtc`.',
    }),
  ),
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
  funds: Type.Optional(
    optionalOneOf(['spot', 'lead', 'cross', 'isolated'], {
      description:
        'Account that it trades; `lead`: that followers copy, `cross` and `isolated`: margin. ' +
        'Default `spot`.',
    }),
  ),
  loan: Type.Optional(
    optionalOneOf(['none', 'auto', 'repay', 'both'], {
      description:
        'Margin only. `auto` borrows what the account lacks with the fills, `repay` repays with ' +
        'what is received. Default `none`.',
    }),
  ),
  reduceOnly: Type.Optional(
    Type.Unknown({
      description: 'Refused with 40010 unless absent, null or "": spot has no positions to reduce.',
    }),
  ),
})
export type PlaceSpotOrderRequest = ValueOf<typeof PlaceSpotOrderRequest>

const OrderReference = Type.Object({
  orderId: Type.Optional(FieldText),
  clientOid: Type.Optional(FieldText),
})

/** The fields of an order that an amendment may change, with the order that it changes. */
export const AmendSpotOrderRequest = extend(OrderReference, {
  price: Type.Optional(nullableAmount('New limit price, in quote.')),
  size: Type.Optional(nullableAmount('New total size, above what has traded.')),
  ...LEG_FIELDS,
})
export type AmendSpotOrderRequest = ValueOf<typeof AmendSpotOrderRequest>

const filter = {
  cursor: Type.Optional(text('`next` of the page before.')),
  limit: Type.Optional(text('Rows of a page: 1 to 200, default 50.')),
  symbol: Type.Optional(text('A pair, or several: `BTCUSDT,ETHUSDT`.')),
  side: Type.Optional(queryOneOf(['buy', 'sell'])),
  orderType: Type.Optional(queryOneOf(ORDER_TYPES)),
  from: Type.Optional(text('First time, included: milliseconds since the Unix epoch.')),
  to: Type.Optional(text('Last time, included: milliseconds since the Unix epoch.')),
  orderId: Type.Optional(text('One order.')),
  season: Type.Optional(text('Paper season, from 1.')),
  funds: Type.Optional(
    queryOneOf(['spot', ...MARGIN_ACCOUNTS, 'margin'], {
      description: 'Account that was traded; `margin`: cross and isolated ones. Default: all.',
    }),
  ),
}
const FillsRequest = Type.Object(filter)
const OrdersRequest = extend(FillsRequest, { status: Type.Optional(queryOneOf(ORDER_STATUSES)) })

const read = { method: 'GET', access: 'private', signing: '1' } as const
const write = { method: 'POST', access: 'private', signing: '2' } as const

/** Refusals of what an order would be; those from 40215 on of one for a margin account. */
const TERMS_ERRORS = [
  '40201',
  '40202',
  '40203',
  '40204',
  '40205',
  '40206',
  '40207',
  '40208',
  '40215',
  '40220',
  '40221',
  '40222',
  '40401',
] as const

/** Spot orders and fills. */
export const orders = {
  place: endpoint({
    ...write,
    path: '/v1/spot/order/place',
    summary:
      'Places a spot order. The same clientOid with the same fields gets the first answer again.',
    request: PlaceSpotOrderRequest,
    response: OrderReceipt,
    errors: [...TERMS_ERRORS, '40902', '42902'],
  }),
  cancel: endpoint({
    ...write,
    path: '/v1/spot/order/cancel',
    summary: 'Cancels an open spot order.',
    request: OrderReference,
    response: OrderReceipt,
    errors: ['40401'],
  }),
  amend: endpoint({
    ...write,
    path: '/v1/spot/order/amend',
    summary: 'Changes price, size, triggers or attached orders of an open spot order.',
    request: AmendSpotOrderRequest,
    response: OrderReceipt,
    errors: TERMS_ERRORS,
  }),
  cancelAll: endpoint({
    ...write,
    path: '/v1/spot/order/cancelAll',
    summary: 'Cancels all open spot orders, or those of a pair or side.',
    request: Type.Object({
      symbol: Type.Optional(NullableFieldText),
      side: Type.Optional(optionalOneOf(['buy', 'sell'])),
    }),
    response: Type.Object({ cancelled: Type.Array(Type.String()) }),
    errors: ['40401'],
  }),
  open: endpoint({
    ...read,
    path: '/v1/spot/order/open',
    summary: 'Open spot orders, the latest first.',
    request: OrdersRequest,
    response: pageOf(SpotOrder),
    errors: ['40401'],
  }),
  trigger: endpoint({
    ...read,
    path: '/v1/spot/order/trigger',
    summary: 'Spot orders with a trigger that was not reached yet, the latest first.',
    request: OrdersRequest,
    response: pageOf(SpotOrder),
    errors: ['40401'],
  }),
  history: endpoint({
    ...read,
    path: '/v1/spot/order/history',
    summary: 'Filled and cancelled spot orders, the latest closed first.',
    request: OrdersRequest,
    response: pageOf(SpotOrder),
    errors: ['40401'],
  }),
  fills: endpoint({
    ...read,
    path: '/v1/spot/order/fills',
    summary: 'Fills of spot orders, the latest first.',
    request: FillsRequest,
    response: pageOf(SpotFill),
    errors: ['40401'],
  }),
  detail: endpoint({
    ...read,
    path: '/v1/spot/order/detail',
    summary:
      'One spot order by orderId or clientOid, with its latest fills and its execution costs.',
    request: OrderReference,
    response: SpotOrderDetail,
    errors: ['40401'],
  }),
} as const
