import { decimal, formatDecimal, mul } from '@x/decimal'
import { type BookView, groupLevels, VIEW_DEPTH } from '@x/market'

type Levels = BookView['asks']
type Sides = Pick<BookView, 'asks' | 'bids'>

const MULTIPLES = ['1', '10', '50', '100', '500', '1000', '10000'] as const
/** Fewer rows a side are no book to read (docs/adr/market.md). */
const FEWEST = 8

export interface GroupingOptions {
  readonly book: Sides | undefined
  /** The step chosen: it stays in the list, whatever book comes after a lost connection. */
  readonly chosen: string
}

/**
 * The steps a book can be grouped by: the tick, and its multiples that the levels known fill with
 * rows on both sides.
 */
export function groupingSteps(tick: string, { book, chosen }: GroupingOptions): readonly string[] {
  const steps = MULTIPLES.map((multiple) =>
    formatDecimal(mul(decimal(tick), decimal(multiple)), { trim: true }),
  )
  return steps.filter(
    (step, index) =>
      !index ||
      step === chosen ||
      (book && Object.values(groupedSides(book, step)).every(({ length }) => length >= FEWEST)),
  )
}

/** Asks and bids by steps. Where more levels stand than are known, the last step is left out. */
export function groupedSides({ asks, bids }: Sides, step: string): Sides {
  const grouped = (levels: Levels, side: 'buy' | 'sell') =>
    groupLevels(levels, { step, side, isCut: levels.length >= VIEW_DEPTH })
  return { asks: grouped(asks, 'sell'), bids: grouped(bids, 'buy') }
}

/** Decimals a price of this grouping needs: none finer than the step. */
export function decimalsOfStep(step: string): number {
  return step.includes('.') ? step.length - step.indexOf('.') - 1 : 0
}
