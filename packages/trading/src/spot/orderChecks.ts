import { compared, type Fraction, fraction, times } from '../fraction.ts'
import { readCount, readPositive } from '../read.ts'
import { showPlain } from '../rounding.ts'
import { bandAround, DEFAULT_PROTECTION, limitPriceBand, protectionPrice } from './priceBands.ts'
import { type OrderProblem, problem, type ReadOrder, type SpotMarket } from './spotOrder.ts'
import { isMultiple, type SymbolRules } from './symbolRules.ts'

export interface Reference {
  /** What the order is expected to trade at: its limit, or the best price opposite (the trigger where it waits for one). */
  readonly price: Fraction | null
  /** The worst price a market order may reach, on the tick. */
  readonly protection: string | null
}

export function referenceFor(order: ReadOrder, { symbol, bestBid, bestAsk, protection = DEFAULT_PROTECTION }: SpotMarket): Reference {
  if (order.limited) return { price: order.price, protection: null }
  const opposite = order.side === 'buy' ? bestAsk : bestBid
  const bestPrice = order.trigger === null ? opposite : showPlain(order.trigger)
  if (bestPrice === null) return { price: null, protection: null }
  return {
    price: readPositive({ bestPrice }, 'bestPrice'),
    protection: protectionPrice({ side: order.side, bestPrice, tickSize: symbol.tickSize, marketBand: protection.marketBand }),
  }
}

/** 40202 */
export function checkTicks({ price, trigger }: ReadOrder, symbol: SymbolRules): readonly OrderProblem[] {
  const tick = readPositive(symbol, 'tickSize')
  const off = (value: Fraction | null): boolean => value !== null && !isMultiple(value, tick)
  return [
    ...(off(price) ? [problem('tick', { field: 'price', limit: symbol.tickSize })] : []),
    ...(off(trigger) ? [problem('tick', { field: 'triggerPrice', limit: symbol.tickSize })] : []),
  ]
}

/** 40203. An amount of quote may be as fine as a price times a size can be. */
export function checkStep({ size, sizeUnit }: ReadOrder, symbol: SymbolRules): readonly OrderProblem[] {
  const baseStep = readPositive(symbol, 'stepSize')
  const quoteStep = fraction(1n, readPositive(symbol, 'tickSize').denominator * baseStep.denominator)
  const step = sizeUnit === 'base' ? baseStep : quoteStep
  return isMultiple(size, step) ? [] : [problem('step', { field: 'size', limit: showPlain(step) })]
}

/** 40204. An amount of quote must also pay for one step. */
export function checkMinimum(order: ReadOrder, { symbol, reference }: { readonly symbol: SymbolRules; readonly reference: Reference }): readonly OrderProblem[] {
  const notional = notionalOf(order, reference)
  if (notional === null) return []
  const oneStep = order.sizeUnit === 'quote' && reference.price !== null ? times(readPositive(symbol, 'stepSize'), reference.price) : null
  const minimum = readCount(symbol, 'minNotional')
  const needed = oneStep !== null && compared(oneStep, minimum) > 0 ? oneStep : minimum
  return compared(notional, needed) < 0 ? [problem('minimum', { field: 'size', limit: showPlain(needed) })] : []
}

/** 40205: a limit price outside the band, or a market order with nothing opposite. */
export function checkProtection(order: ReadOrder, { market, reference }: { readonly market: SpotMarket; readonly reference: Reference }): readonly OrderProblem[] {
  if (order.price === null) return reference.price === null ? [problem('protection', { field: 'size' })] : []
  const around = order.trigger === null ? market.lastPrice : showPlain(order.trigger)
  if (around === null) return []
  const { limitBand } = market.protection ?? DEFAULT_PROTECTION
  const exact = bandAround(readPositive({ lastPrice: around }, 'lastPrice'), readCount({ limitBand }, 'limitBand'))
  const shown = limitPriceBand({ lastPrice: around, tickSize: market.symbol.tickSize, limitBand })
  if (compared(order.price, exact.lowest) < 0) return [problem('protection', { field: 'price', limit: shown.lowest })]
  if (compared(order.price, exact.highest) > 0) return [problem('protection', { field: 'price', limit: shown.highest })]
  return []
}

/** 40201 */
export function checkBalance(hold: OrderHold, available: SpotMarket['available']): readonly OrderProblem[] {
  if (available === undefined) return []
  const free = readCount(available, hold.asset)
  return compared(readCount(hold, 'amount'), free) > 0 ? [problem('balance', { field: 'size', limit: available[hold.asset] })] : []
}

/** What the order keeps back of the balance until it is done. Fees come out of what is received. */
export interface OrderHold {
  readonly asset: 'base' | 'quote'
  readonly amount: string
}

/** A buy holds the most it can cost: at its limit, or at the protection price; `null` where there is no price to reckon with. */
export function holdFor({ side, size, sizeUnit, price }: ReadOrder, { protection }: Reference): OrderHold | null {
  if (side === 'sell') return { asset: 'base', amount: showPlain(size) }
  if (sizeUnit === 'quote') return { asset: 'quote', amount: showPlain(size) }
  const worst = price ?? (protection === null ? null : readPositive({ protection }, 'protection'))
  return worst === null ? null : { asset: 'quote', amount: showPlain(times(size, worst)) }
}

export function notionalOf({ size, sizeUnit }: ReadOrder, { price }: Reference): Fraction | null {
  if (sizeUnit === 'quote') return size
  return price === null ? null : times(size, price)
}
