import type { ReactNode } from 'react'

/** U15, spec section 9: pixels. */
export const MIN_COLUMN_WIDTH = 80
export const HEADER_HEIGHT = 44
/** Pixels of one line of a heading: three stand in a header of 44, two in one of 28. */
const HEADER_LINE = 14

export function headerLines(height: number): number {
  return Math.max(1, Math.floor(height / HEADER_LINE))
}

/** U15: above this many rows only those in sight are built. */
export const VIRTUAL_ABOVE = 100

/**
 * A typed sort key. Decimal strings compare exactly; `null`, `undefined` and '' are missing and
 * stand last.
 */
export type SortRule<R> =
  | { readonly as: 'text'; readonly by: (row: R) => string | null | undefined }
  | { readonly as: 'number'; readonly by: (row: R) => number | bigint | null | undefined }
  | { readonly as: 'decimal'; readonly by: (row: R) => string | null | undefined }

export interface CellPlace {
  /**
   * For a control in a cell of a grid: 0 in the cell that Tab leads to, -1 elsewhere. Absent in a
   * plain table.
   */
  readonly tabIndex?: 0 | -1
}

export interface Column<R> {
  readonly key: string
  readonly header: ReactNode
  /** The name of a column whose header is no text, for readers and for CSV. */
  readonly label?: string
  readonly cell: (row: R, place: CellPlace) => ReactNode
  /**
   * What CSV writes. Default: what `cell` gives where that is a text or a number, else the sort
   * key.
   */
  readonly text?: (row: R) => string
  /**
   * `number`: end-aligned, tabular, left to right in every language. `actions`: buttons at the end,
   * not in CSV. Default `text`.
   */
  readonly kind?: 'text' | 'number' | 'actions'
  /** Pixels; a column with a width does not share spare room. */
  readonly width?: number
  /**
   * Pixels, default 80. As wide as the widest plausible value, so that nothing shifts while prices
   * run.
   */
  readonly minWidth?: number
  /** The reader may drag the column's end edge, or move it by arrow keys. Default false. */
  readonly resizable?: boolean
  readonly sort?: SortRule<R>
  /** Stays in sight while the table scrolls sideways. Mark the outermost columns only. */
  readonly fixed?: 'start' | 'end'
}

type Sized = Pick<Column<never>, 'key' | 'width' | 'minWidth'>

const least = (column: Sized): number => column.width ?? column.minWidth ?? MIN_COLUMN_WIDTH

export function minimumWidth(columns: readonly Sized[]): number {
  return columns.reduce((sum, column) => sum + least(column), 0)
}

/**
 * U15: whole pixels. Spare width goes to the columns without a width, in proportion to their
 * minimum widths; what rounding leaves over goes to the first of them. Too little room: all stand
 * at their minimum and the table scrolls.
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

/** The same distribution for the first paint, before anything is measured. */
export function fluidFlex(columns: readonly Sized[]): string[] {
  return columns.map((column) =>
    column.width === undefined ? `${least(column)} 0 ${least(column)}px` : `0 0 ${column.width}px`,
  )
}

/** Where a fixed column stops, from its own edge of the table. */
export function fixedOffset(
  columns: readonly Pick<Column<never>, 'fixed'>[],
  { index, widths }: { readonly index: number; readonly widths: readonly number[] },
): number {
  const side = columns[index]?.fixed
  const before = side === 'end' ? widths.slice(index + 1) : widths.slice(0, index)
  return before.reduce((sum, width) => sum + width, 0)
}
