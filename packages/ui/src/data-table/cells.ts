import type { CSSProperties, ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import type { DrawnColumn } from './controls.ts'
import { fitsForSure } from './shortText.ts'
import { narrowest } from './sizing.ts'
import styles from './dataTable.module.css'

/** The widths of so many columns stand in the style sheet. */
export const WIDTHS_IN_SHEET = 12

/**
 * How wide a cell is where the style sheet does not say it, and where that of a fixed column
 * sticks: the table gives both. A cell without a style of its own shares that of its column, which
 * is worked out once and not for every row.
 */
export function cellStyle<R>(
  columns: readonly DrawnColumn<R>[],
  index: number,
): CSSProperties | undefined {
  const side = columns[index]?.fixed
  const width = index < WIDTHS_IN_SHEET ? undefined : { flex: `var(--x-column-${index})` }
  return side
    ? {
        ...width,
        [side === 'start' ? 'insetInlineStart' : 'insetInlineEnd']: `var(--x-stop-${index})`,
      }
    : width
}

export interface CellKind {
  /** What is absent is left out: each attribute is compared for each cell with each draw. */
  readonly attributes: Readonly<Record<string, string | CSSProperties | undefined>>
  /** Pixels that a text has for sure, however narrow the reader makes the column. */
  readonly room: number
}

/** What a cell pads at most: those at the ends of a row more than others. */
const PADDING = 24

/** What the cells of each column have in every row. */
export function cellKinds<R>(
  columns: readonly DrawnColumn<R>[],
  { grid }: { readonly grid: boolean },
): readonly CellKind[] {
  return columns.map((column, index) => {
    const { kind, control, fixed, width = Infinity } = column
    const style = cellStyle(columns, index)
    return {
      attributes: {
        role: grid ? 'gridcell' : 'cell',
        ...(kind ? { 'data-kind': kind } : {}),
        ...(control ? { 'data-control': control } : {}),
        ...(fixed ? { 'data-fixed': fixed } : {}),
        ...(style ? { style } : {}),
      },
      room: Math.min(width, narrowest(column)) - PADDING,
    }
  })
}

const ELEMENTS = styles['cell']
const TEXT = /* @__PURE__ */ classNames(styles['cell'], styles['text'])
const SHORT_TEXT = /* @__PURE__ */ classNames(styles['cell'], styles['text'], styles['short'])

/**
 * A text is one line of the row's height; elements may be more, and are centred. `fontSize` is
 * given where it is worth while: in long tables.
 */
export function cellClass(
  content: ReactNode,
  { room, fontSize }: { readonly room: number; readonly fontSize: number | undefined },
): string | undefined {
  if (typeof content !== 'string' && typeof content !== 'number') return ELEMENTS
  return fontSize !== undefined && fitsForSure(`${content}`, { room, fontSize }) ? SHORT_TEXT : TEXT
}
