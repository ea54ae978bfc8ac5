import type { PlaceSpotOrderRequest } from '@x/api'
import type { PendingOrder } from '../../orders/module.ts'
import { DialectError } from '../errors.ts'
import type { Params } from '../params.ts'
import {
  readClientId,
  readOrder,
  readPrevention,
  readSide,
  requiredDecimal,
} from './orderRequest.ts'

const STOPS = ['STOP_LOSS', 'STOP_LOSS_LIMIT'] as const

/** An order, and what is placed once it is filled. */
export interface ListRequest {
  readonly request: PlaceSpotOrderRequest
  readonly pending?: PendingOrder
}

const WORKING_TYPES = ['LIMIT', 'LIMIT_MAKER'] as const

/** One order after another. */
export function readOto(params: Params): ListRequest {
  const own = params.of('pending')
  for (const name of ['trailingDelta', 'quoteOrderQty'])
    if (own.has(name)) throw unserved(own, name)
  return listOf(params, readOrder(own))
}

/** An OCO order after another order. The stop leg is named after the limit leg. */
export function readOtoco(params: Params): ListRequest {
  const own = params.of('pending')
  const clientOid = readClientId(own, `${legsOf(own).limit}ClientOrderId`)
  return listOf(params, { ...readLegs(own), ...(clientOid === undefined ? {} : { clientOid }) })
}

function listOf(params: Params, pending: PlaceSpotOrderRequest): ListRequest {
  const own = params.of('working')
  own.oneOf('type', WORKING_TYPES, 'INVALID_TYPE')
  const working = readOrder(own)
  const listOid = readClientId(params, 'listClientOrderId')
  const clientOid = working.clientOid ?? listOid
  const name = listOid ?? clientOid
  const second = pending.clientOid ?? (name === undefined ? undefined : `${name}-pending`)
  return {
    request: { ...working, ...(clientOid ? { clientOid } : {}) },
    pending: {
      request: { ...pending, ...(second ? { clientOid: second } : {}) },
      ...(name ? { listOid: name } : {}),
    },
  }
}

const unserved = (params: Params, name: string) =>
  new DialectError(
    'PARAMETER_NOT_REQUIRED',
    `Parameter '${params.nameOf(name)}' is not supported here.`,
  )

/** Two orders that cancel each other. */
export function readOco(params: Params): PlaceSpotOrderRequest {
  return { ...readLegs(params), ...nameOf(params, `${legsOf(params).limit}ClientOrderId`) }
}

/** The former words of the same. */
export function readOldOco(params: Params): PlaceSpotOrderRequest {
  refuse(params, ['limitIcebergQty', 'stopIcebergQty', 'trailingDelta', 'stopClientOrderId'])
  refuseOtherTimes(params, 'stopLimitTimeInForce')
  return {
    ...ocoOf(params, {
      price: requiredDecimal(params, 'price'),
      triggerPrice: requiredDecimal(params, 'stopPrice'),
      stopPrice: params.decimal('stopLimitPrice'),
    }),
    ...nameOf(params, 'limitClientOrderId'),
  }
}

/** One leg rests above the market and one below it; which is the stop goes by the side. */
const legsOf = (params: Params) =>
  readSide(params) === 'sell'
    ? ({ limit: 'above', stop: 'below' } as const)
    : ({ limit: 'below', stop: 'above' } as const)

function readLegs(params: Params): PlaceSpotOrderRequest {
  const { limit, stop } = legsOf(params)
  if (params.oneOf(`${limit}Type`, ['LIMIT_MAKER'], 'INVALID_TYPE') === undefined)
    throw params.missing(`${limit}Type`)
  const stopType = params.oneOf(`${stop}Type`, STOPS, 'INVALID_TYPE')
  if (stopType === undefined) throw params.missing(`${stop}Type`)
  const unservedOfLeg = ['IcebergQty', 'TrailingDelta', 'PegPriceType']
  refuse(
    params,
    unservedOfLeg.flatMap((name) => [`above${name}`, `below${name}`]),
  )
  refuse(params, [`${stop}ClientOrderId`])
  refuseOtherTimes(params, `${stop}TimeInForce`)
  return ocoOf(params, {
    price: requiredDecimal(params, `${limit}Price`),
    triggerPrice: requiredDecimal(params, `${stop}StopPrice`),
    stopPrice: stopType === 'STOP_LOSS_LIMIT' ? requiredDecimal(params, `${stop}Price`) : undefined,
  })
}

/** What promises something that is not kept is refused, not ignored. */
function refuse(params: Params, names: readonly string[]): void {
  for (const name of names) if (params.has(name)) throw unserved(params, name)
}

/** A stop leg stays in the book once its price is reached. */
const refuseOtherTimes = (params: Params, name: string): void =>
  void params.oneOf(name, ['GTC'], 'INVALID_TIF')

/**
 * An OCO order is one order here: the list and its limit leg have one name, and the stop leg is
 * named after it. @throws DialectError -1106 for two names
 */
function nameOf(params: Params, ofLeg: string): Pick<PlaceSpotOrderRequest, 'clientOid'> {
  const [list, leg] = [readClientId(params, 'listClientOrderId'), readClientId(params, ofLeg)]
  if (list !== undefined && leg !== undefined && list !== leg) throw unserved(params, ofLeg)
  const clientOid = list ?? leg
  return clientOid === undefined ? {} : { clientOid }
}

function ocoOf(
  params: Params,
  {
    price,
    triggerPrice,
    stopPrice,
  }: {
    readonly price: string
    readonly triggerPrice: string
    readonly stopPrice: string | undefined
  },
): PlaceSpotOrderRequest {
  return {
    symbol: params.symbol().symbol,
    side: readSide(params),
    orderType: 'oco',
    size: requiredDecimal(params, 'quantity'),
    sizeUnit: 'base',
    price,
    triggerPrice,
    ...(stopPrice === undefined ? {} : { stopPrice }),
    ...readPrevention(params),
  }
}
