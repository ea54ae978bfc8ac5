import { formatUnits, parseUnits } from '@x/decimal'
import {
  validateAmendment,
  validateExitAmendment,
  validateSpotOrder,
  type ExitField,
  type OrderProblem,
  type OrderRefusal,
  type SpotMarket,
} from '@x/trading'
import { MAX_BUDGET, MAX_LOTS, MAX_TICKS } from '../../exchange/matching/command.ts'
import { WHOLE, type Trigger } from '../../exchange/matching/trigger.ts'
import type { SpotInstrument } from '../../exchange/instruments/Instrument.ts'
import { invalidParameter } from '../../platform/http/envelope.ts'
import { GatewayError } from '../../platform/http/route.ts'
import type { Exits, OrderTerms } from '../../exchange/state/order.ts'
import type { OrderInput } from './orderInput.ts'
import { parameterFault } from './parameterFault.ts'

/** The prices an order is judged by, in ticks; `undefined` where there is none. */
export interface MarketView {
  readonly last: number | undefined
  readonly bid: number | undefined
  readonly ask: number | undefined
  readonly mark: number | undefined
}

const REFUSAL_TEXTS: Readonly<Record<Exclude<OrderRefusal, 'parameter'>, string>> = {
  balance: 'The balance is not sufficient',
  tick: 'The price is not a multiple of the tick size',
  step: 'The size is not a multiple of the step size',
  minimum: 'The order is below the minimum amount',
  protection: 'The price is outside the protection band',
  'would-cross': 'The order would trade at once',
  'not-fillable': 'The order cannot be filled in full',
  direction: 'The price lies on the wrong side of the market',
}

/**
 * Judges an order by the rules that app and gateway share and turns it into integers; `before` is
 * the order it changes. Balance and book are the exchange's to judge.
 * @throws GatewayError 40010, 40202 to 40205
 */
export function orderTerms(
  input: OrderInput,
  { spec, view, before }: { spec: SpotInstrument; view: MarketView; before?: OrderInput },
): OrderTerms {
  const market = marketOf(spec, view)
  const judged = before
    ? validateAmendment(input, { before, market })
    : validateSpotOrder(input, market)
  if (judged.status === 'refused') throw refusalFor(judged.problems[0], input)
  const { symbol, side, orderType, timeInForce, prevention } = input
  const byBudget = input.sizeUnit === 'quote'
  const price = priceReader(spec)
  const triggers = triggersOf(input, { price, protection: price('price', judged.protectionPrice) })
  const exits = exitsOf(input, { price })
  return {
    symbol,
    side,
    orderType,
    timeInForce,
    prevention,
    ticks: price('price', input.price ?? judged.protectionPrice),
    lots: byBudget
      ? 0
      : integer(input.size, { field: 'size', places: spec.quantityPlace, most: MAX_LOTS }),
    budget: byBudget
      ? integer(input.size, {
          field: 'size',
          places: spec.pricePlace + spec.quantityPlace,
          most: MAX_BUDGET,
        })
      : 0,
    ...(triggers.length > 0 ? { triggers } : {}),
    ...(exits ? { exits } : {}),
  }
}

/**
 * Take profit and stop loss of an entry that has traded, as they are to be.
 * @throws GatewayError 40010, 40202, 40205, 40208
 */
export function exitTerms(
  input: OrderInput,
  { spec, view, before }: { spec: SpotInstrument; view: MarketView; before: OrderInput },
): Exits {
  const [problem] = validateExitAmendment(input, { before, market: marketOf(spec, view) })
  if (problem) throw refusalFor(problem, input)
  return exitsOf(input, { price: priceReader(spec) })!
}

function marketOf(spec: SpotInstrument, { last, mark, bid, ask }: MarketView): SpotMarket {
  const priceOf = (ticks: number | undefined) =>
    ticks === undefined ? null : formatUnits(BigInt(ticks), spec.pricePlace)
  return {
    symbol: spec,
    lastPrice: priceOf(last),
    markPrice: priceOf(mark),
    bestBid: priceOf(bid),
    bestAsk: priceOf(ask),
  }
}

/** The refusal of a problem of an order, as the wire says it. */
export function refusalFor(
  { code, refusal, field, limit }: OrderProblem,
  input: OrderInput,
): GatewayError {
  const text = refusal === 'parameter' ? parameterFault(input, field) : REFUSAL_TEXTS[refusal]
  return new GatewayError(code, text, { data: limit === undefined ? { field } : { field, limit } })
}

const priceReader =
  (spec: SpotInstrument) =>
  (field: PriceField, text: string | null | undefined): number =>
    text ? integer(text, { field, places: spec.pricePlace, most: MAX_TICKS }) : 0

type PriceField = 'price' | 'triggerPrice' | 'stopPrice' | ExitField
type ReadPrice = (field: PriceField, text: string | undefined) => number

function triggersOf(
  { side, orderType, sizeUnit, ...input }: OrderInput,
  { price, protection }: { price: ReadPrice; protection: number },
): readonly Trigger[] {
  if (orderType === 'limit' || orderType === 'market') return []
  const kind = orderType === 'trailing' ? 'trailing' : 'stop'
  const limit =
    orderType === 'stop_limit' ? price('price', input.price) : price('stopPrice', input.stopPrice)
  const bound = side === 'buy' && sizeUnit === 'base' ? limit || protection : 0
  const callback =
    input.callbackRate === undefined
      ? 0
      : integer(input.callbackRate, { field: 'callbackRate', places: 2, most: WHOLE })
  return [
    {
      kind,
      by: input.triggerBy,
      rises: side === 'buy',
      ticks: price('triggerPrice', input.triggerPrice),
      limit,
      bound,
      callback,
      extreme: 0,
    },
  ]
}

function exitsOf(input: OrderInput, { price }: { price: ReadPrice }): Exits | undefined {
  const { takeProfitTriggerPrice, takeProfitPrice, stopLossTriggerPrice, stopLossPrice } = input
  if (takeProfitTriggerPrice === undefined && stopLossTriggerPrice === undefined) return undefined
  return {
    by: input.triggerBy,
    byFill: true,
    ...(takeProfitTriggerPrice === undefined
      ? {}
      : {
          takeProfit: {
            ticks: price('takeProfitTriggerPrice', takeProfitTriggerPrice),
            limit: price('takeProfitPrice', takeProfitPrice),
          },
        }),
    ...(stopLossTriggerPrice === undefined
      ? {}
      : {
          stopLoss: {
            ticks: price('stopLossTriggerPrice', stopLossTriggerPrice),
            limit: price('stopLossPrice', stopLossPrice),
          },
        }),
  }
}

function integer(
  text: string,
  { field, places, most }: { field: string; places: number; most: number },
): number {
  const units = parseUnits(text, places)
  if (units === null || units > BigInt(most)) throw invalidParameter(field, `${field} is too large`)
  return Number(units)
}
