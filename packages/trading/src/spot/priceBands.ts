import { type Fraction, minus, ONE, plus, times } from '../fraction.ts'
import { readCount, readPositive } from '../read.ts'
import { showPrice } from '../rounding.ts'
import type { OrderSide } from './symbolRules.ts'

/** Configuration of a deployment (trading 7). */
export interface Protection {
  /** How far a limit price may lie from the last price, as a fraction. */
  readonly limitBand: string
  /** How far a market order may move from the best price, as a fraction. */
  readonly marketBand: string
}

/** 20 % around the last price, 5 % from the best; shares as fractions (trading 7). */
export const DEFAULT_PROTECTION: Protection = { limitBand: '0.2', marketBand: '0.05' }

export interface PriceBand {
  readonly lowest: Fraction
  readonly highest: Fraction
}

export function bandAround(reference: Fraction, share: Fraction): PriceBand {
  return {
    lowest: times(reference, minus(ONE, share)),
    highest: times(reference, plus(ONE, share)),
  }
}

/** Arguments of {@link limitPriceBand}; decimal strings. */
export interface LimitPriceBandInput {
  readonly lastPrice: string
  readonly tickSize: string
  /** Default 0.2. */
  readonly limitBand?: string
}

/** The lowest and highest limit price accepted, on the tick, both included. */
export function limitPriceBand({
  lastPrice,
  tickSize,
  limitBand = DEFAULT_PROTECTION.limitBand,
}: LimitPriceBandInput): { readonly lowest: string; readonly highest: string } {
  const { lowest, highest } = bandAround(
    readPositive({ lastPrice }, 'lastPrice'),
    readCount({ limitBand }, 'limitBand'),
  )
  return {
    lowest: showPrice(lowest, { tick: tickSize, mode: 'up' }),
    highest: showPrice(highest, { tick: tickSize, mode: 'down' }),
  }
}

/** Arguments of {@link protectionPrice}; decimal strings. */
export interface ProtectionPriceInput {
  readonly side: OrderSide
  /** Best ask for a buy, best bid for a sell. */
  readonly bestPrice: string
  readonly tickSize: string
  /** Default 0.05. */
  readonly marketBand?: string
}

/** The worst price a market order may trade at, on the tick, never outside the band. */
export function protectionPrice({
  side,
  bestPrice,
  tickSize,
  marketBand = DEFAULT_PROTECTION.marketBand,
}: ProtectionPriceInput): string {
  const { lowest, highest } = bandAround(
    readPositive({ bestPrice }, 'bestPrice'),
    readCount({ marketBand }, 'marketBand'),
  )
  return side === 'buy'
    ? showPrice(highest, { tick: tickSize, mode: 'down' })
    : showPrice(lowest, { tick: tickSize, mode: 'up' })
}
