/** Direction of a sort. */
export type SortDirection = 'ascending' | 'descending'

/** The column by which a table is sorted. */
export interface Sort {
  readonly column: string
  readonly direction: SortDirection
}

/**
 * Returns the next sort after a press on a header: ascending, descending, none; another column
 * starts ascending (U15).
 */
export function nextSort(sort: Sort | undefined, column: string): Sort | undefined {
  if (sort?.column !== column) return { column, direction: 'ascending' }
  return sort.direction === 'ascending' ? { column, direction: 'descending' } : undefined
}
