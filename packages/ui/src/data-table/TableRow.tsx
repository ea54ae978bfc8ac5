import { memo, type CSSProperties, type ReactNode } from 'react'
import { fixedOffset, type Column } from './columns.ts'
import styles from './dataTable.module.css'

export interface TableRowProps<R> {
  readonly row: R
  readonly columns: readonly Column<R>[]
  readonly widths: readonly number[]
  /** From 1, the header not counted. */
  readonly position: number
  readonly top: number | undefined
  readonly rowKey: string
  readonly selected: boolean
  readonly tabIndex: number | undefined
  readonly onPress: ((row: R) => void) | undefined
}

/** Where a cell of a fixed column sticks. */
export function cellStyle<R>(columns: readonly Column<R>[], index: number, widths: readonly number[]): CSSProperties | undefined {
  const side = columns[index]?.fixed
  if (!side || widths.length === 0) return undefined
  const offset = fixedOffset(columns, { index, widths })
  return side === 'start' ? { insetInlineStart: offset } : { insetInlineEnd: offset }
}

function Row<R>({ row, columns, widths, position, top, rowKey, selected, tabIndex, onPress }: TableRowProps<R>): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the table handles the keys of its rows
    <div
      role="row"
      className={styles['row']}
      data-x-part="row"
      data-row={rowKey}
      data-pressable={onPress ? true : undefined}
      aria-rowindex={position + 1}
      aria-selected={selected || undefined}
      tabIndex={tabIndex}
      style={top === undefined ? undefined : { position: 'absolute', insetInline: 0, insetBlockStart: top }}
      onClick={onPress ? () => onPress(row) : undefined}
    >
      {columns.map((column, index) => (
        <div key={column.key} role="cell" className={styles['cell']} data-kind={column.kind} data-fixed={column.fixed} style={cellStyle(columns, index, widths)}>
          {column.cell(row)}
        </div>
      ))}
    </div>
  )
}

/** A row is drawn again only when its object, its place or the columns change: hand in the same objects for what did not move. */
export const TableRow = memo(Row) as typeof Row
