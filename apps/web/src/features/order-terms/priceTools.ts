import {
  add,
  compare,
  decimal,
  div,
  formatDecimal,
  mul,
  parseDecimal,
  roundToStep,
  sub,
  ZERO,
} from '@x/decimal'
import type { BookView } from '@x/market'
import type { Side } from '../../data/spot/model.ts'

/** Places in the book that can be taken over as the price of an order. */
export const QUEUE_LEVELS = [1, 5, 10] as const
/** Distances from the last price, signed percent. */
export const DISTANCES = ['-5', '-1', '-0.5', '0.5', '1', '5'] as const

const HUNDRED = decimal('100')

/** The price of a level counted from the best one, 1; `undefined` where the book has fewer. */
export const queuePrice = (
  book: BookView | undefined,
  { side, level }: { readonly side: 'bids' | 'asks'; readonly level: number },
): string | undefined => book?.[side][level - 1]?.price

/**
 * A price moved by signed percent, to the nearest tick. `undefined` where nothing is left of it or
 * a text is no number.
 */
export function priceAt(
  percent: string,
  { price, tickSize }: { readonly price: string | undefined; readonly tickSize: string },
): string | undefined {
  const [from, by] = [parseDecimal(price ?? ''), parseDecimal(percent)]
  if (!from || !by) return undefined
  const moved = div(mul(from, add(HUNDRED, by)), HUNDRED, { scale: 18, mode: 'half-up' })
  const rounded = roundToStep(moved, { step: decimal(tickSize), mode: 'half-up' })
  return compare(rounded, ZERO) > 0 ? formatDecimal(rounded) : undefined
}

/**
 * Where an exit stands that is given as percent of its entry: a take profit on the side of the
 * gain, a stop loss on that of the loss.
 */
export function exitAt(
  percent: string,
  {
    exit,
    side,
    ...entry
  }: {
    readonly exit: 'takeProfit' | 'stopLoss'
    readonly side: Side
    readonly price: string | undefined
    readonly tickSize: string
  },
): string | undefined {
  const by = parseDecimal(percent)
  if (!by) return undefined
  const isAbove = (exit === 'takeProfit') === (side === 'buy')
  return priceAt(formatDecimal(isAbove ? by : sub(ZERO, by)), entry)
}
