import type { PlaceFuturesOrderRequest } from '@x/api'
import { compareDecimals } from '../decimals.ts'
import type { PositionMode } from '../../../exchange/state/futuresOrder.ts'
import { DialectError } from '../errors.ts'
import { mandatory, type Params } from '../params.ts'
import { readClientId, readSide, requiredDecimal } from '../spot/orderRequest.ts'
import {
  CONTRACT_ORDER_TYPES,
  CONTRACT_TIMES_IN_FORCE,
  type ContractOrderType,
} from './exchangeInfo.ts'

const PREVENTION = { EXPIRE_MAKER: 'maker', EXPIRE_TAKER: 'taker', EXPIRE_BOTH: 'both' } as const
const PREVENTION_MODES = Object.keys(PREVENTION) as (keyof typeof PREVENTION)[]
const POSITION_SIDES = ['BOTH', 'LONG', 'SHORT'] as const
export type DialectPositionSide = (typeof POSITION_SIDES)[number]
/** What promises something that is not kept here is refused, not ignored. */
const UNSERVED = ['priceMatch', 'goodTillDate', 'icebergQuantity', 'pegPriceType'] as const

/** An order for a contract, and which side of the market its trigger must lie on. */
export interface ContractOrderRequest {
  readonly request: PlaceFuturesOrderRequest
  readonly trigger?: {
    readonly by: 'last' | 'mark'
    readonly price: string
    readonly rises: boolean
  }
}

/** Names of the parameters that the two addresses for orders spell differently. */
export interface OrderNames {
  readonly clientId: string
  readonly stopPrice: string
}
const ORDER_NAMES: OrderNames = { clientId: 'newClientOrderId', stopPrice: 'stopPrice' }

/** What an order of the dialect is in the words of `POST /v1/futures/order/place`. */
export function readContractOrder(
  params: Params,
  { mode, names = ORDER_NAMES }: { readonly mode: PositionMode; readonly names?: OrderNames },
): ContractOrderRequest {
  const { symbol } = params.contract()
  const side = readSide(params)
  const type = params.oneOf('type', CONTRACT_ORDER_TYPES, 'INVALID_TYPE')
  if (type === undefined) throw mandatory('type')
  refuseUnserved(params)
  const prevention = params.oneOf('selfTradePreventionMode', PREVENTION_MODES)
  const clientOid = readClientId(params, names.clientId)
  const terms = termsOf(params, { type, names })
  return {
    request: {
      symbol,
      side,
      ...terms,
      ...legOf(params, { side, mode }),
      ...(prevention === undefined ? {} : { selfTradePrevention: PREVENTION[prevention] }),
      ...(clientOid === undefined ? {} : { clientOid }),
    },
    ...triggerOf(type, { side, terms }),
  }
}

type Terms = Pick<
  PlaceFuturesOrderRequest,
  'orderType' | 'size' | 'price' | 'timeInForce' | 'triggerPrice' | 'triggerBy' | 'callbackRate'
> & { readonly closePosition?: boolean }

const LIMIT_TYPES: readonly ContractOrderType[] = ['LIMIT', 'STOP', 'TAKE_PROFIT']
const KINDS = {
  LIMIT: 'limit',
  MARKET: 'market',
  STOP: 'stop_limit',
  TAKE_PROFIT: 'stop_limit',
  STOP_MARKET: 'stop_market',
  TAKE_PROFIT_MARKET: 'stop_market',
  TRAILING_STOP_MARKET: 'trailing',
} as const satisfies Record<ContractOrderType, PlaceFuturesOrderRequest['orderType']>

function termsOf(
  params: Params,
  { type, names }: { readonly type: ContractOrderType; readonly names: OrderNames },
): Terms {
  const isLimit = LIMIT_TYPES.includes(type)
  const isPlain = type === 'LIMIT' || type === 'MARKET'
  if (!isLimit && params.has('price')) throw unwanted('price')
  if (isPlain && params.has(names.stopPrice)) throw unwanted(names.stopPrice)
  return {
    orderType: KINDS[type],
    ...sizeOf(params, type),
    ...(isLimit ? { price: requiredDecimal(params, 'price') } : {}),
    ...(isLimit ? { timeInForce: timeInForceOf(params, type) } : {}),
    ...(isPlain ? {} : { triggerBy: workingPrice(params) }),
    ...conditionOf(params, { type, names }),
  }
}

