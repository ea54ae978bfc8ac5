import { decimal, formatDecimal, mul } from '@x/decimal'
import type { Store } from '@x/kit'
import {
  type BookLevel,
  type BookView,
  groupLevels,
  type MarketClient,
  VIEW_DEPTH,
} from '@x/market'
import { type BookSides, deepBookStore } from '../../data/market/deepBook.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'

const MULTIPLES = ['1', '10', '50', '100', '500', '1000', '10000'] as const
/** Fewer rows a side are no book to read (docs/adr/market.md). */
const FEWEST = 8
/** How much longer a book has to be before its steps are looked for once more. */
const GROWTH = 1.1

/** A book by steps: its levels reach far enough for coarse ones. */
export interface Grouping {
  /** The deep book: followed while anybody listens. */
  readonly book: Store<BookView | undefined>
  /** Steps that the book fills. More come while its levels arrive; none leaves the list. */
  readonly steps: Store<readonly string[]>
  readonly group: (book: BookSides, step: string) => BookSides
}

export function createGrouping(
  market: MarketClient,
  { symbol, tickSize }: Pick<SpotSymbol, 'symbol' | 'tickSize'>,
): Grouping {
  const book = deepBookStore(market, symbol)
  let steps: readonly string[] = groupingSteps(tickSize, undefined)
  let looked = 0
  return {
    book,
    group: groupedSides,
    steps: {
      subscribe: book.subscribe,
      getState() {
        const view = book.getState()
        const levels = view ? Math.min(view.asks.length, view.bids.length) : 0
        if (levels > looked * GROWTH) {
          looked = levels
          const found = groupingSteps(tickSize, view, steps)
          if (found.length > steps.length) steps = found
        }
        return steps
      },
    },
  }
}

/**
 * The steps a book can be grouped by: the tick, and its multiples that the levels known fill with
 * rows on both sides; `known` ones stay.
 */
export function groupingSteps(
  tick: string,
  book: BookSides | undefined,
  known: readonly string[] = [],
): readonly string[] {
  const steps = MULTIPLES.map((multiple) =>
    formatDecimal(mul(decimal(tick), decimal(multiple)), { trim: true }),
  )
  return steps.filter(
    (step, index) =>
      !index ||
      known.includes(step) ||
      (book && Object.values(groupedSides(book, step)).every(({ length }) => length >= FEWEST)),
  )
}

/** Asks and bids by steps. Where more levels stand than are known, the last step is left out. */
export function groupedSides({ asks, bids }: BookSides, step: string): BookSides {
  const grouped = (levels: readonly BookLevel[], side: 'buy' | 'sell') =>
    groupLevels(levels, { step, side, isCut: levels.length >= VIEW_DEPTH })
  return { asks: grouped(asks, 'sell'), bids: grouped(bids, 'buy') }
}
