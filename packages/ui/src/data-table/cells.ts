import type { CSSProperties } from 'react'
import type { DrawnColumn } from './controls.ts'
import styles from './dataTable.module.css'

/** The widths of so many columns stand in the style sheet. */
const WIDTHS_IN_SHEET = 12

const styleOf = new Map<string, CSSProperties>()

/**
 * How wide a cell is where the style sheet does not say it, and where that of a fixed column sticks: the table gives both. A cell without a
 * style of its own shares that of its column, which is worked out once and not for every row. One object a column, whatever the table.
 */
export function cellStyle<R>(columns: readonly DrawnColumn<R>[], index: number): CSSProperties | undefined {
  const side = columns[index]?.fixed ?? ''
  if (side === '' && index < WIDTHS_IN_SHEET) return undefined
  const kept = styleOf.get(side + index)
  if (kept) return kept
  const stop = side === 'start' ? 'insetInlineStart' : 'insetInlineEnd'
  const style: CSSProperties = { ...(index < WIDTHS_IN_SHEET ? {} : { flex: `var(--x-column-${index})` }), ...(side ? { [stop]: `var(--x-stop-${index})` } : {}) }
  styleOf.set(side + index, style)
  return style
}

/** The attributes that a cell has in every row. */
export type CellAttributes = Readonly<Record<string, string | CSSProperties | undefined>>

/** What is absent is left out: each attribute is compared for each cell with each draw. */
export function cellAttributes<R>(columns: readonly DrawnColumn<R>[], { grid }: { readonly grid: boolean }): readonly CellAttributes[] {
  return columns.map(({ kind, control, fixed }, index) => {
    const style = cellStyle(columns, index)
    return {
      role: grid ? 'gridcell' : 'cell',
      className: styles['cell'],
      ...(kind ? { 'data-kind': kind } : {}),
      ...(control ? { 'data-control': control } : {}),
      ...(fixed ? { 'data-fixed': fixed } : {}),
      ...(style ? { style } : {}),
    }
  })
}
