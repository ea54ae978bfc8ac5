import { HEADER_ROW, type GridPlace } from './navigation.ts'

/** A table in the document, and the rows that it shows. */
export interface TableElements<R> {
  readonly table: HTMLElement | null
  readonly rows: readonly R[]
  readonly rowKey: (row: R) => string
}

/** Where an element is in a table. */
export interface FocusPosition {
  readonly row: number
  /** `undefined` in the panel of an expanded row. */
  readonly cell: Element | undefined
}

/** Controls that can take the focus. */
export const CONTROL = ':is(button, input, select, textarea):not(:disabled), a[href]'

/** Returns the index of a cell in its row. */
export const columnOf = (cell: Element): number =>
  [...(cell.parentElement?.children ?? [])].indexOf(cell)

/**
 * Returns the row that contains an element, also in its panel. Rows and cells of a table inside the
 * panel do not count.
 */
export function positionOf<R>(
  element: Element,
  { table, rows, rowKey }: TableElements<R>,
): FocusPosition | undefined {
  let cell: Element | undefined
  let line: Element | null = element
  while (line && line.parentElement?.parentElement !== table) {
    cell = line
    line = line.parentElement
  }
  const isPanel = line?.matches('[data-x-part=detail]')
  const row = isPanel ? line?.previousElementSibling : line
  if (!(row instanceof HTMLElement)) return undefined
  const key = row.dataset['row']
  return {
    row: key === undefined ? HEADER_ROW : rows.findIndex((one) => rowKey(one) === key),
    cell: isPanel ? undefined : cell,
  }
}

/** Returns the element of a row or of the header, if it is rendered. */
export function lineAt<R>(
  row: number,
  { table, rows, rowKey }: TableElements<R>,
): HTMLElement | null | undefined {
  const one = rows[row]
  const key = one === undefined ? '' : rowKey(one)
  return table?.querySelector<HTMLElement>(
    row === HEADER_ROW
      ? ':scope > * > [data-x-part=header-row]'
      : `:scope > * > [data-row="${CSS.escape(key)}"]`,
  )
}

/** Returns the element of a cell, or with `control` the control inside that takes the focus. */
export function cellAt<R>(
  { row, column }: GridPlace,
  { control, ...elements }: TableElements<R> & { readonly control: boolean },
): HTMLElement | undefined {
  const cell = lineAt(row, elements)?.children[column]
  if (!(cell instanceof HTMLElement)) return undefined
  return (control && cell.querySelector<HTMLElement>(CONTROL)) || cell
}
