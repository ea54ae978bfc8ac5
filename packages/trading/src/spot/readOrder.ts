import { formatDecimal, parseDecimal } from '@x/decimal'
import { compared, type Fraction, fraction, fractionOf, signOf } from '../fraction.ts'
import {
  type ExitField,
  type OrderField,
  type OrderProblem,
  problem,
  type SizeUnit,
  type SpotOrder,
  type SpotOrderType,
  type TriggerBy,
} from './spotOrder.ts'
import { isMultiple, type OrderSide } from './symbolRules.ts'

/** How far a trailing order may let the price come back, in per cent, in hundredths of one. */
export const CALLBACK_RATES = { least: '0.1', most: '10', step: '0.01' } as const
const [LEAST, MOST, STEP] = [fraction(1n, 10n), fraction(10n), fraction(1n, 100n)]

export interface ReadExit {
  readonly trigger: Fraction
  /** `null`: at the market. */
  readonly price: Fraction | null
}

/** An order whose every field is present and a positive number. */
export interface ReadOrder {
  readonly side: OrderSide
  readonly orderType: SpotOrderType
  readonly limited: boolean
  readonly size: Fraction
  readonly sizeUnit: SizeUnit
  /** `null` for orders at the market. */
  readonly price: Fraction | null
  /** `null` unless the order waits for a trigger. */
  readonly trigger: Fraction | null
  readonly triggerBy: TriggerBy
  /** Limit of the stop leg of an oco order; `null`: at the market. */
  readonly stop: Fraction | null
  /** A fraction of the price, of a trailing order. */
  readonly callback: Fraction | null
  readonly takeProfit: ReadExit | null
  readonly stopLoss: ReadExit | null
}

type Need = 'needed' | 'optional' | 'never'
type Needs = Readonly<
  Record<'price' | 'triggerPrice' | 'stopPrice' | 'callbackRate' | 'exits', Need>
>

/** Which of its fields a type of order must have, may have, must not have. */
const NEEDS: Readonly<Record<SpotOrderType, Needs>> = {
  limit: {
    price: 'needed',
    triggerPrice: 'never',
    stopPrice: 'never',
    callbackRate: 'never',
    exits: 'optional',
  },
  market: {
    price: 'never',
    triggerPrice: 'never',
    stopPrice: 'never',
    callbackRate: 'never',
    exits: 'optional',
  },
  stop_limit: {
    price: 'needed',
    triggerPrice: 'needed',
    stopPrice: 'never',
    callbackRate: 'never',
    exits: 'never',
  },
  stop_market: {
    price: 'never',
    triggerPrice: 'needed',
    stopPrice: 'never',
    callbackRate: 'never',
    exits: 'never',
  },
  oco: {
    price: 'needed',
    triggerPrice: 'needed',
    stopPrice: 'optional',
    callbackRate: 'never',
    exits: 'never',
  },
  trailing: {
    price: 'never',
    triggerPrice: 'optional',
    stopPrice: 'never',
    callbackRate: 'needed',
    exits: 'never',
  },
}

export function readOrder(
  order: SpotOrder,
): ReadOrder | { readonly problems: readonly OrderProblem[] } {
  const needs = NEEDS[order.orderType]
  const limited = needs.price === 'needed'
  const marketBuy = !limited && order.side === 'buy'
  const sizeUnit = order.sizeUnit ?? (marketBuy ? 'quote' : 'base')
  const wrong: OrderField[] = []
  const take = (field: OrderField & keyof SpotOrder, need: Need): Fraction | null => {
    const value = readAmount(order[field])
    const isFit =
      need === 'never'
        ? order[field] === undefined
        : value !== null || (need === 'optional' && order[field] === undefined)
    if (!isFit) wrong.push(field)
    return value
  }

  const price = take('price', needs.price)
  const trigger = take('triggerPrice', needs.triggerPrice)
  const stop = take('stopPrice', needs.stopPrice)
  const callback = readCallback(take('callbackRate', needs.callbackRate))
  // Out of place it is named already.
  if (callback === 'out-of-range' && needs.callbackRate !== 'never') wrong.push('callbackRate')
  const exit = (triggerField: ExitField, priceField: ExitField): ReadExit | null => {
    const at = take(triggerField, needs.exits)
    const limit = take(priceField, order[triggerField] === undefined ? 'never' : needs.exits)
    return at === null ? null : { trigger: at, price: limit }
  }
  const takeProfit = exit('takeProfitTriggerPrice', 'takeProfitPrice')
  const stopLoss = exit('stopLossTriggerPrice', 'stopLossPrice')
  const size = take('size', 'needed')
  if (sizeUnit === 'quote' && !marketBuy) wrong.push('sizeUnit')
  // The limit leg of an oco order must be able to wait for the other one.
  const isTimely =
    order.timeInForce === 'post_only'
      ? limited
      : order.orderType !== 'oco' || (order.timeInForce ?? 'gtc') === 'gtc'
  if (!isTimely) wrong.push('timeInForce')
  if (size === null || callback === 'out-of-range' || wrong.length > 0)
    return { problems: wrong.map((field) => problem('parameter', { field })) }
  return {
    side: order.side,
    orderType: order.orderType,
    limited,
    size,
    sizeUnit,
    price,
    trigger,
    triggerBy: order.triggerBy ?? 'last',
    stop,
    callback,
    takeProfit,
    stopLoss,
  }
}

/** A positive decimal without the zeros at its end, however many were sent. */
function readAmount(text: string | undefined): Fraction | null {
  const value = text === undefined ? null : parseDecimal(text)
  const canonical = value === null ? null : parseDecimal(formatDecimal(value, { trim: true }))
  if (canonical === null || signOf(fractionOf(canonical)) <= 0) return null
  return fractionOf(canonical)
}

/** Noughts at the end do not make another amount. */
export function isSameAmount(a: string | undefined, b: string | undefined): boolean {
  const [one, other] = [readAmount(a), readAmount(b)]
  return one === null || other === null ? a === b : compared(one, other) === 0
}

function readCallback(percent: Fraction | null): Fraction | null | 'out-of-range' {
  if (percent === null) return null
  const isInRange = compared(percent, LEAST) >= 0 && compared(percent, MOST) <= 0
  return isInRange && isMultiple(percent, STEP)
    ? { numerator: percent.numerator, denominator: percent.denominator * 100n }
    : 'out-of-range'
}
