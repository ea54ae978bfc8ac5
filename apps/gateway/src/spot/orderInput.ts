import { createHash } from 'node:crypto'
import { formatDecimal, parseDecimal } from '@x/decimal'
import type { SpotOrder } from '@x/trading'
import type { SelfTradePrevention, TimeInForce } from '../matching/command.ts'
import { invalidParameter } from '../server/envelope.ts'
import { GatewayError } from '../server/route.ts'
import type { SpotOrderType } from './exchange/order.ts'

/** The order fields of `POST /v1/spot/order/place` (wire 10), read and with the defaults put in. */
export interface OrderInput extends SpotOrder {
  readonly symbol: string
  readonly orderType: SpotOrderType
  readonly sizeUnit: 'base' | 'quote'
  readonly timeInForce: TimeInForce
  readonly prevention: SelfTradePrevention
  /** `undefined`: the client named none. */
  readonly clientOid: string | undefined
}

const OFFERED_TYPES = ['limit', 'market'] as const
const WAITING_TYPES = ['stop_limit', 'stop_market', 'oco', 'trailing'] as const
const TIMES_IN_FORCE = ['gtc', 'ioc', 'fok', 'post_only'] as const
const PREVENTIONS = ['none', 'maker', 'taker', 'both'] as const
const CLIENT_OID = /^[A-Za-z0-9_-]{1,64}$/
/** Longer than any price or size can be. */
const MAX_AMOUNT_LENGTH = 40

/** @throws GatewayError 40010 with the field that is wrong. */
export function readOrderInput(body: Readonly<Record<string, unknown>>): OrderInput {
  const symbol = text(body, 'symbol') ?? missing('symbol')
  const side = oneOf(body, 'side', ['buy', 'sell'] as const) ?? missing('side')
  const orderType = readOrderType(body)
  const isMarket = orderType === 'market'
  const timeInForce = oneOf(body, 'timeInForce', TIMES_IN_FORCE)
  const price = amount(body, 'price')
  if (amount(body, 'triggerPrice') !== undefined) throw invalidParameter('triggerPrice', `A ${orderType} order has no trigger price`)
  return {
    symbol,
    side,
    orderType,
    ...(price === undefined ? {} : { price }),
    size: amount(body, 'size') ?? missing('size'),
    sizeUnit: oneOf(body, 'sizeUnit', ['base', 'quote'] as const) ?? (isMarket && side === 'buy' ? 'quote' : 'base'),
    // A market order never rests, so that the general default means immediate-or-cancel here.
    timeInForce: isMarket && (timeInForce === undefined || timeInForce === 'gtc') ? 'ioc' : (timeInForce ?? 'gtc'),
    prevention: oneOf(body, 'selfTradePrevention', PREVENTIONS) ?? 'taker',
    clientOid: readClientOid(body),
  }
}

/** @throws GatewayError 40010 */
export function readClientOid(body: Readonly<Record<string, unknown>>): string | undefined {
  const clientOid = text(body, 'clientOid')
  if (clientOid !== undefined && !CLIENT_OID.test(clientOid)) throw invalidParameter('clientOid', 'clientOid must be 1 to 64 letters, digits, hyphens or underscores')
  return clientOid
}

/** Names the order fields and nothing else: `1.50` and `1.5` are the same order, `languageType` and `t` are no part of it. */
export function digestOf({ symbol, side, orderType, price, size, sizeUnit, timeInForce, prevention }: OrderInput): string {
  const fields = [symbol, side, orderType, canonical(price), canonical(size), sizeUnit, timeInForce, prevention]
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 22)
}

function canonical(value: string | undefined): string | null {
  const parsed = value === undefined ? null : parseDecimal(value)
  return parsed === null ? (value ?? null) : formatDecimal(parsed, { trim: true })
}

function readOrderType(body: Readonly<Record<string, unknown>>): SpotOrderType {
  const orderType = oneOf(body, 'orderType', [...OFFERED_TYPES, ...WAITING_TYPES]) ?? missing('orderType')
  const offered = OFFERED_TYPES.find((type) => type === orderType)
  if (!offered) throw invalidParameter('orderType', `Orders of the type ${orderType} are not offered yet`)
  return offered
}

/** Absent, null and empty are the same: not given. */
function text(body: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const value = body[field]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw invalidParameter(field, `${field} must be a string`)
  return value
}

function amount(body: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const value = text(body, field)
  if (value !== undefined && (value.length > MAX_AMOUNT_LENGTH || parseDecimal(value) === null)) throw invalidParameter(field, `${field} must be a decimal number as text`)
  return value
}

function oneOf<T extends string>(body: Readonly<Record<string, unknown>>, field: string, choices: readonly T[]): T | undefined {
  const value = text(body, field)
  if (value === undefined) return undefined
  const found = choices.find((choice) => choice === value)
  if (!found) throw invalidParameter(field, `${field} must be one of ${choices.join(', ')}`)
  return found
}

function missing(field: string): never {
  throw invalidParameter(field, `${field} is missing`)
}

/** @throws GatewayError 40401 */
export function unknownSymbol(symbol: string): GatewayError {
  return new GatewayError('40401', 'The symbol is unknown', { data: { symbol } })
}
