import {
  type Fraction,
  larger,
  minus,
  over,
  plus,
  signOf,
  smaller,
  times,
  ZERO,
} from '../fraction.ts'
import { readCount, readPositive } from '../read.ts'
import { showAmount } from '../rounding.ts'

/** A holding as it travels (spec section 3). */
export interface SpotHolding {
  readonly buyPrice: string
  readonly buyDelegateCount: string
  readonly buyDealCount: string
  /** Sold again since. */
  readonly dealCount: string
  readonly holdCount: string
  readonly marketPrice: string
  /**
   * 0: only what was bought here has a price. 1: what came from elsewhere counts at the market
   * price.
   */
  readonly trackingType: 0 | 1
  readonly pricePlace: number
  readonly quotePrecision: number
}

/** The average buy price of a holding and its cost; decimal strings. */
export interface AverageBuyPrice {
  /** At pricePlace, half up. */
  readonly price: string
  /** What the part with a price cost, at quotePrecision, half up. */
  readonly cost: string
}

interface Weighed {
  readonly count: Fraction
  readonly cost: Fraction
}

/**
 * The average price at which a holding was bought (trading 2). `null` is shown as `--`: nothing
 * held, or nothing of it bought here and `trackingType` 0.
 */
export function averageBuyPrice(holding: SpotHolding): AverageBuyPrice | null {
  return show(weighHolding(holding), holding)
}

/** The same once the rest of a buy order has filled at its limit price. */
export function previewAverageBuyPrice(
  holding: SpotHolding,
  { limitPrice }: { readonly limitPrice: string },
): AverageBuyPrice | null {
  const held = weighHolding(holding)
  const waiting = larger(
    ZERO,
    minus(readCount(holding, 'buyDelegateCount'), readCount(holding, 'buyDealCount')),
  )
  const limit = readPositive({ limitPrice }, 'limitPrice')
  return show(
    { count: plus(held.count, waiting), cost: plus(held.cost, times(waiting, limit)) },
    holding,
  )
}

function weighHolding(holding: SpotHolding): Weighed {
  const held = readCount(holding, 'holdCount')
  const left = larger(
    ZERO,
    smaller(held, minus(readCount(holding, 'buyDealCount'), readCount(holding, 'dealCount'))),
  )
  const bought = times(readCount(holding, 'buyPrice'), left)
  if (holding.trackingType === 0) return { count: left, cost: bought }
  return {
    count: held,
    cost: plus(bought, times(readCount(holding, 'marketPrice'), minus(held, left))),
  }
}

function show(
  { count, cost }: Weighed,
  { pricePlace, quotePrecision }: SpotHolding,
): AverageBuyPrice | null {
  if (signOf(count) === 0) return null
  return {
    price: showAmount(over(cost, count), { scale: pricePlace, mode: 'half-up' }),
    cost: showAmount(cost, { scale: quotePrecision, mode: 'half-up' }),
  }
}
