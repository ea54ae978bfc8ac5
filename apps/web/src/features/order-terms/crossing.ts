import { compare, decimal, div, formatDecimal, mul, sub } from '@x/decimal'
import { type BookView, VIEW_DEPTH } from '@x/market'
import { estimateMarketFill } from '@x/trading'
import type { Side, SpotSymbol } from '../../data/spot/model.ts'

/**
 * A limit that lies further than this beyond the best opposite price is asked about, in percent.
 */
const FAR_PERCENT = '1'

/** What of a limit order trades at once, by the book on screen. */
export interface Crossing {
  /** The best price of the other side. */
  readonly best: string
  /** The average of what trades at once. */
  readonly average: string
  readonly filledBase: string
  readonly filledQuote: string
  /** The rest, which stays at the limit. */
  readonly restBase: string
  readonly isComplete: boolean
  /**
   * The order takes every level of the visible book and its limit lies beyond: more of it trades at
   * once than the figures say.
   */
  readonly isBeyondBook: boolean
  /** How far the limit lies beyond the best price, in percent. */
  readonly throughPercent: string
  /**
   * More than a percent: asked about before it is sent. The book is taken no further than the
   * limit.
   */
  readonly isFar: boolean
  /** It is to trade in full or not at all, and the book on screen does not fill it. */
  readonly isKilled: boolean
}

export interface LimitTerms {
  readonly side: Side
  readonly price: string
  readonly size: string
  /** All of it at once or nothing. */
  readonly isFillOrKill?: boolean
}

export interface CrossingOptions {
  readonly book: Pick<BookView, 'asks' | 'bids'> | undefined
  readonly spec: Pick<SpotSymbol, 'tickSize' | 'stepSize'>
}

/** `undefined`: nothing of it trades at once, as far as the book on screen shows. */
export function crossingOf(
  { side, price, size, isFillOrKill = false }: LimitTerms,
  { book, spec }: CrossingOptions,
): Crossing | undefined {
  const levels = (side === 'buy' ? book?.asks : book?.bids) ?? []
  const best = levels[0]?.price
  if (best === undefined) return undefined
  const pairs = levels.map((level) => [level.price, level.size] as const)
  const fill = estimateMarketFill(
    {
      side,
      size,
      sizeUnit: 'base',
      levels: pairs,
      stepSize: spec.stepSize,
      protectionPrice: price,
    },
    { tick: spec.tickSize },
  )
  if (fill.averagePrice === null) return undefined
  const [limit, from] = [decimal(price), decimal(best)]
  const distance = side === 'buy' ? sub(limit, from) : sub(from, limit)
  const hundredfold = mul(distance, decimal('100'))
  return {
    best,
    average: fill.averagePrice,
    filledBase: fill.filledBase,
    filledQuote: fill.filledQuote,
    restBase: fill.remaining,
    isComplete: fill.complete,
    isBeyondBook:
      !fill.complete && levels.length >= VIEW_DEPTH && fill.fills.length === levels.length,
    throughPercent: formatDecimal(div(hundredfold, from, { scale: 2, mode: 'half-away' })),
    isFar: compare(hundredfold, mul(from, decimal(FAR_PERCENT))) > 0,
    isKilled: isFillOrKill && !fill.complete,
  }
}

/** Whether a limit lies more than a percent further beyond the best price than it did. */
export function isFarther(
  now: Pick<Crossing, 'throughPercent'>,
  before: Pick<Crossing, 'throughPercent'>,
): boolean {
  return (
    compare(
      sub(decimal(now.throughPercent), decimal(before.throughPercent)),
      decimal(FAR_PERCENT),
    ) > 0
  )
}
