import { Fragment, isValidElement, memo, type CSSProperties, type ReactNode } from 'react'
import type { CellPlace } from './columns.ts'
import { ControlCell } from './ControlCell.tsx'
import { holdsControl, type DrawnColumn } from './controls.ts'
import { cellText } from './csv.ts'
import styles from './dataTable.module.css'
import type { RowActions } from './rowActions.ts'

export interface TableRowProps<R> {
  readonly row: R
  readonly columns: readonly DrawnColumn<R>[]
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

/** A press on a control in a row is no press on the row. */
const isControl = (target: EventTarget) => target instanceof Element && target.closest('button, a, input, label, select, textarea') !== null

const styleOf = new Map<string, CSSProperties>()

/** How wide a cell is, and where that of a fixed column sticks: the table says both. One object a column, whatever the table. */
export function cellStyle<R>(columns: readonly DrawnColumn<R>[], index: number): CSSProperties {
  const side = columns[index]?.fixed ?? ''
  const kept = styleOf.get(side + index)
  if (kept) return kept
  const stop = side === 'start' ? 'insetInlineStart' : 'insetInlineEnd'
  const style: CSSProperties = { flex: `var(--x-column-${index})`, ...(side ? { [stop]: `var(--x-stop-${index})` } : {}) }
  styleOf.set(side + index, style)
  return style
}

function Row<R>({ row, columns, position, top, rowKey, grid, pressable, selected, selectable, expanded, expandable, tabIndex, activeColumn, actions }: TableRowProps<R>): ReactNode {
  const content = (column: DrawnColumn<R>, place: CellPlace) => {
    const { control } = column
    if (!control) {
      const drawn = column.cell(row, place)
      // An element may serve one row after another; what a cell keeps of its own belongs to its row.
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
      className={styles['row']}
      data-x-part="row"
      data-row={rowKey}
      data-pressable={pressable || undefined}
      aria-rowindex={position + 1}
      aria-selected={grid ? selected : selected || undefined}
      tabIndex={tabIndex}
      style={top === undefined ? undefined : { position: 'absolute', insetInline: 0, insetBlockStart: top }}
      onClick={pressable ? (event) => isControl(event.target) || actions.press(row) : undefined}
    >
      {columns.map((column, index) => {
        const place: CellPlace = grid ? { tabIndex: index === activeColumn ? 0 : -1 } : {}
        return (
          <div
            key={column.key}
            role={grid ? 'gridcell' : 'cell'}
            className={styles['cell']}
            data-kind={column.kind}
            data-control={column.control}
            data-fixed={column.fixed}
            tabIndex={grid ? (holdsControl(column) ? -1 : place.tabIndex) : undefined}
            style={cellStyle(columns, index)}
          >
            {content(column, place)}
          </div>
        )
      })}
    </div>
  )
}

/** A row is drawn again only when its object, its place or the columns change: hand in the same objects for what did not move. */
export const TableRow = memo(Row) as typeof Row
