import { Type } from '@sinclair/typebox'
import { endpoint } from '../endpoint.ts'
import { AttachedOrder, OrderReceipt } from '../spot/orders.ts'
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
  Timestamp,
  type ValueOf,
} from '../schema.ts'

/** 1 long, 2 short. */
export const PositionSide = Type.Union([Type.Literal(1), Type.Literal(2)], {
  description: '1 long, 2 short.',
})
export type PositionSide = ValueOf<typeof PositionSide>

/** 1 isolated (`fixed`), 2 cross. */
export const MarginMode = Type.Union([Type.Literal(1), Type.Literal(2)], {
  description: '1 isolated (fixed), 2 cross.',
})
export type MarginMode = ValueOf<typeof MarginMode>

/** 1 one-way, 2 two-way. */
export const PositionMode = Type.Union([Type.Literal(1), Type.Literal(2)], {
  description: '1 one-way, 2 two-way.',
})
export type PositionMode = ValueOf<typeof PositionMode>

/** A position. */
export const FuturesPosition = Type.Object({
  symbol: Type.String(),
  marginCoin: Type.String(),
  orderNo: Type.String(),
  positionSide: PositionSide,
  marginMode: MarginMode,
  positionMode: PositionMode,
  openDealCount: DecimalString,
  closeDealCount: DecimalString,
  openAvgPrice: DecimalString,
  positionsOpenAvgPrice: DecimalString,
  openMarginCount: DecimalString,
  positionsOpenMarginCount: DecimalString,
  positionsCount: DecimalString,
  count: DecimalString,
  openLevel: Type.Integer({ minimum: 1 }),
  positionsLevel: Type.Integer({ minimum: 1 }),
  achievedProfits: DecimalString,
  markPrice: nullable(DecimalString),
  unrealisedPnl: nullable(DecimalString),
  settled: DecimalString,
  roe: nullable(DecimalString),
  liquidationPrice: nullable(DecimalString),
  bankruptcyPrice: nullable(DecimalString),
  marginRatio: nullable(DecimalString),
  breakEvenPrice: DecimalString,
  fundingPaid: DecimalString,
  fees: DecimalString,
  adl: Type.Integer({ minimum: 0, maximum: 5 }),
  takeProfit: nullable(AttachedOrder),
  stopLoss: nullable(AttachedOrder),
  autoMargin: Type.Boolean(),
  openedAt: Timestamp,
  updatedAt: Timestamp,
  season: Type.Optional(Type.Integer({ minimum: 1 })),
})
/**
 * A position. `openAvgPrice` and `openMarginCount` are those of this opening (fills since it was
 * flat), `positionsOpenAvgPrice` and `positionsOpenMarginCount` those of what is held;
 * `positionsCount` is held and `count` may still be closed; `openDealCount` and `closeDealCount`
 * were filled to open and close. `settled` is the part of `unrealisedPnl` that lies in the margin
 * already: the equity of an isolated position is its margin and `unrealisedPnl` less `settled`.
 * Prices of the market are `null` while the mark is stale, `liquidationPrice` where there is none;
 * `roe` and `marginRatio` are per cent; `adl` is the number of lights, 0 to 5.
 */
export type FuturesPosition = ValueOf<typeof FuturesPosition>

/** A position that was closed. */
export const ClosedPosition = Type.Object({
  orderNo: Type.String(),
  symbol: Type.String(),
  marginCoin: Type.String(),
  positionSide: PositionSide,
  marginMode: MarginMode,
  size: DecimalString,
  openAvgPrice: DecimalString,
  closeAvgPrice: DecimalString,
  achievedProfits: DecimalString,
  fees: DecimalString,
  fundingPaid: DecimalString,
  endedBy: oneOf(['close', 'liquidation', 'adl', 'reset']),
  openedAt: Timestamp,
  closedAt: Timestamp,
  season: Type.Optional(Type.Integer({ minimum: 1 })),
})
/**
 * A position that was closed. `size` is all that was opened of it; `from` and `to` of the list
 * bound `closedAt`; `endedBy` says what took the last of it.
 */
