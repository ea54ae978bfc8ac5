import { Fragment, isValidElement, memo, type ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { cellClass, type CellKind } from './cells.ts'
import type { CellPlace } from './columns.ts'
import { ControlCell } from './ControlCell.tsx'
import { holdsControl, type DrawnColumn } from './controls.ts'
import { cellText } from './csv.ts'
import styles from './dataTable.module.css'
import type { RowActions } from './actions.ts'

export interface TableRowProps<R> {
  readonly row: R
  readonly columns: readonly DrawnColumn<R>[]
  /** What a cell of each column has, whatever the row. */
  readonly cells: readonly CellKind[]
  /** Pixels, of a table that builds only the rows in sight. */
  readonly fontSize: number | undefined
  /** From 1, the header not counted. */
  readonly position: number
  readonly top: number | undefined
  readonly rowKey: string
  readonly grid: boolean
  readonly pressable: boolean
  /** Absent where rows are not selected. */
  readonly selected: boolean | undefined
  readonly selectable: boolean
  readonly expanded: boolean
  readonly expandable: boolean
  /** Of a row that takes the focus as a whole. */
  readonly tabIndex: number | undefined
  /** In a grid: the cell of this row that Tab leads to. */
  readonly activeColumn: number | undefined
  readonly actions: RowActions<R>
}

const NO_PLACE: CellPlace = {}

/** A press on a control in a row is no press on the row. */
const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('button, a, input, label, select, textarea') !== null

/**
 * Where only the rows in sight are built each is moved to its place: the others need not be laid
 * out for it.
 */
const placedRow = /* @__PURE__ */ classNames(styles['row'], styles['placed'])

function Row<R>({
  row,
  columns,
  cells,
  fontSize,
  position,
  top,
  rowKey,
  grid,
  pressable,
  selected,
  selectable,
  expanded,
  expandable,
  tabIndex,
  activeColumn,
  actions,
}: TableRowProps<R>): ReactNode {
  const content = (column: DrawnColumn<R>, place: CellPlace) => {
    const { control } = column
    if (!control) {
      const drawn = column.cell(row, place)
      // An element may serve one row after another; what a cell keeps of its own belongs to its
      // row.
      return isValidElement(drawn) ? <Fragment key={rowKey}>{drawn}</Fragment> : drawn
    }
    const named = columns.find((one) => !one.control)
    const select = control === 'select'
    return (
      <ControlCell
        key={rowKey}
        control={control}
        rowKey={rowKey}
        name={(named && cellText(named, row)) || `${position}`}
        on={select ? selected === true : expanded}
        disabled={select ? !selectable : !expandable}
        tabIndex={place.tabIndex}
        actions={actions}
      />
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the table handles the keys of its rows
    <div
      role="row"
      className={top === undefined ? styles['row'] : placedRow}
      data-x-part="row"
      data-row={rowKey}
      data-pressable={pressable || undefined}
      aria-rowindex={position + 1}
      aria-selected={grid ? selected : selected || undefined}
      tabIndex={tabIndex}
      style={top === undefined ? undefined : { transform: `translateY(${top}px)` }}
      onClick={pressable ? (event) => isControl(event.target) || actions.press(row) : undefined}
    >
      {columns.map((column, index) => {
        const place: CellPlace = grid ? { tabIndex: index === activeColumn ? 0 : -1 } : NO_PLACE
        const drawn = content(column, place)
        const { attributes, room = 0 } = cells[index] ?? {}
        return (
          <div
            key={column.key}
            {...attributes}
            className={cellClass(drawn, { room, fontSize })}
            tabIndex={grid ? (holdsControl(column) ? -1 : place.tabIndex) : undefined}
          >
            {drawn}
          </div>
        )
      })}
    </div>
  )
}

/**
 * A row is drawn again only when its object, its place or the columns change: hand in the same
 * objects for what did not move.
 */
export const TableRow = memo(Row) as typeof Row
