import type { BookView } from '@x/market'
import type { SpotSymbol } from '../../orders/model.ts'
import { type Crossing, crossingOf, type LimitTerms } from './crossing.ts'

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
  if (book?.status !== 'stale' && book?.status !== 'resyncing') return undefined
  // A book that never came has no age.
  return book.receivedAt || Number.NaN
}

export const mustAsk = ({ crossing, staleSince: since }: OrderRisks): boolean => since !== undefined || crossing?.isFar === true
