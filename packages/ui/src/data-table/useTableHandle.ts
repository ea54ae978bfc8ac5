import { useImperativeHandle, type Ref, type RefObject } from 'react'
import { tableCsv } from './csv.ts'
import type { DataTableHandle, DataTableProps } from './DataTableProps.ts'

/** Options of `useTableHandle`. */
export interface TableHandleOptions<R> extends Pick<DataTableProps<R>, 'columns' | 'rowKey'> {
  readonly table: RefObject<HTMLElement | null>
  /** As shown. */
  readonly rows: readonly R[]
  /** Scrolls a row into view, in a virtualised table. */
  readonly scrollTo: ((index: number) => void) | undefined
}

/** Gives a table's ref its methods. */
export function useTableHandle<R>(
  ref: Ref<DataTableHandle> | undefined,
  { table, columns, rows, rowKey, scrollTo }: TableHandleOptions<R>,
): void {
  useImperativeHandle(ref, () => ({
    csv: () => tableCsv(columns, rows),
    scrollTo(key) {
      const index = rows.findIndex((row) => rowKey(row) === key)
      if (index < 0) return
      if (scrollTo) scrollTo(index)
      else
        table.current
          ?.querySelector(`[data-row="${CSS.escape(key)}"]`)
          ?.scrollIntoView({ block: 'nearest' })
    },
  }))
}
