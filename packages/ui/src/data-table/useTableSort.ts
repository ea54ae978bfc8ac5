import { useMemo, useState } from 'react'
import { useUiEnvironment } from '../provider/useUiEnvironment.ts'
import type { Column } from './columns.ts'
import { createSorter } from './createSorter.ts'
import { nextSort, type Sort } from './sortCycle.ts'

interface SortOptions<R> {
  readonly columns: readonly Column<R>[]
  readonly rows: readonly R[]
  readonly sort: Sort | null | undefined
  readonly defaultSort: Sort | undefined
  readonly onSortChange: ((sort: Sort | undefined) => void) | undefined
  readonly sorted: boolean
}

/** Sort state of a table. */
export interface TableSort<R> {
  readonly current: Sort | undefined
  /** Rows in the order on screen. */
  readonly ordered: readonly R[]
  readonly press: (column: string) => void
}

/** Manages the sort of a table and sorts its rows. */
export function useTableSort<R>({
  columns,
  rows,
  sort,
  defaultSort,
  onSortChange,
  sorted,
}: SortOptions<R>): TableSort<R> {
  const { language } = useUiEnvironment()
  const [uncontrolled, setUncontrolled] = useState(defaultSort)
  const [sorter] = useState(() => createSorter<R>())
  const current = sort === undefined ? uncontrolled : (sort ?? undefined)
  const rule = columns.find((column) => column.key === current?.column)?.sort
  const direction = current?.direction
  const ordered = useMemo(
    () => (rule && direction && !sorted ? sorter(rows, { rule, direction, language }) : rows),
    [sorter, rows, rule, direction, language, sorted],
  )
  const press = (column: string) => {
    const next = nextSort(current, column)
    setUncontrolled(next)
    onSortChange?.(next)
  }
  return { current, ordered, press }
}