function sizeOf(params: Params, type: ContractOrderType): Pick<Terms, 'size' | 'closePosition'> {
  const closes = params.flag('closePosition') ?? false
  if (!closes) return { size: requiredDecimal(params, 'quantity') }
  if (type !== 'STOP_MARKET' && type !== 'TAKE_PROFIT_MARKET') throw unwanted('closePosition')
  if (params.has('quantity')) throw unwanted('quantity')
  return { closePosition: true }
}

function conditionOf(
  params: Params,
  { type, names }: { readonly type: ContractOrderType; readonly names: OrderNames },
): Pick<Terms, 'triggerPrice' | 'callbackRate'> {
  if (type === 'LIMIT' || type === 'MARKET') return {}
  if (type !== 'TRAILING_STOP_MARKET')
    return { triggerPrice: requiredDecimal(params, names.stopPrice) }
  const activation = params.decimal('activationPrice') ?? params.decimal('activatePrice')
  return {
    callbackRate: requiredDecimal(params, 'callbackRate'),
    ...(activation === undefined ? {} : { triggerPrice: activation }),
  }
}

function timeInForceOf(
  params: Params,
  type: ContractOrderType,
): 'gtc' | 'ioc' | 'fok' | 'post_only' {
  const value = params.oneOf('timeInForce', CONTRACT_TIMES_IN_FORCE, 'INVALID_TIF')
  if (value === undefined && type === 'LIMIT') throw mandatory('timeInForce')
  if (value === 'GTX') return 'post_only'
  return value === undefined ? 'gtc' : (value.toLowerCase() as 'gtc' | 'ioc' | 'fok')
}

function workingPrice(params: Params): 'last' | 'mark' {
  const value = params.oneOf('workingType', ['CONTRACT_PRICE', 'MARK_PRICE'])
  return value === 'MARK_PRICE' ? 'mark' : 'last'
}

/** `LONG` and `SHORT` belong to two-way mode, where they say what is opened or closed. */
export function readPositionSide(params: Params, mode: PositionMode): DialectPositionSide {
  const side = params.oneOf('positionSide', POSITION_SIDES) ?? 'BOTH'
  if ((side === 'BOTH') !== (mode === 'one_way')) throw new DialectError('POSITION_SIDE_MISMATCH')
  return side
}

function legOf(
  params: Params,
  { side, mode }: { readonly side: 'buy' | 'sell'; readonly mode: PositionMode },
): Pick<PlaceFuturesOrderRequest, 'tradeSide' | 'reduceOnly'> {
  const leg = readPositionSide(params, mode)
  const reduceOnly = params.flag('reduceOnly') ?? false
  if (leg === 'BOTH') return reduceOnly ? { reduceOnly } : {}
  if (params.has('reduceOnly')) throw unwanted('reduceOnly')
  return { tradeSide: (side === 'buy') === (leg === 'LONG') ? 'open' : 'close' }
}

/** A stop lies ahead of the market in the direction of its order, a take profit behind it. */
function triggerOf(
  type: ContractOrderType,
  { side, terms }: { readonly side: 'buy' | 'sell'; readonly terms: Terms },
): Pick<ContractOrderRequest, 'trigger'> {
  const { triggerPrice, triggerBy } = terms
  if (!triggerPrice || type === 'TRAILING_STOP_MARKET') return {}
  const isStop = type === 'STOP' || type === 'STOP_MARKET'
  const by = triggerBy === 'mark' ? 'mark' : 'last'
  return { trigger: { by, price: triggerPrice, rises: (side === 'buy') === isStop } }
}

/** @throws DialectError -2021 for a trigger that the market has reached already */
export function assertTriggerAhead(
  { trigger }: ContractOrderRequest,
  priceOf: (by: 'last' | 'mark') => string | undefined,
): void {
  const price = trigger && priceOf(trigger.by)
  if (!trigger || price === undefined) return
  const ahead = compareDecimals(trigger.price, price)
  if (trigger.rises ? ahead <= 0 : ahead >= 0) throw new DialectError('IMMEDIATE_TRIGGER')
}

function refuseUnserved(params: Params): void {
  for (const name of UNSERVED) {
    const value = params.text(name)
    if (value !== undefined && value !== 'NONE' && value !== '0') throw unwanted(name)
  }
  if (params.flag('priceProtect') === true) throw unwanted('priceProtect')
}

const unwanted = (name: string): DialectError =>
  new DialectError('PARAMETER_NOT_REQUIRED', `Parameter '${name}' sent when not required.`)
