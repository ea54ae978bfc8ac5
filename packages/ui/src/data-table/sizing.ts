import { MIN_COLUMN_WIDTH, type Column } from './columns.ts'

/** Column widths set by the user, in pixels, by column key. */
export type ColumnSizes = Readonly<Record<string, number>>

/** Pixels by which an arrow key resizes a column. */
export const RESIZE_STEP = 10
/** Pixels by which an arrow key with Shift resizes a column. */
export const RESIZE_STEP_LARGE = 50
/** Maximal width of a column in pixels; no screen is wider. */
export const MAX_COLUMN_WIDTH = 2000

type Resizable = Pick<Column<never>, 'key' | 'width' | 'minWidth' | 'resizable'>

/**
 * Returns the minimal width of a column in pixels: `minWidth`, else 80 or its narrower own width.
 */
export function minimumColumnWidth({ width, minWidth }: Resizable): number {
  return minWidth ?? Math.min(width ?? MIN_COLUMN_WIDTH, MIN_COLUMN_WIDTH)
}

/** Returns the sizes with a new width, rounded and clamped. */
export function withSize(
  sizes: ColumnSizes,
  { column, to }: { readonly column: Resizable; readonly to: number },
): ColumnSizes {
  const width = Math.min(MAX_COLUMN_WIDTH, Math.max(minimumColumnWidth(column), Math.round(to)))
  return sizes[column.key] === width ? sizes : { ...sizes, [column.key]: width }
}

/** Returns the sizes without a column, which restores its own width. */
export function withoutSize(sizes: ColumnSizes, key: string): ColumnSizes {
  if (!Object.hasOwn(sizes, key)) return sizes
  return Object.fromEntries(Object.entries(sizes).filter(([one]) => one !== key))
}

/**
 * Returns what a key does to the resize handle: a new width in pixels, `reset` or nothing. Left and
 * right follow the screen.
 */
export function resizeKey(
  key: string,
  {
    width,
    column,
    shift,
    rtl,
  }: {
    readonly width: number
    readonly column: Resizable
    readonly shift: boolean
    readonly rtl: boolean
  },
): number | 'reset' | undefined {
  const step = (shift ? RESIZE_STEP_LARGE : RESIZE_STEP) * (rtl ? -1 : 1)
  if (key === 'ArrowRight') return width + step
  if (key === 'ArrowLeft') return width - step
  if (key === 'Home') return minimumColumnWidth(column)
  return key === 'Enter' || key === 'Delete' ? 'reset' : undefined
}

/** Applies the user's widths to the columns; stored widths below the minimum are raised. */
export function withSizes<C extends Resizable>(
  columns: readonly C[],
  sizes: ColumnSizes,
): readonly C[] {
  if (columns.every((column) => sizes[column.key] === undefined)) return columns
  return columns.map((column) => {
    const width = sizes[column.key]
    return width === undefined
      ? column
      : { ...column, width: Math.max(width, minimumColumnWidth(column)) }
  })
}
