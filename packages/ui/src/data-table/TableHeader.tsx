import { memo } from 'react'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { Icon } from '../icon/Icon.tsx'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { Checkbox } from '../toggle/Toggle.tsx'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx'
import { cellStyle } from './cells.ts'
import type { TableColumn } from './controls.ts'
import { columnName } from './csv.ts'
import { ResizeHandle } from './ResizeHandle.tsx'
import type { HeaderActions } from './actions.ts'
import type { AllState } from './selection.ts'
import type { Sort } from './sortCycle.ts'
import styles from './dataTable.module.css'

/** Props of the header row. */
export interface TableHeaderProps<R> {
  readonly columns: readonly TableColumn<R>[]
  /** Pixels, if columns can be resized. */
  readonly widths: readonly number[]
  readonly sort: Sort | undefined
  readonly grid: boolean
  /** In a grid: index of the header cell in the tab order. */
  readonly activeColumn: number | undefined
  /** State of the checkbox for all rows; absent if at most one row can be selected. */
  readonly all: AllState | undefined
  readonly actions: HeaderActions
}

const DIRECTION_ICONS = { ascending: ArrowUp, descending: ArrowDown } as const

interface HeaderContentProps<R> extends Pick<TableHeaderProps<R>, 'sort' | 'all' | 'actions'> {
  readonly column: TableColumn<R>
  readonly tabIndex: 0 | -1 | undefined
}

/** The text of a column, with its control or the button that sorts by it. */
function HeaderContent<R>({ column, tabIndex, sort, all, actions }: HeaderContentProps<R>) {
  const strings = useUiStrings()
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
      <VisuallyHidden>{column.control === 'select' ? strings.select : strings.info}</VisuallyHidden>
    )
  if (!column.sort) return <span className={styles['headText']}>{column.header}</span>
  const direction = sort?.column === column.key ? sort.direction : undefined
  const mark = <Icon of={direction ? DIRECTION_ICONS[direction] : ChevronsUpDown} size={12} />
  return (
    <button
      type="button"
      className={styles['sort']}
      data-direction={direction}
      tabIndex={tabIndex}
      onClick={() => actions.sort(column.key)}
    >
      {/* Inline, so that it stays next to a text of two lines; before it in number columns. */}
      <span className={styles['headText']}>
        {column.kind === 'number' ? mark : null}
        <bdi>{column.header}</bdi>
        {column.kind === 'number' ? null : mark}
      </span>
    </button>
  )
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
  return (
    <div role="rowgroup" className={styles['head']}>
      <div role="row" className={styles['headRow']} aria-rowindex={1} data-x-part="header-row">
        {columns.map((column, index) => {
          const active = index === activeColumn
          const tabIndex = grid ? (active ? 0 : -1) : undefined
          const hasControl =
            column.sort !== undefined || (column.control === 'select' && all !== undefined)
          return (
            <div
              key={column.key}
              role="columnheader"
              className={styles['headCell']}
              data-x-part="header-cell"
              // Excludes the resize handle, which has its own name, from the column's name.
              aria-label={column.resizable ? columnName(column) : undefined}
              data-kind={column.kind}
              data-control={column.control}
              data-fixed={column.fixed}
              aria-sort={
                column.sort ? (sort?.column === column.key ? sort.direction : 'none') : undefined
              }
              tabIndex={grid && hasControl ? -1 : tabIndex}
              style={cellStyle(columns, index)}
            >
              <HeaderContent {...{ column, tabIndex, sort, all, actions }} />
              {column.label ? <VisuallyHidden>{column.label}</VisuallyHidden> : null}
              {column.resizable ? (
                <ResizeHandle
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

/** Memoised: rendering its icons and texts with every scroll would cost as much as several rows. */
export const TableHeader = memo(Header) as typeof Header
