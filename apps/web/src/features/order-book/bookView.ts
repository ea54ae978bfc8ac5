import { compare, decimal } from '@x/decimal'
import type { Store } from '@x/kit'
import type { BookLevel, BookView } from '@x/market'
import type { Grouping } from './grouping.ts'

/** Which sides of a book are shown. */
export type ShownSides = 'both' | 'buy' | 'sell'

export interface BookViewOptions {
  readonly tick: string
  /** What prices are grouped by: the tick, or a multiple of it. */
  readonly step: string
  /** Fetched before a step other than the tick is chosen. */
  readonly group?: Grouping['group'] | undefined
  readonly sides: ShownSides
  /** Rows that fit. */
  readonly rows: { readonly asks: number; readonly bids: number }
}

/** What the rows of a book show. */
export interface BookViewState {
  /** Best first; as many as fit. */
  readonly asks: readonly BookLevel[]
  readonly bids: readonly BookLevel[]
  /** The larger of both sides, so that their bars compare. */
  readonly deepest: string
}

/** The visible part of a book, computed once for each state of the book. */
export function bookViewStore(
  book: Store<BookView | undefined>,
  options: BookViewOptions,
): Store<BookViewState> {
  let from: BookView | undefined
  let shown = viewOf(from, options)
  return {
    getState() {
      const view = book.getState()
      if (view !== from) {
        from = view
        shown = viewOf(view, options)
      }
      return shown
    },
    subscribe: book.subscribe,
  }
}

/** Digits before the point of the longest total that a column holds beside price and size. */
const MOST_DIGITS = 9

/** Whether totals of a book are longer than their column. */
export function hasVastTotals(book: BookView | undefined): boolean {
  return [book?.asks, book?.bids].some(
    (levels) => (levels?.at(-1)?.total.split('.')[0] ?? '').length > MOST_DIGITS,
  )
}

const NO_LEVELS: readonly never[] = []

function viewOf(
  book: BookView | undefined,
  { tick, step, group, sides, rows }: BookViewOptions,
): BookViewState {
  const all = book && (group && step !== tick ? group(book, step) : book)
  const asks = sides === 'buy' ? NO_LEVELS : (all?.asks.slice(0, rows.asks) ?? NO_LEVELS)
  const bids = sides === 'sell' ? NO_LEVELS : (all?.bids.slice(0, rows.bids) ?? NO_LEVELS)
  return { asks, bids, deepest: larger(asks.at(-1)?.total, bids.at(-1)?.total) }
}

function larger(a = '0', b = '0'): string {
  return compare(decimal(a), decimal(b)) > 0 ? a : b
}
