import type { PlaceFuturesOrderRequest } from '@x/api'
import { createHash } from 'node:crypto'
import type { Random } from '@x/kit'
import { formatDecimal, parseDecimal, parseUnits } from '@x/decimal'
import type { PositionSide } from '../../exchange/accounts/owner.ts'
import { PPM, magnitudeOf } from '../../exchange/instruments/contractTerms.ts'
import { divideDown } from '../../exchange/instruments/rounding.ts'
import type { FuturesInstrument, Side } from '../../exchange/instruments/Instrument.ts'
import { MAX_LOTS, MAX_TICKS } from '../../exchange/matching/command.ts'
import type {
  FuturesOrderTerms,
  FuturesTrigger,
  PositionExit,
  PositionExits,
  PositionMode,
} from '../../exchange/state/futuresOrder.ts'
import type { MarginMarket } from '../../exchange/futures/margin.ts'
import { invalidParameter, malformedParameter } from '../../platform/http/envelope.ts'
import { given, readAmount, required } from '../../platform/http/requestFields.ts'
import { GatewayError } from '../../platform/http/route.ts'
import { priceText } from './ports/contracts.ts'

/** The prices an order is judged by, in ticks; 0 where there is none. */
export interface ContractQuotes {
  readonly last: number
  readonly mark: number
  readonly index: number
  /** What an order at the market would meet first. */
  readonly opposite: number
}

/** What of the account decides the terms of an order. */
export interface TermsContext {
  readonly market: MarginMarket
  readonly mode: PositionMode
  readonly quotes: ContractQuotes
  readonly leverageOf: (side: PositionSide) => number
}

/** Furthest from the best price that an order at the market trades: 5 % (trading 7). */
const PROTECTION_PPM = 50_000n

/** The price in ticks. @throws GatewayError 40010, 40202 */
export function readTicks<Field extends string>(
  fields: { readonly [Name in Field]?: string | null },
  field: Field,
  { pricePlace, tickSize }: FuturesInstrument,
): number | undefined {
  const text = readAmount(fields, field)
  if (text === undefined) return undefined
  const ticks = parseUnits(text, pricePlace)
  if (ticks === null)
    throw new GatewayError('40202', 'The price is not a multiple of the tick size', {
      data: { field, limit: tickSize },
    })
  if (ticks <= 0n || ticks > BigInt(MAX_TICKS))
    throw invalidParameter(field, `${field} must be above zero and not too large`)
  return Number(ticks)
}

/** The size in lots. @throws GatewayError 40010, 40203 */
export function readLots<Field extends string>(
  fields: { readonly [Name in Field]?: string | null },
  field: Field,
  { quantityPlace, stepSize }: FuturesInstrument,
): number | undefined {
  const text = readAmount(fields, field)
  if (text === undefined) return undefined
  const lots = parseUnits(text, quantityPlace)
  if (lots === null)
    throw new GatewayError('40203', 'The size is not a multiple of the step size', {
      data: { field, limit: stepSize },
    })
  return asLots(lots, field)
}

function asLots(lots: bigint, field: string): number {
  if (lots <= 0n || lots > BigInt(MAX_LOTS))
    throw invalidParameter(field, `${field} must be above zero and not too large`)
  return Number(lots)
}

/** What an order at the market may trade at, at most or at least. */
export function protectionTicks(
  side: Side,
  { opposite, mark }: Pick<ContractQuotes, 'opposite' | 'mark'>,
): number {
  const best = BigInt(opposite || mark)
  const ticks = Number(
    side === 'buy'
      ? divideDown(best * (PPM + PROTECTION_PPM), PPM)
      : -divideDown(-best * (PPM - PROTECTION_PPM), PPM),
  )
  return Math.min(MAX_TICKS, Math.max(1, ticks))
}

/**
 * The terms of a new order in integers (futures 4); balance and book are the exchange's to judge.
 * @throws GatewayError 40010, 40202, 40203, 40205, 40208
 */
