import type { Column } from './columns.ts'

/** A column of the caller, or a control column that the table adds. */
export interface TableColumn<R> extends Column<R> {
  readonly control?: 'select' | 'expand'
}

/** Width in pixels of a column with one checkbox or one button. */
export const CONTROL_WIDTH = 36

const nothing = () => null

/** Adds the control columns before the caller's. They are fixed if the first of those is. */
export function withControls<R>(
  columns: readonly Column<R>[],
  { select, expand }: { readonly select: boolean; readonly expand: boolean },
): readonly TableColumn<R>[] {
  if (!select && !expand) return columns
  const fixed = columns[0]?.fixed === 'start' ? ({ fixed: 'start' } as const) : {}
  const controlColumn = (control: 'select' | 'expand'): TableColumn<R> => ({
    key: `x-${control}`,
    header: null,
    kind: 'actions',
    width: CONTROL_WIDTH,
    cell: nothing,
    control,
    ...fixed,
  })
  return [
    ...(expand ? [controlColumn('expand')] : []),
    ...(select ? [controlColumn('select')] : []),
    ...columns,
  ]
}

/** Returns whether the control in a cell takes the focus instead of the cell. */
export const isControlColumn = <R>(column: TableColumn<R>): boolean =>
  column.control !== undefined || column.kind === 'actions'
