import type { ReactNode } from 'react'

/** Pixels (U15, spec section 9). */
export const MIN_COLUMN_WIDTH = 80
/** Pixels. */
export const HEADER_HEIGHT = 44
/** Height of a header line in pixels: three fit into 44, two into 28. */
const HEADER_LINE = 14

/** Returns how many lines of text fit into a header; at least 1. */
export function headerLines(height: number): number {
  return Math.max(1, Math.floor(height / HEADER_LINE))
}

/** Row count above which only visible rows are rendered (U15). */
export const VIRTUAL_ABOVE = 100

/**
 * A typed sort key. Decimal strings compare exactly; `null`, `undefined` and '' are missing and
 * sort last.
 */
export type SortRule<R> =
  | { readonly as: 'text'; readonly by: (row: R) => string | null | undefined }
  | { readonly as: 'number'; readonly by: (row: R) => number | bigint | null | undefined }
  | { readonly as: 'decimal'; readonly by: (row: R) => string | null | undefined }

/** Context of a cell. */
export interface CellPlace {
  /**
   * For a control in a grid cell: 0 in the cell in the tab order, -1 elsewhere. Absent in a plain
   * table.
   */
  readonly tabIndex?: 0 | -1
}

/** A column of a table. */
export interface Column<R> {
  readonly key: string
  readonly header: ReactNode
  /** Name for screen readers and CSV, if the header is not text. */
  readonly label?: string
  readonly cell: (row: R, place: CellPlace) => ReactNode
  /** Text for CSV. Default: the result of `cell` if it is text or a number, else the sort key. */
  readonly text?: (row: R) => string
  /**
   /**
    * `number`: end-aligned, tabular, left to right in every language. `actions`: buttons at the
    * end, not in CSV. Default `text`.
    */
  readonly kind?: 'text' | 'number' | 'actions'
  /** Pixels; a column with a width does not share spare space. */
  readonly width?: number
  /**
   * Pixels, default 80. Choose the width of the longest plausible value, so that live prices do not
   * shift the columns.
   */
  readonly minWidth?: number
  /** Whether the user can resize the column by its end edge. Default false. */
  readonly resizable?: boolean
  readonly sort?: SortRule<R>
  /** Keeps the column visible while the table scrolls sideways. Only for the outermost columns. */
  readonly fixed?: 'start' | 'end'
}

type Sized = Pick<Column<never>, 'key' | 'width' | 'minWidth'>

const least = (column: Sized): number => column.width ?? column.minWidth ?? MIN_COLUMN_WIDTH

/** Returns the minimal width of all columns in pixels. */
export function minimumWidth(columns: readonly Sized[]): number {
  return columns.reduce((sum, column) => sum + least(column), 0)
}

/**
 * Distributes whole pixels (U15). Columns without a width share the spare space in proportion to
 * their minimal widths; the rounding rest goes to the first of them. Without spare space all
 * columns have their minimal width and the table scrolls.
 */
export function columnWidths(columns: readonly Sized[], available: number): number[] {
  const spare = Math.floor(available) - minimumWidth(columns)
  const shares = columns.reduce(
    (sum, column) => sum + (column.width === undefined ? least(column) : 0),
    0,
  )
  if (spare <= 0 || shares === 0) return columns.map(least)
  const widths = columns.map(
    (column) =>
      least(column) +
      (column.width === undefined ? Math.floor((spare * least(column)) / shares) : 0),
  )
  const first = columns.findIndex((column) => column.width === undefined)
  const used = widths.reduce((sum, width) => sum + width, 0)
  return widths.map((width, index) =>
    index === first ? width + Math.floor(available) - used : width,
  )
}

/**
 * Returns the same distribution as flex values, for the first paint before the table is measured.
 */
export function fluidFlex(columns: readonly Sized[]): string[] {
  return columns.map((column) =>
    column.width === undefined ? `${least(column)} 0 ${least(column)}px` : `0 0 ${column.width}px`,
  )
}

/** Returns the sticky offset of a fixed column from its edge of the table, in pixels. */
export function fixedOffset(
  columns: readonly Pick<Column<never>, 'fixed'>[],
  { index, widths }: { readonly index: number; readonly widths: readonly number[] },
): number {
  const side = columns[index]?.fixed
  const before = side === 'end' ? widths.slice(index + 1) : widths.slice(0, index)
  return before.reduce((sum, width) => sum + width, 0)
}