export function futuresTerms(
  params: PlaceFuturesOrderRequest,
  context: TermsContext,
): FuturesOrderTerms {
  const { market, quotes } = context
  const { instrument } = market
  const { side, orderType } = params
  const isMarket = ['market', 'stop_market', 'trailing'].includes(orderType)
  const { positionSide, reduceOnly } = legOf(params, context)
  const closePosition = given(params.closePosition) === true
  const price = readTicks(params, 'price', instrument)
  if (isMarket && price !== undefined)
    throw malformedParameter('price', 'price does not belong to an order at the market')
  if (quotes.mark === 0) throw noMark()
  const triggers =
    orderType === 'trailing'
      ? trailingOf(params, { instrument, quotes })
      : triggersOf(params, { instrument, quotes, limit: isMarket ? 0 : (price ?? 0) })
  const ticks = isMarket ? protectionTicks(side, quotes) : required(price, 'price')
  const exits = exitsOf(params, { instrument, quotes, isLong: side === 'buy' })
  if (exits && (reduceOnly || closePosition))
    throw malformedParameter('takeProfitTriggerPrice', 'An order that closes brings no exits')
  const base = isMarket ? quotes.opposite || quotes.mark : ticks
  return {
    symbol: instrument.id,
    side,
    positionSide,
    orderType,
    timeInForce: timeInForceOf(params, isMarket),
    prevention: given(params.selfTradePrevention) ?? 'taker',
    ticks,
    lots: closePosition ? 0 : lotsOf(params, { ...context, positionSide, ticks: base }),
    reduceOnly,
    ...(closePosition ? { closePosition } : {}),
    ...(triggers ? { triggers } : {}),
    ...(exits ? { exits } : {}),
  }
}

export const noMark = (): GatewayError =>
  new GatewayError('40205', 'There is no fresh mark price; nothing is opened now')

/** @throws GatewayError 40010 */
function legOf(
  params: PlaceFuturesOrderRequest,
  { mode }: TermsContext,
): { readonly positionSide: PositionSide; readonly reduceOnly: boolean } {
  const { side } = params
  const tradeSide = given(params.tradeSide)
  const isReduceOnly = given(params.reduceOnly) === true || given(params.closePosition) === true
  if (mode === 'one_way') {
    if (tradeSide !== undefined)
      throw malformedParameter('tradeSide', 'tradeSide belongs to two-way mode')
    return { positionSide: 'net', reduceOnly: isReduceOnly }
  }
  if (tradeSide === undefined)
    throw malformedParameter('tradeSide', 'tradeSide must be open or close in two-way mode')
  const isOpening = tradeSide === 'open'
  if (isOpening && isReduceOnly)
    throw malformedParameter('reduceOnly', 'An order that opens a leg cannot reduce it')
  return { positionSide: (side === 'buy') === isOpening ? 'long' : 'short', reduceOnly: !isOpening }
}

function timeInForceOf(
  params: PlaceFuturesOrderRequest,
  isMarket: boolean,
): FuturesOrderTerms['timeInForce'] {
  const timeInForce = given(params.timeInForce)
  if (!isMarket) return timeInForce ?? 'gtc'
  if (timeInForce === 'post_only')
    throw malformedParameter('timeInForce', 'An order at the market never rests')
  return timeInForce === 'fok' ? 'fok' : 'ioc'
}

/** The size in lots, from base coin or contracts, value or margin. @throws GatewayError */
function lotsOf(
  params: PlaceFuturesOrderRequest,
  {
    market,
    positionSide,
    ticks,
    leverageOf,
  }: TermsContext & { readonly positionSide: PositionSide; readonly ticks: number },
): number {
  const { instrument, terms } = market
  const unit = given(params.sizeUnit) ?? 'base'
  const text = required(readAmount(params, 'size'), 'size')
  if (unit === 'base') return required(readLots(params, 'size', instrument), 'size')
  const { settlement, marginScale } = instrument
  const inQuote = unit === 'value' && settlement.kind === 'inverse'
  const amount = parseUnits(text, inQuote ? 0 : marginScale)
  if (amount === null || amount <= 0n)
    throw invalidParameter('size', `size has too many decimals for ${unit}`)
  if (inQuote) return asLots(amount / BigInt(settlement.contractValue), 'size')
  const notional = unit === 'margin' ? amount * BigInt(leverageOf(positionSide)) : amount
  return asLots(notional / magnitudeOf(terms, 1, ticks), 'size')
}

/** Callback rates in ten-thousandths, as of spot orders: 0.1 % to 10 % in steps of 0.01 %. */
const CALLBACKS = { least: 10n, most: 1_000n }

/** @throws GatewayError 40010 */
export function readCallback(params: {
  readonly callbackRate?: string | null
}): number | undefined {
  const text = readAmount(params, 'callbackRate')
  if (text === undefined) return undefined
  const callback = parseUnits(text, 2)
  if (callback === null || callback < CALLBACKS.least || callback > CALLBACKS.most)
    throw invalidParameter('callbackRate', 'callbackRate must be from 0.1 to 10 in steps of 0.01')
  return Number(callback)
}

