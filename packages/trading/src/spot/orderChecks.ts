import { compared, type Fraction, fraction, larger, times } from '../fraction.ts'
import { readCount, readPositive } from '../read.ts'
import { showPlain } from '../rounding.ts'
import { expectedTrigger, outside } from './orderTriggers.ts'
import { DEFAULT_PROTECTION, protectionPrice } from './priceBands.ts'
import type { ReadOrder } from './readOrder.ts'
import { type OrderField, type OrderProblem, problem, type SpotMarket } from './spotOrder.ts'
import { isMultiple, type SymbolRules } from './symbolRules.ts'

export interface Reference {
  /**
   * What the order is expected to trade at: its limit, or the best price opposite (the trigger
   * where it waits for one).
   */
  readonly price: Fraction | null
  /**
   * The worst price a market order may reach, on the tick; of an oco order its stop leg's, where
   * that goes at the market.
   */
  readonly protection: string | null
}

export function referenceFor(order: ReadOrder, market: SpotMarket): Reference {
  const { symbol, bestBid, bestAsk, protection = DEFAULT_PROTECTION } = market
  const around = (bestPrice: string) =>
    protectionPrice({
      side: order.side,
      bestPrice,
      tickSize: symbol.tickSize,
      marketBand: protection.marketBand,
    })
  if (order.limited)
    return {
      price: order.price,
      protection:
        order.orderType === 'oco' && order.stop === null && order.trigger !== null
          ? around(showPlain(order.trigger))
          : null,
    }
  const opposite = order.side === 'buy' ? bestAsk : bestBid
  const expected = expectedTrigger(order, market)
  const bestPrice = expected === null ? opposite : showPlain(expected)
  if (bestPrice === null) return { price: null, protection: null }
  return { price: readPositive({ bestPrice }, 'bestPrice'), protection: around(bestPrice) }
}

/**
 * Where exits leave from: a limit that trades at once is entered at the market, not at its limit.
 */
export function entryPrice(
  { orderType, side }: ReadOrder,
  { market, reference: { price } }: { readonly market: SpotMarket; readonly reference: Reference },
): Fraction | null {
  const text = side === 'buy' ? market.bestAsk : market.bestBid
  if (orderType !== 'limit' || price === null || text === null) return price
  const best = readPositive({ text }, 'text')
  const isBetter = side === 'buy' ? compared(best, price) < 0 : compared(best, price) > 0
  return isBetter ? best : price
}

/** 40202 */
export function checkTicks(order: ReadOrder, symbol: SymbolRules): readonly OrderProblem[] {
  const tick = readPositive(symbol, 'tickSize')
  const prices: readonly (readonly [OrderField, Fraction | null | undefined])[] = [
    ['price', order.price],
    ['triggerPrice', order.trigger],
    ['stopPrice', order.stop],
    ['takeProfitTriggerPrice', order.takeProfit?.trigger],
    ['takeProfitPrice', order.takeProfit?.price],
    ['stopLossTriggerPrice', order.stopLoss?.trigger],
    ['stopLossPrice', order.stopLoss?.price],
  ]
  return prices.flatMap(([field, value]) =>
    value && !isMultiple(value, tick) ? [problem('tick', { field, limit: symbol.tickSize })] : [],
  )
}

/** 40203. An amount of quote may be as fine as a price times a size can be. */
export function checkStep(
  { size, sizeUnit }: ReadOrder,
  symbol: SymbolRules,
): readonly OrderProblem[] {
  const baseStep = readPositive(symbol, 'stepSize')
  const quoteStep = fraction(
    1n,
    readPositive(symbol, 'tickSize').denominator * baseStep.denominator,
  )
  const step = sizeUnit === 'base' ? baseStep : quoteStep
  return isMultiple(size, step) ? [] : [problem('step', { field: 'size', limit: showPlain(step) })]
}

/** 40204. An amount of quote must also pay for one step. */
export function checkMinimum(
  order: ReadOrder,
  { symbol, reference }: { readonly symbol: SymbolRules; readonly reference: Reference },
): readonly OrderProblem[] {
  const notional = notionalOf(order, reference)
  if (notional === null) return []
  const oneStep =
    order.sizeUnit === 'quote' && reference.price !== null
      ? times(readPositive(symbol, 'stepSize'), reference.price)
      : null
  const minimum = readCount(symbol, 'minNotional')
  const needed = oneStep !== null && compared(oneStep, minimum) > 0 ? oneStep : minimum
  return compared(notional, needed) < 0
    ? [problem('minimum', { field: 'size', limit: showPlain(needed) })]
    : []
}

/** 40205: a limit price outside the band, or a market order with nothing opposite. */
export function checkProtection(
  order: ReadOrder,
  { market, reference }: { readonly market: SpotMarket; readonly reference: Reference },
): readonly OrderProblem[] {
  if (order.price === null)
    return reference.price === null ? [problem('protection', { field: 'size' })] : []
  const { lastPrice, symbol } = market
  // The limit leg of an oco order is in the book at once, whatever its other leg waits for.
  const around =
    order.trigger === null || order.orderType === 'oco'
      ? lastPrice === null
        ? null
        : readPositive({ lastPrice }, 'lastPrice')
      : order.trigger
  const { limitBand } = market.protection ?? DEFAULT_PROTECTION
  return around === null ? [] : outside(order.price, { field: 'price', around, symbol, limitBand })
}

/** 40201 */
export function checkBalance(
  hold: OrderHold,
  available: SpotMarket['available'],
): readonly OrderProblem[] {
  if (available === undefined) return []
  const free = readCount(available, hold.asset)
  return compared(readCount(hold, 'amount'), free) > 0
    ? [problem('balance', { field: 'size', limit: available[hold.asset] })]
    : []
}

/** What the order keeps back of the balance until it is done. Fees come out of what is received. */
export interface OrderHold {
  readonly asset: 'base' | 'quote'
  readonly amount: string
}

/**
 * A buy holds the most it can cost: at its limit, at the protection price, by the dearer leg;
 * `null` where there is no price to reckon with.
 */
export function holdFor(
  { side, size, sizeUnit, price, stop }: ReadOrder,
  { protection }: Reference,
): OrderHold | null {
  if (side === 'sell') return { asset: 'base', amount: showPlain(size) }
  if (sizeUnit === 'quote') return { asset: 'quote', amount: showPlain(size) }
  const prices = [
    price,
    stop,
    protection === null ? null : readPositive({ protection }, 'protection'),
  ].filter((value) => value !== null)
  return prices.length === 0
    ? null
    : { asset: 'quote', amount: showPlain(times(size, prices.reduce(larger))) }
}

export function notionalOf({ size, sizeUnit }: ReadOrder, { price }: Reference): Fraction | null {
  if (sizeUnit === 'quote') return size
  return price === null ? null : times(size, price)
}
