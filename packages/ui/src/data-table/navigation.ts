/** A cell of a grid: rows and columns from 0, the header is row -1. */
export interface GridPlace {
  readonly row: number
  readonly column: number
}

/** Size of a grid. */
export interface GridExtent {
  readonly rows: number
  readonly columns: number
  /** Rows that PageUp and PageDown move. */
  readonly page: number
  readonly rtl: boolean
}

/** A key press in a grid. */
export interface GridKey {
  readonly key: string
  /** Control, or Command on macOS. */
  readonly control: boolean
}

/** Row index of the header. */
export const HEADER_ROW = -1

const clamp = (value: number, { from, to }: { readonly from: number; readonly to: number }) =>
  Math.min(Math.max(to, from), Math.max(from, value))

/**
 * Returns the cell that a key moves the focus to, by the grid pattern of ARIA; `undefined` for
 * other keys. Edges do not wrap; left and right follow the screen.
 */
export function moveInGrid(
  place: GridPlace,
  { key, control }: GridKey,
  { rows, columns, page, rtl }: GridExtent,
): GridPlace | undefined {
  const forward = rtl ? -1 : 1
  const to = (row: number, column: number): GridPlace => ({
    row: clamp(row, { from: HEADER_ROW, to: rows - 1 }),
    column: clamp(column, { from: 0, to: columns - 1 }),
  })
  switch (key) {
    case 'ArrowDown':
      return to(control ? rows - 1 : place.row + 1, place.column)
    case 'ArrowUp':
      return to(control ? 0 : place.row - 1, place.column)
    case 'ArrowRight':
      return to(place.row, place.column + forward)
    case 'ArrowLeft':
      return to(place.row, place.column - forward)
    case 'PageDown':
      return to(place.row + page, place.column)
    // In the body PageUp stops at the first row; only ArrowUp moves into the header.
    case 'PageUp':
      return to(Math.max(place.row === HEADER_ROW ? HEADER_ROW : 0, place.row - page), place.column)
    case 'Home':
      return to(control ? 0 : place.row, 0)
    case 'End':
      return to(control ? rows - 1 : place.row, columns - 1)
    default:
      return undefined
  }
}
