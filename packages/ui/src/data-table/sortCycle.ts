export type SortDirection = 'ascending' | 'descending'

export interface Sort {
  readonly column: string
  readonly direction: SortDirection
}

/** U15: ascending, descending, none, and around again; another column begins ascending. */
export function nextSort(sort: Sort | undefined, column: string): Sort | undefined {
  if (sort?.column !== column) return { column, direction: 'ascending' }
  return sort.direction === 'ascending' ? { column, direction: 'descending' } : undefined
}
