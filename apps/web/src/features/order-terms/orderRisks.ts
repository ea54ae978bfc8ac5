import type { BookView } from '@x/market'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { type Crossing, crossingOf, isFarther, type LimitTerms } from './crossing.ts'

/** What an order is asked about wherever the trader wants to be asked. */
export interface OrderRisks {
  readonly crossing: Crossing | undefined
  /** When the book on screen was last current, in milliseconds; `undefined`: it is current. */
  readonly staleSince: number | undefined
}

interface RiskOptions {
  readonly spec: SpotSymbol
  /** As it is on screen at the press. */
  readonly book: BookView | undefined
  /** A limit order that may trade at once. */
  readonly limit: LimitTerms | undefined
}

export function orderRisks({ spec, book, limit }: RiskOptions): OrderRisks {
  return { crossing: limit && crossingOf(limit, { book, spec }), staleSince: staleSince(book) }
}

function staleSince(book: BookView | undefined): number | undefined {
  if (book?.status === 'live') return undefined
  // A book that never came has no age.
  return book?.receivedAt || Number.NaN
}

/**
 * Whether the market has moved against a question while it was open: the answer was to another one.
 */
export function hasWorsened(now: OrderRisks, { asked }: { readonly asked: OrderRisks }): boolean {
  if (now.staleSince !== undefined && asked.staleSince === undefined) return true
  if (!now.crossing?.isFar) return false
  return !asked.crossing?.isFar || isFarther(now.crossing, asked.crossing)
}

export const mustAsk = ({ crossing, staleSince: since }: OrderRisks): boolean =>
  since !== undefined || crossing?.isFar === true