export type ClosedPosition = ValueOf<typeof ClosedPosition>

const symbol = Type.String({ ...FieldText, description: 'A contract, such as `BTCUSDT`.' })
const leg = {
  symbol,
  positionSide: Type.Optional(
    Type.Union([PositionSide, Type.Null()], {
      description: 'Side of the position; needed in two-way mode.',
    }),
  ),
}
const clientOid = Type.Optional(
  Type.Union([FieldText, Type.Null()], { description: 'Key of the request.' }),
)
const read = { method: 'GET', access: 'private', signing: '1' } as const
const write = { method: 'POST', access: 'private', signing: '2' } as const
const ORDER_ERRORS = [
  '40201',
  '40202',
  '40203',
  '40204',
  '40205',
  '40207',
  '40210',
  '40215',
  '40216',
  '40401',
  '40902',
  '42902',
] as const

/** Takes a share or an amount of a position to the market, or rests as a limit order. */
export const ClosePositionRequest = Type.Object({
  ...leg,
  orderType: Type.Optional(optionalOneOf(['limit', 'market'], { description: 'Default market.' })),
  price: Type.Optional(nullableAmount('Limit price, a multiple of the tick size.')),
  size: Type.Optional(nullableAmount('How much; absent together with `share`: all.')),
  share: Type.Optional(nullableAmount('Per cent of what is held, above 0 to 100.')),
  clientOid,
})
export type ClosePositionRequest = ValueOf<typeof ClosePositionRequest>

/** What a position is to be closed at. */
export const PositionExitsRequest = Type.Object({
  ...leg,
  takeProfitTriggerPrice: Type.Optional(nullableAmount('Trigger of the take profit; null: none.')),
  takeProfitPrice: Type.Optional(nullableAmount('Limit of the take profit; absent: market.')),
  stopLossTriggerPrice: Type.Optional(nullableAmount('Trigger of the stop loss; null: none.')),
  stopLossPrice: Type.Optional(nullableAmount('Limit of the stop loss; absent: market.')),
  triggerBy: Type.Optional(
    optionalOneOf(['last', 'mark', 'index'], { description: 'Price of triggers; default `mark`.' }),
  ),
})
export type PositionExitsRequest = ValueOf<typeof PositionExitsRequest>

