import type { PlaceSpotOrderRequest } from '@x/api'
import { formatUnits } from '@x/decimal'
import { DialectError } from '../errors.ts'
import { illegal, type Params } from '../params.ts'
import { ORDER_TYPES, type OrderType } from './exchangeInfo.ts'

const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK'] as const
const PREVENTION = {
  EXPIRE_MAKER: 'maker',
  EXPIRE_TAKER: 'taker',
  EXPIRE_BOTH: 'both',
  NONE: 'none',
} as const
const PREVENTION_MODES = Object.keys(PREVENTION) as (keyof typeof PREVENTION)[]
const CLIENT_ID = /^[A-Za-z0-9_-]{1,36}$/

/** A client's name for an order. @throws DialectError -1100 */
export function readClientId(params: Params, name = 'newClientOrderId'): string | undefined {
  const text = params.text(name)
  if (text !== undefined && !CLIENT_ID.test(text)) throw illegal(name)
  return text
}

/** What becomes of orders of one trader that would trade with each other. */
export function readPrevention(params: Params): Pick<PlaceSpotOrderRequest, 'selfTradePrevention'> {
  const prevention = params.oneOf('selfTradePreventionMode', PREVENTION_MODES)
  return prevention === undefined ? {} : { selfTradePrevention: PREVENTION[prevention] }
}

export const readSide = (params: Params): 'buy' | 'sell' => {
  const side = params.oneOf('side', ['BUY', 'SELL'], 'INVALID_SIDE')
  if (side === undefined) throw params.missing('side')
  return side === 'BUY' ? 'buy' : 'sell'
}

/** What an order of the dialect is in the words of `POST /v1/spot/order/place`. */
export function readOrder(params: Params): PlaceSpotOrderRequest & { readonly symbol: string } {
  const { symbol } = params.symbol()
  const side = readSide(params)
  const type = params.oneOf('type', ORDER_TYPES, 'INVALID_TYPE')
  if (type === undefined) throw params.missing('type')
  const clientOid = readClientId(params)
  refuseUnserved(params, type)
  return {
    symbol,
    side,
    ...termsOf(params, type),
    ...readPrevention(params),
    ...(clientOid === undefined ? {} : { clientOid }),
  }
}

type Terms = Omit<PlaceSpotOrderRequest, 'symbol' | 'side' | 'selfTradePrevention' | 'clientOid'>

function termsOf(params: Params, type: OrderType): Terms {
  if (type === 'LIMIT')
    return { orderType: 'limit', ...limitOf(params), timeInForce: timeInForceOf(params) }
  if (type === 'LIMIT_MAKER')
    return { orderType: 'limit', ...limitOf(params), timeInForce: 'post_only' }
  if (type === 'MARKET') return { orderType: 'market', ...marketSize(params) }
  if (type === 'STOP_LOSS_LIMIT')
    return {
      orderType: 'stop_limit',
      ...limitOf(params),
      triggerPrice: requiredDecimal(params, 'stopPrice'),
      timeInForce: timeInForceOf(params),
    }
  return stopTerms(params)
}

/** At the market once a price is reached, or once it has come back by `trailingDelta`. */
function stopTerms(params: Params): Terms {
  const delta = params.integer('trailingDelta', { least: 1, most: 10_000 })
  const stop = params.decimal('stopPrice')
  const size = { size: requiredDecimal(params, 'quantity'), sizeUnit: 'base' } as const
  if (delta === undefined)
    return {
      orderType: 'stop_market',
      ...size,
      triggerPrice: stop ?? requiredDecimal(params, 'stopPrice'),
    }
  return {
    orderType: 'trailing',
    ...size,
    callbackRate: formatUnits(BigInt(delta), 2),
    ...(stop === undefined ? {} : { triggerPrice: stop }),
  }
}

const limitOf = (params: Params) =>
  ({
    price: requiredDecimal(params, 'price'),
    size: requiredDecimal(params, 'quantity'),
    sizeUnit: 'base',
  }) as const

function marketSize(params: Params) {
  const [quantity, quote] = [params.decimal('quantity'), params.decimal('quoteOrderQty')]
  if (quantity !== undefined && quote !== undefined) throw new DialectError('BAD_COMBINATION')
  if (quote !== undefined) return { size: quote, sizeUnit: 'quote' } as const
  if (quantity === undefined) throw params.missing('quantity')
  return { size: quantity, sizeUnit: 'base' } as const
}

export function requiredDecimal(params: Params, name: string): string {
  const value = params.decimal(name)
  if (value === undefined) throw params.missing(name)
  return value
}

function timeInForceOf(params: Params): 'gtc' | 'ioc' | 'fok' {
  const value = params.oneOf('timeInForce', TIMES_IN_FORCE, 'INVALID_TIF')
  if (value === undefined) throw params.missing('timeInForce')
  return value.toLowerCase() as 'gtc' | 'ioc' | 'fok'
}

/** Parameters that some types have and others have not. */
const TAKEN: Readonly<Record<OrderType, readonly string[]>> = {
  LIMIT: ['price', 'timeInForce'],
  LIMIT_MAKER: ['price'],
  MARKET: ['quoteOrderQty'],
  STOP_LOSS: ['stopPrice', 'trailingDelta'],
  STOP_LOSS_LIMIT: ['price', 'timeInForce', 'stopPrice'],
}
const OF_SOME_TYPES = ['price', 'timeInForce', 'stopPrice', 'trailingDelta', 'quoteOrderQty']
const OF_NO_TYPE = ['icebergQty', 'pegPriceType']

/** What an order must not promise: a parameter that means nothing here is refused, not ignored. */
function refuseUnserved(params: Params, type: OrderType): void {
  const refuse = (name: string, why: string) => {
    if (params.has(name))
      throw new DialectError('PARAMETER_NOT_REQUIRED', `Parameter '${params.nameOf(name)}' ${why}.`)
  }
  for (const name of OF_NO_TYPE) refuse(name, 'is not supported')
  for (const name of OF_SOME_TYPES)
    if (!TAKEN[type].includes(name)) refuse(name, 'sent when not required')
}
