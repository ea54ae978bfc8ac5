/** A rendered row: its index, and its distance in pixels from `RowRange.base`. */
export interface VirtualRow {
  readonly index: number
  readonly start: number
}

/** Rows rendered before the first measurement: more than a tall screen shows. */
export const FIRST_ROWS = 40
/** Rows are rendered in blocks, so that not every frame of a scroll renders. */
export const BLOCK = 4
/**
 * Pixels: browsers limit the height of a box (Gecko near 17.9 million, Blink near 33.5 million).
 */
export const TALLEST = 16_000_000

/** Sizes of all rows. */
export interface RowLayout {
  readonly count: number
  /** Pixels, the same for all rows. */
  readonly rowHeight: number
  /** Indexes of rows with a panel below, ascending. */
  readonly panels?: readonly number[] | undefined
  /** Pixels, the same for all panels. */
  readonly panelHeight?: number | undefined
}

/** Returns the number of panels above a row by binary search. */
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

/**
 * Returns the distance of a row from the top of all rows in pixels; for `count` the total height.
 */
export function rowStart(
  { rowHeight, panels = [], panelHeight = 0 }: RowLayout,
  index: number,
): number {
  return index * rowHeight + panelsAbove(panels, index) * panelHeight
}

/** Returns the row at a distance from the top in pixels; its panel belongs to it. */
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

/** Scroll position of a container. */
export interface ScrollPosition {
  readonly scrollTop: number
  /** Height in pixels in which rows are visible. */
  readonly viewport: number
  readonly overscan: number
  /** Whether no row of the last frame is still visible. Default false. */
  readonly hasJumped?: boolean
}

/** Range of rendered rows. */
export interface RowRange {
  readonly first: number
  /** Index after the last rendered row. */
  readonly end: number
  /**
   * Origin of the row positions in pixels of all rows, and its position in the box. Both are 0
   * unless the rows are taller than `TALLEST`; then `base` stays the same over many frames, so that
   * rows need not move.
   */
  readonly base: number
  readonly offset: number
}

/** Pixels after which `base` changes. */
const STRIDE = 100_000

/** Returns the height of the box of all rows in pixels. */
export const boxHeight = (layout: RowLayout): number =>
  Math.min(TALLEST, rowStart(layout, layout.count))

/**
 * Returns the position of the viewport in all rows, in pixels. It is `scrollTop`, unless the rows
 * are taller than `TALLEST`: then the scroll is scaled.
 */
function offsetOf(
  layout: RowLayout,
  { scrollTop, viewport }: Pick<ScrollPosition, 'scrollTop' | 'viewport'>,
): number {
  const total = rowStart(layout, layout.count)
  if (total <= TALLEST) return scrollTop
  return (Math.min(scrollTop, TALLEST - viewport) / (TALLEST - viewport)) * (total - viewport)
}

/**
 * Returns whether a scroll is longer than the viewport, so that no row stays visible. PageDown is
 * no jump.
 */
export const isJump = ({
  from,
  to,
  viewport,
}: {
  readonly from: number
  readonly to: number
  readonly viewport: number
}): boolean => Math.abs(to - from) > viewport

/**
 * Returns the rows to render: the visible ones and `overscan` more at each end, in whole blocks.
 * After a jump only the visible ones, always the same number: the next jump would skip the others.
 */
export function visibleRange(
  layout: RowLayout,
  { scrollTop, viewport, overscan, hasJumped = false }: ScrollPosition,
): RowRange {
  if (layout.count === 0) return firstRange(0)
  const offset = offsetOf(layout, { scrollTop, viewport })
  const top = rowAt(layout, offset)
  const from = top - overscan
  const to = rowAt(layout, offset + viewport) + 1 + overscan
  return {
    first: hasJumped ? top : Math.max(0, Math.floor(from / BLOCK) * BLOCK),
    end: Math.min(
      layout.count,
      hasJumped ? top + Math.ceil(viewport / layout.rowHeight) + 1 : Math.ceil(to / BLOCK) * BLOCK,
    ),
    base: offset === scrollTop ? 0 : Math.floor(offset / STRIDE) * STRIDE,
    offset:
      offset === scrollTop
        ? 0
        : Math.round(scrollTop - offset) + Math.floor(offset / STRIDE) * STRIDE,
  }
}

/** Returns the `scrollTop` nearest to the current one at which a row is fully visible. */
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

/** Returns the range of a list before its first measurement. */
export const firstRange = (count: number): RowRange => ({
  first: 0,
  end: Math.min(count, FIRST_ROWS),
  base: 0,
  offset: 0,
})

/** Returns the rows of a range, and the row `keep` if it is outside. */
export function rowsOf(
  layout: RowLayout,
  { first, end, base }: RowRange,
  keep?: number,
): readonly VirtualRow[] {
  const last = Math.min(end, layout.count)
  const row = (index: number): VirtualRow => ({ index, start: rowStart(layout, index) - base })
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, at) => row(first + at))
  if (keep === undefined || keep < 0 || keep >= layout.count) return rows
  return keep < first ? [row(keep), ...rows] : keep >= last ? [...rows, row(keep)] : rows
}
