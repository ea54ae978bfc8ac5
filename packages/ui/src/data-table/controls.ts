import type { Column } from './columns.ts'

/** A column as it is drawn: the caller's, or one that the table adds in front. */
export interface DrawnColumn<R> extends Column<R> {
  readonly control?: 'select' | 'expand'
}

/** Pixels of a column that holds one box or one button. */
export const CONTROL_WIDTH = 36

const nothing = () => null

/**
 * The table's own columns in front of the caller's. Where the first of those stays in sight, so do
 * they.
 */
export function withControls<R>(
  columns: readonly Column<R>[],
  { select, expand }: { readonly select: boolean; readonly expand: boolean },
): readonly DrawnColumn<R>[] {
  if (!select && !expand) return columns
  const fixed = columns[0]?.fixed === 'start' ? ({ fixed: 'start' } as const) : {}
  const own = (control: 'select' | 'expand'): DrawnColumn<R> => ({
    key: `x-${control}`,
    header: null,
    kind: 'actions',
    width: CONTROL_WIDTH,
    cell: nothing,
    control,
    ...fixed,
  })
  return [...(expand ? [own('expand')] : []), ...(select ? [own('select')] : []), ...columns]
}

/** A cell whose control takes the focus in its place. */
export const holdsControl = <R>(column: DrawnColumn<R>): boolean =>
  column.control !== undefined || column.kind === 'actions'
