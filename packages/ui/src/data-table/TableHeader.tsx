import { memo } from 'react'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { Icon } from '../icon/Icon.tsx'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { Checkbox } from '../toggle/Toggle.tsx'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx'
import { cellStyle } from './cells.ts'
import type { DrawnColumn } from './controls.ts'
import { columnName } from './csv.ts'
import { ResizeEdge } from './ResizeEdge.tsx'
import type { HeaderActions } from './actions.ts'
import type { AllState } from './selection.ts'
import type { Sort } from './sortCycle.ts'
import styles from './dataTable.module.css'

export interface TableHeaderProps<R> {
  readonly columns: readonly DrawnColumn<R>[]
  /** Pixels, of a table whose columns can be resized. */
  readonly widths: readonly number[]
  readonly sort: Sort | undefined
  readonly grid: boolean
  /** In a grid: the cell of the header that Tab leads to. */
  readonly activeColumn: number | undefined
  /** What the box for all rows shows; absent where one row at most can be selected. */
  readonly all: AllState | undefined
  readonly actions: HeaderActions
}

function Header<R>({
  columns,
  widths,
  sort,
  grid,
  activeColumn,
  all,
  actions,
}: TableHeaderProps<R>) {
  const strings = useUiStrings()
  const content = (column: DrawnColumn<R>, tabIndex: 0 | -1 | undefined) => {
    const direction = sort?.column === column.key ? sort.direction : undefined
    if (column.control === 'select' && all)
      return (
        <Checkbox
          checked={all === 'all'}
          indeterminate={all === 'some'}
          tabIndex={tabIndex}
          aria-label={strings.selectAllRows}
          onChange={actions.toggleEvery}
        />
      )
    if (column.control)
      return (
        <VisuallyHidden>
          {column.control === 'select' ? strings.select : strings.info}
        </VisuallyHidden>
      )
    if (!column.sort) return <span className={styles['headText']}>{column.header}</span>
    const mark = (
      <Icon
        of={
          direction === 'ascending'
            ? ArrowUp
            : direction === 'descending'
              ? ArrowDown
              : ChevronsUpDown
        }
        size={12}
      />
    )
    return (
      <button
        type="button"
        className={styles['sort']}
        data-direction={direction}
        tabIndex={tabIndex}
        onClick={() => actions.sort(column.key)}
      >
        {/* In one line with its words, so that it stands by them where they take two. Over figures
            it goes to the other side. */}
        <span className={styles['headText']}>
          {column.kind === 'number' ? mark : null}
          <bdi>{column.header}</bdi>
          {column.kind === 'number' ? null : mark}
        </span>
      </button>
    )
  }
  return (
    <div role="rowgroup" className={styles['head']}>
      <div role="row" className={styles['headRow']} aria-rowindex={1} data-x-part="header-row">
        {columns.map((column, index) => {
          const active = index === activeColumn
          const tabIndex = grid ? (active ? 0 : -1) : undefined
          const holds =
            column.sort !== undefined || (column.control === 'select' && all !== undefined)
          return (
            <div
              key={column.key}
              role="columnheader"
              className={styles['headCell']}
              data-x-part="header-cell"
              // The edge in it has a name of its own, which is no part of the column's.
              aria-label={column.resizable ? columnName(column) : undefined}
              data-kind={column.kind}
              data-control={column.control}
              data-fixed={column.fixed}
              aria-sort={
                column.sort ? (sort?.column === column.key ? sort.direction : 'none') : undefined
              }
              tabIndex={grid && holds ? -1 : tabIndex}
              style={cellStyle(columns, index)}
            >
              {content(column, tabIndex)}
              {column.label ? <VisuallyHidden>{column.label}</VisuallyHidden> : null}
              {column.resizable ? (
                <ResizeEdge
                  column={column}
                  name={columnName(column)}
                  width={widths[index]}
                  tabIndex={grid && !active ? -1 : 0}
                  onResize={actions.resize}
                />
              ) : null}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Not drawn again with every scroll: its icons and words cost as much as several rows. */
export const TableHeader = memo(Header) as typeof Header
