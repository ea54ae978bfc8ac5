/** A row in sight: its number from 0 and its distance from the top of all rows, in pixels. */
export interface WindowRow {
  readonly index: number
  readonly start: number
}

export interface WindowHandle {
  /** Scrolls no further than needed to bring the row into sight. */
  scrollTo(index: number): void
}

/** More than a tall screen shows, few enough to draw at once. */
export const FIRST_ROWS = 40

/** The rows at the top of a list that was not scrolled yet, where the engine will have them too. */
export function firstRows({ count, rowHeight }: { readonly count: number; readonly rowHeight: number }): readonly WindowRow[] {
  return Array.from({ length: Math.min(count, FIRST_ROWS) }, (_, index) => ({ index, start: index * rowHeight }))
}
