import type { Column } from './columns.ts'

/** What a spreadsheet takes for the start of a formula. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
/**
 * A signed number is none, though it starts like one: as a text it would be missing from the sum of
 * its column. Its digits may stand in groups.
 */
const SIGNED = /^[+-]\d+(?:[.,'\u00a0\u202f]\d+)*%?$/
const QUOTED = /[",\r\n]/

/**
 * One field by RFC 4180. A text that a spreadsheet would run as a formula is put behind an
 * apostrophe.
 */
export function csvField(text: string): string {
  const harmless = FORMULA.test(text) && !SIGNED.test(text) ? `'${text}` : text
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** What a cell shows, as text. */
export function cellText<R>(column: Column<R>, row: R): string {
  if (column.text) return column.text(row)
  const shown = column.cell(row, {})
  if (typeof shown === 'string' || typeof shown === 'number' || typeof shown === 'bigint')
    return String(shown)
  return String(column.sort?.by(row) ?? '')
}

/** The name of a column, as text. */
export const columnName = <R>({ header, label, key }: Column<R>): string =>
  typeof header === 'string' && header !== '' ? header : (label ?? key)

/**
 * Rows of fields by RFC 4180, each line ended by CR LF. The mark at the start tells a spreadsheet
 * that it is UTF-8: it would take the file for one in the code page of the machine.
 */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((fields) => `${fields.map(csvField).join(',')}\r\n`).join('')}`

/**
 * The rows in the order handed in as CSV, under a line for the header. Columns of actions are left
 * out.
 */
export function tableCsv<R>(columns: readonly Column<R>[], rows: readonly R[]): string {
  const written = columns.filter((column) => column.kind !== 'actions')
  return csvText([
    written.map(columnName),
    ...rows.map((row) => written.map((column) => cellText(column, row))),
  ])
}
