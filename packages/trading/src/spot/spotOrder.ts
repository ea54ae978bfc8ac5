import { formatDecimal, parseDecimal } from '@x/decimal'
import { type Fraction, fractionOf, signOf } from '../fraction.ts'
import type { Protection } from './priceBands.ts'
import type { OrderSide, SymbolRules } from './symbolRules.ts'
import { ORDER_REFUSAL_CODES, type OrderRefusal, type OrderRefusalCode } from './wire.ts'

export type SpotOrderType = 'limit' | 'market' | 'stop_limit' | 'stop_market'
export type SizeUnit = 'base' | 'quote'
export type TimeInForce = 'gtc' | 'ioc' | 'fok' | 'post_only'

/** The order fields of `POST /v1/spot/order/place` (wire 10). */
export interface SpotOrder {
  readonly side: OrderSide
  readonly orderType: SpotOrderType
  readonly price?: string | undefined
  readonly size: string
  /** Default: `quote` for a market buy, otherwise `base`. Only a market buy may be sized in quote. */
  readonly sizeUnit?: SizeUnit | undefined
  readonly timeInForce?: TimeInForce | undefined
  readonly triggerPrice?: string | undefined
}

export interface SpotMarket {
  readonly symbol: SymbolRules
  /** `null` before the first trade: the limit band is not applied. */
  readonly lastPrice: string | null
  readonly bestBid: string | null
  readonly bestAsk: string | null
  /** Free balances; left out where nobody is logged in, the balance is then not checked. */
  readonly available?: { readonly base: string; readonly quote: string } | undefined
  readonly protection?: Protection | undefined
}

export type OrderField = 'price' | 'size' | 'sizeUnit' | 'triggerPrice' | 'timeInForce'

export interface OrderProblem {
  readonly refusal: OrderRefusal
  readonly code: OrderRefusalCode
  readonly field: OrderField
  /** The bound that was missed: a tick, a step, a minimum, the end of the band, what is available. */
  readonly limit?: string
}

export function problem(refusal: OrderRefusal, { field, limit }: { readonly field: OrderField; readonly limit?: string }): OrderProblem {
  return { refusal, code: ORDER_REFUSAL_CODES[refusal], field, ...(limit === undefined ? {} : { limit }) }
}

/** An order whose every field is present and a positive number. */
export interface ReadOrder {
  readonly side: OrderSide
  readonly limited: boolean
  readonly size: Fraction
  readonly sizeUnit: SizeUnit
  /** `null` for market orders. */
  readonly price: Fraction | null
  /** `null` unless the order waits for a trigger. */
  readonly trigger: Fraction | null
}

/** An optional price of this type of order: needed, or out of place. */
const NEEDS: Readonly<Record<SpotOrderType, { readonly price: boolean; readonly triggerPrice: boolean }>> = {
  limit: { price: true, triggerPrice: false },
  market: { price: false, triggerPrice: false },
  stop_limit: { price: true, triggerPrice: true },
  stop_market: { price: false, triggerPrice: true },
}

export function readOrder(order: SpotOrder): ReadOrder | { readonly problems: readonly OrderProblem[] } {
  const needs = NEEDS[order.orderType]
  const limited = needs.price
  const marketBuy = !limited && order.side === 'buy'
  const sizeUnit = order.sizeUnit ?? (marketBuy ? 'quote' : 'base')
  const size = readAmount(order.size)
  const price = needs.price ? readAmount(order.price) : null
  const trigger = needs.triggerPrice ? readAmount(order.triggerPrice) : null

  const wrong: OrderField[] = []
  if (needs.price ? price === null : order.price !== undefined) wrong.push('price')
  if (needs.triggerPrice ? trigger === null : order.triggerPrice !== undefined) wrong.push('triggerPrice')
  if (size === null) wrong.push('size')
  if (sizeUnit === 'quote' && !marketBuy) wrong.push('sizeUnit')
  if (order.timeInForce === 'post_only' && !limited) wrong.push('timeInForce')
  if (size === null || wrong.length > 0) return { problems: wrong.map((field) => problem('parameter', { field })) }
  return { side: order.side, limited, size, sizeUnit, price, trigger }
}

/** A positive decimal without the zeros at its end, however many were sent. */
function readAmount(text: string | undefined): Fraction | null {
  const value = text === undefined ? null : parseDecimal(text)
  const canonical = value === null ? null : parseDecimal(formatDecimal(value, { trim: true }))
  if (canonical === null || signOf(fractionOf(canonical)) <= 0) return null
  return fractionOf(canonical)
}
