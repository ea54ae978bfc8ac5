import { MIN_COLUMN_WIDTH, type Column } from './columns.ts'

/** Widths that the reader has set, in pixels, by column. */
export type ColumnSizes = Readonly<Record<string, number>>

/** Pixels that an arrow key moves the edge of a column, and the same key with Shift. */
export const RESIZE_STEP = 10
export const RESIZE_STEP_LARGE = 50
/** Pixels. Wider than any screen is a slip of the hand. */
export const MAX_COLUMN_WIDTH = 2000

type Resizable = Pick<Column<never>, 'key' | 'width' | 'minWidth' | 'resizable'>

/**
 * How narrow the reader may make a column: its minimum, or 80. A column that is made narrower stays
 * so.
 */
export function narrowest({ width, minWidth }: Resizable): number {
  return minWidth ?? Math.min(width ?? MIN_COLUMN_WIDTH, MIN_COLUMN_WIDTH)
}

export function resized(
  sizes: ColumnSizes,
  { column, to }: { readonly column: Resizable; readonly to: number },
): ColumnSizes {
  const width = Math.min(MAX_COLUMN_WIDTH, Math.max(narrowest(column), Math.round(to)))
  return sizes[column.key] === width ? sizes : { ...sizes, [column.key]: width }
}

/** The column has its own width again. */
export function unsized(sizes: ColumnSizes, key: string): ColumnSizes {
  if (!Object.hasOwn(sizes, key)) return sizes
  return Object.fromEntries(Object.entries(sizes).filter(([one]) => one !== key))
}

/**
 * What a key does to the edge of a column: a new width, `reset`, or nothing. Arrows follow the
 * screen.
 */
export function edgeKey(
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
  if (key === 'Home') return narrowest(column)
  return key === 'Enter' || key === 'Delete' ? 'reset' : undefined
}

/**
 * The columns with the reader's widths in place of their own; what was stored when a column could
 * be narrower is raised.
 */
export function withSizes<C extends Resizable>(
  columns: readonly C[],
  sizes: ColumnSizes,
): readonly C[] {
  if (columns.every((column) => sizes[column.key] === undefined)) return columns
  return columns.map((column) => {
    const width = sizes[column.key]
    return width === undefined ? column : { ...column, width: Math.max(width, narrowest(column)) }
  })
}
