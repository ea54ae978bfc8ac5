/**
 * A row in sight: its number from 0 and its distance from where the rows in sight are counted from,
 * in pixels.
 */
export interface WindowRow {
  readonly index: number
  readonly start: number
}

/** More than a tall screen shows, few enough to draw at once. */
export const FIRST_ROWS = 40
/** Rows are drawn in blocks of this many, so that not every frame of a scroll draws. */
export const BLOCK = 4
/**
 * Pixels: browsers cut boxes that are taller (Gecko near 17.9 million, Blink near 33.5 million).
 */
export const TALLEST = 16_000_000

export interface RowLayout {
  readonly count: number
  /** Pixels, the same for all rows. */
  readonly rowHeight: number
  /** Rows with a panel below them, ascending. */
  readonly panels?: readonly number[] | undefined
  /** Pixels, the same for all panels. */
  readonly panelHeight?: number | undefined
}

/** How many of `panels` stand above a row: binary search. */
function panelsAbove(panels: readonly number[], index: number): number {
  let low = 0
  let high = panels.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((panels[middle] ?? 0) < index) low = middle + 1
    else high = middle
  }
  return low
}

/** Pixels from the top of all rows to the top of one; `count` gives the height of all. */
export function rowStart(
  { rowHeight, panels = [], panelHeight = 0 }: RowLayout,
  index: number,
): number {
  return index * rowHeight + panelsAbove(panels, index) * panelHeight
}

/** The row that covers a distance from the top, its panel included. */
export function rowAt(layout: RowLayout, offset: number): number {
  let low = 0
  let high = Math.max(0, layout.count - 1)
  if (!layout.panels?.length)
    return Math.min(high, Math.max(0, Math.floor(offset / layout.rowHeight)))
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (rowStart(layout, middle) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

export interface Sight {
  readonly scrollTop: number
  /** Pixels of the scrolled box that rows are seen in. */
  readonly viewport: number
  readonly overscan: number
  /** No row of the last frame is still in sight. Default false. */
  readonly leapt?: boolean
}

export interface RowRange {
  readonly first: number
  /** The first row that is not drawn. */
  readonly end: number
  /**
   * Where rows are counted from: pixels of all rows, and of the box. Both 0 unless all rows are
   * taller than a box can be; then the first stays the same over many frames, so that the rows
   * themselves need not move.
   */
  readonly base: number
  readonly offset: number
}

/** Pixels after which rows of a list taller than a box are counted anew. */
const STRIDE = 100_000

/** The height of the box that the rows stand in. */
export const boxHeight = (layout: RowLayout): number =>
  Math.min(TALLEST, rowStart(layout, layout.count))

/**
 * Where in all rows the top of the box stands. The same as `scrollTop` unless all rows are taller
 * than a box can be: then the scroll is stretched over them.
 */
function offsetOf(
  layout: RowLayout,
  { scrollTop, viewport }: Pick<Sight, 'scrollTop' | 'viewport'>,
): number {
  const total = rowStart(layout, layout.count)
  if (total <= TALLEST) return scrollTop
  return (Math.min(scrollTop, TALLEST - viewport) / (TALLEST - viewport)) * (total - viewport)
}

/**
 * Whether a scroll from one place to another leaves no row in sight: it goes further than a screen.
 * A reader who leafs does not leap.
 */
export const isLeap = ({
  from,
  to,
  viewport,
}: {
  readonly from: number
  readonly to: number
  readonly viewport: number
}): boolean => Math.abs(to - from) > viewport

/**
 * The rows to draw: those in sight and `overscan` more at either end, whole blocks. After a leap
 * only those in sight, always equally many: the next leap would pass over any others.
 */
export function rangeInSight(
  layout: RowLayout,
  { scrollTop, viewport, overscan, leapt = false }: Sight,
): RowRange {
  if (layout.count === 0) return firstRange(0)
  const offset = offsetOf(layout, { scrollTop, viewport })
  const top = rowAt(layout, offset)
  const from = top - overscan
  const to = rowAt(layout, offset + viewport) + 1 + overscan
  return {
    first: leapt ? top : Math.max(0, Math.floor(from / BLOCK) * BLOCK),
    end: Math.min(
      layout.count,
      leapt ? top + Math.ceil(viewport / layout.rowHeight) + 1 : Math.ceil(to / BLOCK) * BLOCK,
    ),
    base: offset === scrollTop ? 0 : Math.floor(offset / STRIDE) * STRIDE,
    offset:
      offset === scrollTop
        ? 0
        : Math.round(scrollTop - offset) + Math.floor(offset / STRIDE) * STRIDE,
  }
}

/** The `scrollTop` nearest to the present one that shows a row whole. */
export function scrollToShow(
  layout: RowLayout,
  {
    index,
    scrollTop,
    viewport,
  }: { readonly index: number; readonly scrollTop: number; readonly viewport: number },
): number {
  const offset = offsetOf(layout, { scrollTop, viewport })
  const start = rowStart(layout, index)
  const least = start + layout.rowHeight - viewport
  if (offset <= start && offset >= least) return scrollTop
  const wanted = Math.max(0, offset > start ? start : least)
  const total = rowStart(layout, layout.count)
  return total <= TALLEST ? wanted : (wanted / (total - viewport)) * (TALLEST - viewport)
}

/** The rows at the top of a list that was not measured yet. */
export const firstRange = (count: number): RowRange => ({
  first: 0,
  end: Math.min(count, FIRST_ROWS),
  base: 0,
  offset: 0,
})

/** The rows of a range, and one more in its place where it is not among them. */
export function rowsOf(
  layout: RowLayout,
  { first, end, base }: RowRange,
  keep?: number,
): readonly WindowRow[] {
  const last = Math.min(end, layout.count)
  const row = (index: number): WindowRow => ({ index, start: rowStart(layout, index) - base })
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, at) => row(first + at))
  if (keep === undefined || keep < 0 || keep >= layout.count) return rows
  return keep < first ? [row(keep), ...rows] : keep >= last ? [...rows, row(keep)] : rows
}
