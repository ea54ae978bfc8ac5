import {
  absolute,
  compared,
  type Fraction,
  HUNDRED,
  minus,
  over,
  plus,
  signOf,
  smaller,
  times,
  ZERO,
} from '../fraction.ts'
import { readCount, readPositive } from '../read.ts'
import { type PriceOptions, ROE_ROUNDING, showAmount, showPlain, showPrice } from '../rounding.ts'
import { TradingError } from '../TradingError.ts'
import type { SizeUnit } from './spotOrder.ts'
import type { OrderSide } from './symbolRules.ts'

/** One level of the order book; decimal strings. */
export type PriceLevel = readonly [price: string, size: string]

/** Arguments of {@link estimateMarketFill}; decimal strings. */
export interface MarketFillInput {
  readonly side: OrderSide
  readonly size: string
  /**
   * Default: `quote` for a buy, `base` for a sell. As in an order, only a buy may be sized in
   * quote.
   */
  readonly sizeUnit?: SizeUnit
  /** The opposite side of the book, best first: asks for a buy. */
  readonly levels: readonly PriceLevel[]
  readonly stepSize: string
  /** The worst price to trade at; `null` or left out: the whole book. */
  readonly protectionPrice?: string | null
}

/** A size filled at one price; decimal strings. */
export interface Fill {
  readonly price: string
  readonly size: string
}

/** The expected fills of a market order; decimal strings. */
export interface MarketFillEstimate {
  readonly fills: readonly Fill[]
  readonly filledBase: string
  readonly filledQuote: string
  /** `null` where nothing fills. On the tick, half away from zero. */
  readonly averagePrice: string | null
  readonly worstPrice: string | null
  /** How far the average lies from the best price, in percent, 2 decimals. */
  readonly impactPercent: string | null
  /**
   * What the book does not give, in the order's own unit; an amount of quote too small for one more
   * step is not counted as missing.
   */
  readonly remaining: string
  readonly complete: boolean
}

interface Taken {
  readonly price: Fraction
  readonly size: Fraction
}

/** Fills from the displayed book as the engine would. */
export function estimateMarketFill(
  input: MarketFillInput,
  options: Pick<PriceOptions, 'tick'> = {},
): MarketFillEstimate {
  const { taken, remaining, complete } = fillFromBook(input)
  const base = taken.map(({ size }) => size).reduce(plus, ZERO)
  const quote = taken.map(({ price, size }) => times(price, size)).reduce(plus, ZERO)
  const shared = {
    fills: taken.map(({ price, size }) => ({ price: showPlain(price), size: showPlain(size) })),
    filledBase: showPlain(base),
    filledQuote: showPlain(quote),
    remaining: showPlain(remaining),
    complete,
  }
  const first = taken[0]
  const last = taken.at(-1)
  if (first === undefined || last === undefined)
    return { ...shared, averagePrice: null, worstPrice: null, impactPercent: null }
  const average = over(quote, base)
  const impact = times(over(absolute(minus(average, first.price)), first.price), HUNDRED)
  return {
    ...shared,
    averagePrice: showPrice(average, options),
    worstPrice: showPlain(last.price),
    impactPercent: showAmount(impact, ROE_ROUNDING),
  }
}

function fillFromBook(input: MarketFillInput): {
  readonly taken: readonly Taken[]
  readonly remaining: Fraction
  readonly complete: boolean
} {
  const {
    side,
    levels,
    sizeUnit = side === 'buy' ? 'quote' : 'base',
    protectionPrice = null,
  } = input
  if (side === 'sell' && sizeUnit === 'quote')
    throw new TradingError('out-of-range', { detail: 'sizeUnit' })
  const step = readPositive(input, 'stepSize')
  const worst =
    protectionPrice === null ? null : readPositive({ protectionPrice }, 'protectionPrice')
  const taken: Taken[] = []
  let remaining = readCount(input, 'size')
  for (const [priceText, sizeText] of levels) {
    if (signOf(remaining) === 0) break
    const price = readPositive({ price: priceText }, 'price')
    if (
      worst !== null &&
      (side === 'buy' ? compared(price, worst) > 0 : compared(price, worst) < 0)
    )
      break
    const offered = readCount({ size: sizeText }, 'size')
    const wanted = sizeUnit === 'base' ? remaining : wholeSteps(over(remaining, price), step)
    const size = smaller(wanted, offered)
    if (signOf(size) > 0) {
      taken.push({ price, size })
      remaining = minus(remaining, sizeUnit === 'base' ? size : times(size, price))
    }
    // The rest of a budget no longer pays for a step here, and every level behind is dearer.
    if (sizeUnit === 'quote' && compared(wanted, offered) <= 0)
      return { taken, remaining: ZERO, complete: true }
  }
  return { taken, remaining, complete: signOf(remaining) === 0 }
}

function wholeSteps(value: Fraction, step: Fraction): Fraction {
  const steps = over(value, step)
  return times({ numerator: steps.numerator / steps.denominator, denominator: 1n }, step)
}
