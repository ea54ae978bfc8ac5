import { Fragment, isValidElement, memo, type ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { cellClass, type CellKind } from './cells.ts'
import type { CellPlace } from './columns.ts'
import { ControlCell } from './ControlCell.tsx'
import { isControlColumn, type TableColumn } from './controls.ts'
import { cellText } from './csv.ts'
import styles from './dataTable.module.css'
import type { RowActions } from './actions.ts'

/** Props of one row. */
export interface TableRowProps<R> {
  readonly row: R
  readonly columns: readonly TableColumn<R>[]
  /** Attributes that the cells of a column share. */
  readonly cells: readonly CellKind[]
  /** Pixels, in a virtualised table. */
  readonly fontSize: number | undefined
  /** Row number from 1, without the header. */
  readonly position: number
  readonly top: number | undefined
  readonly rowKey: string
  readonly grid: boolean
  readonly pressable: boolean
  /** Absent if rows are not selected. */
  readonly selected: boolean | undefined
  readonly selectable: boolean
  readonly expanded: boolean
  readonly expandable: boolean
  /** Tab index of a row that takes the focus itself. */
  readonly tabIndex: number | undefined
  /** In a grid: index of the cell of this row in the tab order. */
  readonly activeColumn: number | undefined
  readonly actions: RowActions<R>
}

const NO_PLACE: CellPlace = {}

/** Returns whether an element is a control: a press on it is no press on the row. */
const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('button, a, input, label, select, textarea') !== null

/**
 * In a virtualised table rows are positioned by transforms, so that moving one causes no layout of
 * the others.
 */
const placedRow = /* @__PURE__ */ classNames(styles['row'], styles['placed'])

/** What a cell shows. */
function cellContent<R>(
  column: TableColumn<R>,
  place: CellPlace,
  {
    row,
    columns,
    position,
    rowKey,
    selected,
    selectable,
    expanded,
    expandable,
    actions,
  }: TableRowProps<R>,
): ReactNode {
  const { control } = column
  if (!control) {
    const drawn = column.cell(row, place)
    // A row element is reused for other rows; the key resets state inside its cells.
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

function Row<R>(props: TableRowProps<R>): ReactNode {
  const { row, columns, cells, position, top, rowKey, grid, pressable, selected, actions } = props
  return (
    // The table handles the keys of its rows.
    /* oxlint-disable-next-line jsx-a11y/click-events-have-key-events,
       jsx-a11y/interactive-supports-focus */
    <div
      role="row"
      className={top === undefined ? styles['row'] : placedRow}
      data-x-part="row"
      data-row={rowKey}
      data-pressable={pressable || undefined}
      aria-rowindex={position + 1}
      aria-selected={grid ? selected : selected || undefined}
      tabIndex={props.tabIndex}
      style={top === undefined ? undefined : { transform: `translateY(${top}px)` }}
      onClick={pressable ? (event) => isControl(event.target) || actions.press(row) : undefined}
    >
      {columns.map((column, index) => {
        const place: CellPlace = grid
          ? { tabIndex: index === props.activeColumn ? 0 : -1 }
          : NO_PLACE
        const drawn = cellContent(column, place, props)
        const { attributes, textWidth = 0 } = cells[index] ?? {}
        return (
          <div
            key={column.key}
            {...attributes}
            className={cellClass(drawn, { textWidth, fontSize: props.fontSize })}
            tabIndex={grid ? (isControlColumn(column) ? -1 : place.tabIndex) : undefined}
          >
            {drawn}
          </div>
        )
      })}
    </div>
  )
}

/**
 * Memoised: rendered again only when its object, its position or the columns change. Pass the same
 * objects for unchanged rows.
 */
export const TableRow = memo(Row) as typeof Row
