import { compared, type Fraction, minus, ONE, plus, times } from '../fraction.ts'
import { readCount, readPositive } from '../read.ts'
import { showPlain } from '../rounding.ts'
import { bandAround, DEFAULT_PROTECTION, limitPriceBand } from './priceBands.ts'
import type { ReadOrder } from './readOrder.ts'
import { type OrderField, type OrderProblem, problem, type SpotMarket } from './spotOrder.ts'
import type { OrderSide } from './symbolRules.ts'

/** What a trigger is compared with; `null` before the first trade. */
export function triggerReference(
  { triggerBy }: Pick<ReadOrder, 'triggerBy'>,
  { lastPrice, markPrice = lastPrice }: SpotMarket,
): string | null {
  return triggerBy === 'mark' ? markPrice : lastPrice
}

/**
 * Where a waiting order is expected to trade: at its trigger, a trailing one where it fires if the
 * price turns at once.
 */
export function expectedTrigger(order: ReadOrder, market: SpotMarket): Fraction | null {
  if (order.callback === null) return order.trigger
  const reference = triggerReference(order, market)
  const from =
    order.trigger ?? (reference === null ? null : readPositive({ reference }, 'reference'))
  if (from === null) return null
  return times(from, order.side === 'buy' ? plus(ONE, order.callback) : minus(ONE, order.callback))
}

/**
 * 40208: a trigger on the side of the price where it would have fired already, or the legs of an
 * order in the wrong order.
 */
export function checkDirections(
  order: ReadOrder,
  { market, entry }: { readonly market: SpotMarket; readonly entry: Fraction | null },
): readonly OrderProblem[] {
  const { side, orderType, trigger, price } = order
  const text = triggerReference(order, market)
  const reference = text === null ? null : readPositive({ text }, 'text')
  const beyond = side === 'buy' ? 'above' : 'below'
  const checks: readonly OrderProblem[][] = [
    // A stop follows the price, a trailing order first waits for a better one.
    trigger === null
      ? []
      : lies(trigger, {
          field: 'triggerPrice',
          where: orderType === 'trailing' ? opposite(beyond) : beyond,
          of: reference,
        }),
    orderType === 'oco' && price !== null
      ? lies(price, { field: 'price', where: opposite(beyond), of: reference })
      : [],
    order.takeProfit === null
      ? []
      : lies(order.takeProfit.trigger, {
          field: 'takeProfitTriggerPrice',
          where: profitable(side),
          of: entry,
        }),
    order.stopLoss === null
      ? []
      : lies(order.stopLoss.trigger, {
          field: 'stopLossTriggerPrice',
          where: opposite(profitable(side)),
          of: entry,
        }),
  ]
  return checks.flat()
}

/** 40205: the limit of a leg further from its trigger than the band allows. */
export function checkLegBands(
  order: ReadOrder,
  { symbol, protection = DEFAULT_PROTECTION }: SpotMarket,
): readonly OrderProblem[] {
  const legs: readonly (readonly [OrderField, Fraction | null, Fraction | null])[] = [
    ['stopPrice', order.stop, order.trigger],
    ['takeProfitPrice', order.takeProfit?.price ?? null, order.takeProfit?.trigger ?? null],
    ['stopLossPrice', order.stopLoss?.price ?? null, order.stopLoss?.trigger ?? null],
  ]
  return legs.flatMap(([field, price, trigger]) =>
    price === null || trigger === null
      ? []
      : outside(price, { field, around: trigger, symbol, limitBand: protection.limitBand }),
  )
}

export function outside(
  price: Fraction,
  {
    field,
    around,
    symbol,
    limitBand,
  }: {
    readonly field: OrderField
    readonly around: Fraction
    readonly symbol: SpotMarket['symbol']
    readonly limitBand: string
  },
): readonly OrderProblem[] {
  const exact = bandAround(around, readCount({ limitBand }, 'limitBand'))
  const shown = limitPriceBand({
    lastPrice: showPlain(around),
    tickSize: symbol.tickSize,
    limitBand,
  })
  if (compared(price, exact.lowest) < 0)
    return [problem('protection', { field, limit: shown.lowest })]
  if (compared(price, exact.highest) > 0)
    return [problem('protection', { field, limit: shown.highest })]
  return []
}

type Where = 'above' | 'below'
const opposite = (where: Where): Where => (where === 'above' ? 'below' : 'above')
const profitable = (side: OrderSide): Where => (side === 'buy' ? 'above' : 'below')

function lies(
  price: Fraction,
  {
    field,
    where,
    of,
  }: { readonly field: OrderField; readonly where: Where; readonly of: Fraction | null },
): OrderProblem[] {
  if (of === null) return []
  const difference = compared(price, of)
  return (where === 'above' ? difference > 0 : difference < 0)
    ? []
    : [problem('direction', { field, limit: showPlain(of) })]
}
