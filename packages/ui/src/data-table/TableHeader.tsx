import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { Icon } from '../icon/Icon.tsx'
import type { Column } from './columns.ts'
import type { Sort } from './sortRows.ts'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx'
import { cellStyle } from './TableRow.tsx'
import styles from './dataTable.module.css'

export interface TableHeaderProps<R> {
  readonly columns: readonly Column<R>[]
  readonly widths: readonly number[]
  readonly sort: Sort | undefined
  readonly onSort: (column: string) => void
}

export function TableHeader<R>({ columns, widths, sort, onSort }: TableHeaderProps<R>) {
  return (
    <div role="rowgroup" className={styles['head']}>
      <div role="row" className={styles['headRow']} aria-rowindex={1} data-x-part="header-row">
        {columns.map((column, index) => {
          const direction = sort?.column === column.key ? sort.direction : undefined
          return (
            <div
              key={column.key}
              role="columnheader"
              className={styles['headCell']}
              data-x-part="header-cell"
              data-kind={column.kind}
              data-fixed={column.fixed}
              aria-sort={column.sort ? (direction ?? 'none') : undefined}
              style={cellStyle(columns, index, widths)}
            >
              {column.sort ? (
                <button type="button" className={styles['sort']} data-direction={direction} onClick={() => onSort(column.key)}>
                  <span className={styles['headText']}>{column.header}</span>
                  <Icon of={direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown} size={12} />
                </button>
              ) : (
                <span className={styles['headText']}>{column.header}</span>
              )}
              {column.label ? <VisuallyHidden>{column.label}</VisuallyHidden> : null}
            </div>
          )
        })}
      </div>
    </div>
  )
}