/** Positions and the commands on them. */
export const positions = {
  list: endpoint({
    ...read,
    path: '/v1/futures/position/list',
    summary: 'Open positions.',
    request: Type.Object({ symbol: Type.Optional(symbol) }),
    response: Type.Array(FuturesPosition),
    errors: ['40401'],
  }),
  history: endpoint({
    ...read,
    path: '/v1/futures/position/history',
    summary: 'Closed positions, the latest closed first.',
    request: Type.Object({
      symbol: Type.Optional(symbol),
      cursor: Type.Optional(FieldText),
      limit: Type.Optional(FieldText),
      from: Type.Optional(FieldText),
      to: Type.Optional(FieldText),
      positionSide: Type.Optional(queryOneOf(['1', '2'])),
    }),
    response: pageOf(ClosedPosition),
    errors: ['40401'],
  }),
  close: endpoint({
    ...write,
    path: '/v1/futures/position/close',
    summary: 'Closes a position, or a part of it, at the market or by a limit order.',
    request: ClosePositionRequest,
    response: OrderReceipt,
    errors: ORDER_ERRORS,
  }),
  closeAll: endpoint({
    ...write,
    path: '/v1/futures/position/closeAll',
    summary: 'Closes all positions of a margin coin at the market, and cancels their orders.',
    request: Type.Object({
      product: Type.Optional(optionalOneOf(['usdt', 'coin'])),
      symbol: Type.Optional(NullableFieldText),
      clientOid,
    }),
    response: Type.Object({
      closed: Type.Array(OrderReceipt),
      left: Type.Array(
        Type.Object({ symbol: Type.String(), positionSide: PositionSide, size: DecimalString }),
      ),
    }),
    errors: ['40210', '40215', '40401', '40902'],
  }),
  reverse: endpoint({
    ...write,
    path: '/v1/futures/position/reverse',
    summary:
      'Closes a position at the market and, if all of it closed, opens the same size opposite.',
    request: Type.Object({ ...leg, clientOid }),
    response: Type.Object({ closed: OrderReceipt, opened: nullable(OrderReceipt) }),
    errors: [...ORDER_ERRORS, '40212', '40213', '40217'],
  }),
  exits: endpoint({
    ...write,
    path: '/v1/futures/position/exits',
    summary: 'Sets, changes or removes the take profit and stop loss of a whole position.',
    request: PositionExitsRequest,
    response: Type.Object({
      takeProfit: nullable(AttachedOrder),
      stopLoss: nullable(AttachedOrder),
    }),
    errors: ['40202', '40208', '40210', '40215', '40401'],
  }),
  margin: endpoint({
    ...write,
    path: '/v1/futures/position/margin',
    summary:
      'Adds margin to an isolated position, or takes some out; the same clientOid does so once.',
    request: Type.Object({
      ...leg,
      amount: amountText('Margin coin; below zero it is taken out.'),
      clientOid,
    }),
    response: Type.Object({ margin: DecimalString, liquidationPrice: nullable(DecimalString) }),
    errors: ['40205', '40214', '40215', '40217', '40401', '40902'],
  }),
  autoMargin: endpoint({
    ...write,
    path: '/v1/futures/position/autoMargin',
    summary: 'Lets an isolated position draw margin from the wallet before it is liquidated.',
    request: Type.Object({ ...leg, enabled: Type.Boolean() }),
    response: Type.Object({ enabled: Type.Boolean() }),
    errors: ['40210', '40214', '40401'],
  }),
} as const

/** What a contract asks of what is held of it. */
const rates = {
  maintenanceRate: DecimalString,
  maintenanceAmount: DecimalString,
  takerFeeRate: DecimalString,
}

/** What equity and requirement of an account were computed from. */
export const LiquidationInputs = Type.Object({
  walletBalance: DecimalString,
  positions: Type.Array(
    Type.Object({
      symbol: Type.String(),
      positionSide: PositionSide,
      size: DecimalString,
      contractValue: nullable(DecimalString),
      cost: DecimalString,
      settled: DecimalString,
      markPrice: DecimalString,
      ...rates,
    }),
  ),
  exposures: Type.Array(
    Type.Object({
      symbol: Type.String(),
      exposure: DecimalString,
      maintenanceRate: Type.Optional(DecimalString),
      maintenanceAmount: Type.Optional(DecimalString),
      takerFeeRate: Type.Optional(DecimalString),
    }),
  ),
  equity: DecimalString,
  requirement: DecimalString,
})
/**
 * What equity and requirement were computed from. Equity is the wallet and, of each position, its
 * value at the mark less `cost` and `settled`: `size` times `markPrice`, below zero of a short. Of
 * inverse contracts it is `size` times `contractValue` over `markPrice`, rounded up at 8 decimals
 * and below zero of a long. The requirement is, for each of `exposures`, `exposure` times both
 * rates less `maintenanceAmount`, rounded up. `exposure` counts open orders too, but those of
 * inverse contracts not. Steps from before the rates of exposures were kept lack them: with orders
 * their requirement cannot always be recomputed.
 */
export type LiquidationInputs = ValueOf<typeof LiquidationInputs>

