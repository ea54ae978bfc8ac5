import type { CSSProperties, ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import type { TableColumn } from './controls.ts'
import { surelyFits } from './shortText.ts'
import { minimumColumnWidth } from './sizing.ts'
import styles from './dataTable.module.css'

/** Number of columns whose widths are in the style sheet. */
export const WIDTHS_IN_SHEET = 12

/**
 * Returns the width of a cell, if the style sheet does not set it, and the sticky offset of a fixed
 * column, both as custom properties of the table. Cells without a style share the style of their
 * column, which the browser computes once.
 */
export function cellStyle<R>(
  columns: readonly TableColumn<R>[],
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

/** What the cells of a column share in every row. */
export interface CellKind {
  /** Without absent attributes: React compares each one for each cell and render. */
  readonly attributes: Readonly<Record<string, string | CSSProperties | undefined>>
  /** Minimal width of a text in pixels, however narrow the column gets. */
  readonly textWidth: number
}

/** Maximal padding of a cell in pixels; the outermost cells have more than others. */
const PADDING = 24

/** Returns what the cells of each column share. */
export function cellKinds<R>(
  columns: readonly TableColumn<R>[],
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
      textWidth: Math.min(width, minimumColumnWidth(column)) - PADDING,
    }
  })
}

const ELEMENTS = styles['cell']
const TEXT = /* @__PURE__ */ classNames(styles['cell'], styles['text'])
const SHORT_TEXT = /* @__PURE__ */ classNames(styles['cell'], styles['text'], styles['short'])

/**
 * Returns the class of a cell. Text is one line of the row's height; elements may be taller and are
 * centred. Pass `fontSize` in long tables, where the class for short texts saves layout.
 */
export function cellClass(
  content: ReactNode,
  { textWidth, fontSize }: { readonly textWidth: number; readonly fontSize: number | undefined },
): string | undefined {
  if (typeof content !== 'string' && typeof content !== 'number') return ELEMENTS
  return fontSize !== undefined && surelyFits(`${content}`, { textWidth, fontSize })
    ? SHORT_TEXT
    : TEXT
}
