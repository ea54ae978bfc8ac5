import type { PlaceSpotOrderRequest } from '@x/api'
import { createHash } from 'node:crypto'
import { formatDecimal, parseDecimal } from '@x/decimal'
import type { ExitField, SpotOrder, SpotOrderType, TriggerBy } from '@x/trading'
import type { LoanMode, MarginMode } from '../../exchange/state/order.ts'
import type { SelfTradePrevention, TimeInForce } from '../../exchange/matching/command.ts'
import { malformedParameter } from '../../platform/http/envelope.ts'
import { given, readAmount, readClientOid, required } from '../../platform/http/requestFields.ts'

/** The order fields of `POST /v1/spot/order/place` (wire 10), read and with the defaults put in. */
export interface OrderInput extends SpotOrder {
  readonly symbol: string
  readonly orderType: SpotOrderType
  readonly sizeUnit: 'base' | 'quote'
  readonly timeInForce: TimeInForce
  readonly triggerBy: TriggerBy
  readonly prevention: SelfTradePrevention
  /** `lead`: of the funds that the user leads with. */
  readonly funds: 'spot' | 'lead' | MarginMode
  readonly loan: 'none' | LoanMode
  /** `undefined`: the client named none. */
  readonly clientOid: string | undefined
}

/** Orders that go at the market, at once or when their trigger is reached. */
const AT_MARKET: readonly SpotOrderType[] = ['market', 'stop_market', 'trailing']
const LEG_FIELDS = [
  'triggerPrice',
  'stopPrice',
  'callbackRate',
  'takeProfitTriggerPrice',
  'takeProfitPrice',
  'stopLossTriggerPrice',
  'stopLossPrice',
] as const satisfies readonly ('triggerPrice' | 'stopPrice' | 'callbackRate' | ExitField)[]

/** A field that the contract gains has to be read in `readOrderInput`: this stops compiling. */
type ReadField = Exclude<keyof OrderInput, 'prevention'> | 'selfTradePrevention' | 'reduceOnly'
true satisfies Exclude<keyof PlaceSpotOrderRequest, ReadField> extends never ? true : never

/** @throws GatewayError 40010 with the field that is wrong. */
export function readOrderInput(params: PlaceSpotOrderRequest): OrderInput {
  const { side, orderType } = params
  refuseReduceOnly(params)
  const isMarket = AT_MARKET.includes(orderType)
  const timeInForce = given(params.timeInForce)
  const price = readAmount(params, 'price')
  const legs = LEG_FIELDS.flatMap((field) => {
    const value = readAmount(params, field)
    return value === undefined ? [] : [[field, value] as const]
  })
  return {
    symbol: required(given(params.symbol), 'symbol'),
    side,
    orderType,
    ...(price === undefined ? {} : { price }),
    ...Object.fromEntries(legs),
    triggerBy: given(params.triggerBy) ?? 'last',
    size: required(readAmount(params, 'size'), 'size'),
    sizeUnit: given(params.sizeUnit) ?? (isMarket && side === 'buy' ? 'quote' : 'base'),
    // A market order never rests, so that the general default means immediate-or-cancel here.
    timeInForce:
      isMarket && (timeInForce === undefined || timeInForce === 'gtc')
        ? 'ioc'
        : (timeInForce ?? 'gtc'),
    prevention: given(params.selfTradePrevention) ?? 'taker',
    ...marginOf(params),
    clientOid: readClientOid(params),
  }
}

/** @throws GatewayError 40010 for a loan of an account that cannot borrow */
function marginOf(params: PlaceSpotOrderRequest): Pick<OrderInput, 'funds' | 'loan'> {
  const funds = given(params.funds) ?? 'spot'
  const loan = given(params.loan) ?? 'none'
  if (loan !== 'none' && funds !== 'cross' && funds !== 'isolated')
    throw malformedParameter('loan', 'loan belongs to orders of margin accounts')
  return { funds, loan }
}

/**
 * Fields nobody knows are let pass; this one promises something that spot, which has no positions,
 * would not keep (docs/adr/trading.md).
 */
function refuseReduceOnly({ reduceOnly }: PlaceSpotOrderRequest): void {
  if (given(reduceOnly) === undefined) return
  throw malformedParameter(
    'reduceOnly',
    'reduceOnly does not belong to spot orders, which have no position',
  )
}

/**
 * Names the order fields and nothing else, those of the second order of a list with them: `1.50`
 * and `1.5` are the same order, `languageType` and `t` are no part of it.
 */
export function digestOf(input: OrderInput, pending?: OrderInput): string {
  const { symbol, side, orderType, price, size, sizeUnit, timeInForce, prevention, triggerBy } =
    input
  const legs = LEG_FIELDS.flatMap((field) =>
    input[field] === undefined ? [] : [[field, canonical(input[field])]],
  )
  const fields = [
    symbol,
    side,
    orderType,
    canonical(price),
    canonical(size),
    sizeUnit,
    timeInForce,
    prevention,
    ...(legs.length > 0 ? [triggerBy, ...legs] : []),
    ...(input.funds === 'spot' ? [] : [input.funds]),
    ...(input.loan === 'none' ? [] : [input.loan]),
    ...(pending ? [digestOf(pending)] : []),
  ]
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 22)
}

function canonical(value: string | undefined): string | null {
  const parsed = value === undefined ? null : parseDecimal(value)
  return parsed === null ? (value ?? null) : formatDecimal(parsed, { trim: true })
}