/** The condition of a trailing order: a price that comes back, once its activation is reached. */
function trailingOf(
  params: PlaceFuturesOrderRequest,
  {
    instrument,
    quotes,
  }: { readonly instrument: FuturesInstrument; readonly quotes: ContractQuotes },
): readonly FuturesTrigger[] {
  const callback = required(readCallback(params), 'callbackRate')
  const by = given(params.triggerBy) ?? 'last'
  const ticks = readTicks(params, 'triggerPrice', instrument) ?? 0
  const reference = quotes[by] || quotes.mark
  const rises = params.side === 'buy'
  if (ticks > 0 && (rises ? ticks > reference : ticks < reference))
    throw wrongSide('triggerPrice', priceText(reference, instrument))
  return [{ kind: 'trailing', by, rises, ticks, limit: 0, bound: 0, callback, extreme: 0 }]
}

/** The condition of a stop order: it waits for the price from the side where it is now. */
function triggersOf(
  params: PlaceFuturesOrderRequest,
  {
    instrument,
    quotes,
    limit,
  }: {
    readonly instrument: FuturesInstrument
    readonly quotes: ContractQuotes
    readonly limit: number
  },
): readonly FuturesTrigger[] | undefined {
  const isStop = params.orderType === 'stop_limit' || params.orderType === 'stop_market'
  if (given(params.callbackRate) !== undefined)
    throw malformedParameter('callbackRate', 'callbackRate belongs to trailing orders')
  const ticks = readTicks(params, 'triggerPrice', instrument)
  if (!isStop) {
    if (ticks !== undefined)
      throw malformedParameter('triggerPrice', 'triggerPrice belongs to stop orders')
    return undefined
  }
  const by = given(params.triggerBy) ?? 'last'
  const trigger = required(ticks, 'triggerPrice')
  const reference = quotes[by] || quotes.mark
  if (trigger === reference) throw wrongSide('triggerPrice', priceText(reference, instrument))
  const rises = trigger > reference
  return [{ kind: 'stop', by, rises, ticks: trigger, limit, bound: 0, callback: 0, extreme: 0 }]
}

export const wrongSide = (field: string, limit: string): GatewayError =>
  new GatewayError('40208', 'The price lies on the wrong side of the market', {
    data: { field, limit },
  })

/** What names take profit and stop loss in a request. */
export interface ExitFields {
  readonly takeProfitTriggerPrice?: string | null
  readonly takeProfitPrice?: string | null
  readonly stopLossTriggerPrice?: string | null
  readonly stopLossPrice?: string | null
  readonly triggerBy?: 'last' | 'mark' | 'index' | null | ''
}

/**
 * Take profit and stop loss of a position, each on its side of the price they wait for.
 * @throws GatewayError 40202, 40208
 */
export function exitsOf(
  params: ExitFields,
  {
    instrument,
    quotes,
    isLong,
    fallback = 'last',
  }: {
    readonly instrument: FuturesInstrument
    readonly quotes: ContractQuotes
    readonly isLong: boolean
    readonly fallback?: 'last' | 'mark'
  },
): PositionExits | undefined {
  const by = given(params.triggerBy) ?? fallback
  const reference = quotes[by] || quotes.mark
  const read = (name: 'takeProfit' | 'stopLoss'): PositionExit | undefined => {
    const field = `${name}TriggerPrice` as const
    const ticks = readTicks(params, field, instrument)
    const limit = readTicks(params, `${name}Price`, instrument)
    const isAbove = (name === 'takeProfit') === isLong
    if (ticks === undefined && limit !== undefined)
      throw malformedParameter(`${name}Price`, `${name}Price needs ${field}`)
    if (ticks === undefined) return undefined
    if (isAbove ? ticks <= reference : ticks >= reference)
      throw wrongSide(field, priceText(reference, instrument))
    return { by, ticks, ...(limit === undefined ? {} : { limit }) }
  }
  const [takeProfit, stopLoss] = [read('takeProfit'), read('stopLoss')]
  if (takeProfit === undefined && stopLoss === undefined) return undefined
  return {
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
  }
}

/** Names a request whose sender gave it no name; it cannot be sent again. */
export const newClientOid = (random: Random): string =>
  `x${Buffer.from(random.bytes(12)).toString('hex')}`

/** Names what is asked: `1.50` and `1.5` are the same, and what is not given is as if null. */
export function digestOf(fields: object): string {
  const named = Object.entries(fields)
    .filter(([name, value]) => name !== 'clientOid' && given(value) !== undefined)
    .map(([name, value]) => [name, canonical(value)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(named)).digest('base64url').slice(0, 22)
}

function canonical(value: unknown): unknown {
  const parsed = typeof value === 'string' ? parseDecimal(value) : null
  return parsed === null ? value : formatDecimal(parsed, { trim: true })
}
