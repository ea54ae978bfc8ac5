/** A cell of a grid: rows from 0, the header is -1; columns from 0. */
export interface GridPlace {
  readonly row: number
  readonly column: number
}

export interface GridExtent {
  readonly rows: number
  readonly columns: number
  /** Rows that PageUp and PageDown move. */
  readonly page: number
  readonly rtl: boolean
}

export interface GridKey {
  readonly key: string
  /** Control, or Command on a Mac. */
  readonly control: boolean
}

export const HEADER_ROW = -1

const clamp = (value: number, { from, to }: { readonly from: number; readonly to: number }) =>
  Math.min(Math.max(to, from), Math.max(from, value))

/**
 * Where a key leads from a cell, by the grid pattern of ARIA; nothing for other keys. Edges stop,
 * they do not wrap; left and right follow the screen.
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
    // From the rows a page up ends at the first of them; only an arrow enters the header.
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
