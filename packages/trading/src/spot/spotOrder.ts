import type { Protection } from './priceBands.ts'
import type { OrderSide, SymbolRules } from './symbolRules.ts'
import { ORDER_REFUSAL_CODES, type OrderRefusal, type OrderRefusalCode } from './wire.ts'

/** Type of a spot order. */
export type SpotOrderType = 'limit' | 'market' | 'stop_limit' | 'stop_market' | 'oco' | 'trailing'
/** Asset in which an order's size is counted. */
export type SizeUnit = 'base' | 'quote'
/** How long an order stays in the book. */
export type TimeInForce = 'gtc' | 'ioc' | 'fok' | 'post_only'
/**
 * What a trigger is measured against: the last trade, or the mark price (the middle one of best
 * bid, best ask and last trade).
 */
export type TriggerBy = 'last' | 'mark'

/** The order fields of `POST /v1/spot/order/place` (wire 10). */
export interface SpotOrder {
  readonly side: OrderSide
  readonly orderType: SpotOrderType
  readonly price?: string | undefined
  readonly size: string
  /**
   * Default: `quote` for a buy at the market, otherwise `base`. Only a buy at the market may be
   * sized in quote.
   */
  readonly sizeUnit?: SizeUnit | undefined
  readonly timeInForce?: TimeInForce | undefined
  /** Of a trailing order the price from which it trails; without one it trails at once. */
  readonly triggerPrice?: string | undefined
  /** Default `last`. */
  readonly triggerBy?: TriggerBy | undefined
  /** Limit price of the stop leg of an oco order; without one that leg goes at the market. */
  readonly stopPrice?: string | undefined
  /** How far a trailing order lets the price come back, in per cent. */
  readonly callbackRate?: string | undefined
  /** Exits of a limit or market order; without a price of their own they go at the market. */
  readonly takeProfitTriggerPrice?: string | undefined
  readonly takeProfitPrice?: string | undefined
  readonly stopLossTriggerPrice?: string | undefined
  readonly stopLossPrice?: string | undefined
}

/** The symbol's rules and prices that an order is validated against. */
export interface SpotMarket {
  readonly symbol: SymbolRules
  /** `null` before the first trade: the limit band is not applied. */
  readonly lastPrice: string | null
  /** Default: the last price. */
  readonly markPrice?: string | null | undefined
  readonly bestBid: string | null
  readonly bestAsk: string | null
  /** Free balances; left out where nobody is logged in, the balance is then not checked. */
  readonly available?: { readonly base: string; readonly quote: string } | undefined
  readonly protection?: Protection | undefined
}

/** Price fields of the take profit and stop loss of an order. */
export type ExitField =
  | 'takeProfitTriggerPrice'
  | 'takeProfitPrice'
  | 'stopLossTriggerPrice'
  | 'stopLossPrice'
/** Field of an order that a problem refers to. */
export type OrderField =
  | 'price'
  | 'size'
  | 'sizeUnit'
  | 'triggerPrice'
  | 'timeInForce'
  | 'stopPrice'
  | 'callbackRate'
  | ExitField

/** One broken rule and the field that breaks it. */
export interface OrderProblem {
  readonly refusal: OrderRefusal
  readonly code: OrderRefusalCode
  readonly field: OrderField
  /**
   * The bound that was missed: a tick, a step, a minimum, the end of the band, what is available,
   * the price to lie beyond.
   */
  readonly limit?: string
}

export function problem(
  refusal: OrderRefusal,
  { field, limit }: { readonly field: OrderField; readonly limit?: string },
): OrderProblem {
  return {
    refusal,
    code: ORDER_REFUSAL_CODES[refusal],
    field,
    ...(limit === undefined ? {} : { limit }),
  }
}