/** One step of a liquidation of the user. */
export const LiquidationStep = Type.Object({
  liquidationId: Type.String({ description: 'Under which the step is published, if it traded.' }),
  step: Type.Integer({ minimum: 1, maximum: 5 }),
  at: Timestamp,
  symbol: nullable(Type.String()),
  side: nullable(oneOf(['buy', 'sell'])),
  size: DecimalString,
  filled: DecimalString,
  avgPrice: nullable(DecimalString),
  bankruptcyPrice: nullable(DecimalString),
  markPrice: Type.Optional(DecimalString),
  indexPrice: Type.Optional(DecimalString),
  equityBefore: Type.Optional(DecimalString),
  requirementBefore: Type.Optional(DecimalString),
  equityAfter: nullable(DecimalString),
  requirementAfter: nullable(DecimalString),
  fee: DecimalString,
  liquidationFee: DecimalString,
  fundPaid: DecimalString,
  cancelledOrders: Type.Integer({ minimum: 0 }),
  priceHash: nullable(Type.String()),
  inputs: nullable(LiquidationInputs),
})
/**
 * One step: 1 orders cancelled, 2 legs netted, 3 a slice, 4 all with the fund, 5 auto-deleveraging.
 * What decided it is left out for the one whose position was deleveraged: the account of another.
 */
export type LiquidationStep = ValueOf<typeof LiquidationStep>

/** A liquidation of the user, or a deleveraging of a position that was in profit. */
export const Liquidation = Type.Object({
  liquidationId: Type.String(),
  kind: oneOf(['liquidation', 'deleveraged']),
  marginMode: MarginMode,
  marginCoin: Type.String(),
  symbol: nullable(Type.String()),
  startedAt: Timestamp,
  endedAt: nullable(Timestamp),
  lost: DecimalString,
})
/** A liquidation of the user; `symbol` is `null` for the whole cross account. */
export type Liquidation = ValueOf<typeof Liquidation>

/** What a liquidation was computed from. */
export const LiquidationDetail = extend(Liquidation, {
  steps: Type.Array(LiquidationStep),
  inputs: nullable(LiquidationInputs),
})
/** A liquidation with its steps; `inputs` are those of the first one. */
export type LiquidationDetail = ValueOf<typeof LiquidationDetail>

/** What the exchange did to a futures account, or is about to do. */
export const FuturesRiskEvent = Type.Object({
  kind: oneOf(['margin_call', 'liquidation', 'deleveraged', 'funding']),
  marginCoin: Type.String(),
  symbol: nullable(Type.String()),
  marginMode: MarginMode,
  marginRatio: nullable(DecimalString),
  step: nullable(Type.Integer({ minimum: 1, maximum: 5 })),
  liquidationId: nullable(Type.String()),
  amount: nullable(DecimalString),
  at: Timestamp,
})
/**
 * A margin call at a ratio of 80, 90 or 95 % with `marginRatio`, a step of a liquidation with
 * `step` and `liquidationId`, a deleveraging with `amount` realised, or funding with the `amount`
 * received, below zero paid. `symbol` is `null` where it is about the whole cross wallet.
 */
export type FuturesRiskEvent = ValueOf<typeof FuturesRiskEvent>

const liquidationPage = {
  cursor: Type.Optional(FieldText),
  limit: Type.Optional(FieldText),
  symbol: Type.Optional(symbol),
  from: Type.Optional(FieldText),
  to: Type.Optional(FieldText),
}

/** Liquidations of the user. */
export const liquidations = {
  list: endpoint({
    ...read,
    path: '/v1/futures/liquidation/list',
    summary: 'Liquidations and deleveragings of the user, the latest first.',
    request: Type.Object(liquidationPage),
    response: pageOf(Liquidation),
    errors: ['40401'],
  }),
  detail: endpoint({
    ...read,
    path: '/v1/futures/liquidation/detail',
    summary: 'One liquidation with its steps and all that they were computed from.',
    request: Type.Object({ liquidationId: FieldText }),
    response: LiquidationDetail,
    errors: ['40401'],
  }),
} as const
