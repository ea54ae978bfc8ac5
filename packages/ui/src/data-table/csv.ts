import type { Column } from './columns.ts'

/** Characters at which a spreadsheet starts a formula. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
/**
 * A signed number, which is no formula: as text it would be missing in the sum of its column. Its
 * digits may be grouped.
 */
const SIGNED = /^[+-]\d+(?:[.,'\u00a0\u202f]\d+)*%?$/
const QUOTED = /[",\r\n]/

/**
 * Returns one field by RFC 4180. An apostrophe before a text prevents a spreadsheet from running it
 * as a formula.
 */
export function csvField(text: string): string {
  const harmless = FORMULA.test(text) && !SIGNED.test(text) ? `'${text}` : text
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Returns the text of a cell. */
export function cellText<R>(column: Column<R>, row: R): string {
  if (column.text) return column.text(row)
  const shown = column.cell(row, {})
  if (typeof shown === 'string' || typeof shown === 'number' || typeof shown === 'bigint')
    return String(shown)
  return String(column.sort?.by(row) ?? '')
}

/** Returns the name of a column. */
export const columnName = <R>({ header, label, key }: Column<R>): string =>
  typeof header === 'string' && header !== '' ? header : (label ?? key)

/**
 * Returns rows of fields by RFC 4180; each line ends in CR LF. The byte order mark marks the file
 * as UTF-8 for spreadsheets.
 */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((fields) => `${fields.map(csvField).join(',')}\r\n`).join('')}`

/** Returns rows as CSV, in the given order below a header line, without `actions` columns. */
export function tableCsv<R>(columns: readonly Column<R>[], rows: readonly R[]): string {
  const written = columns.filter((column) => column.kind !== 'actions')
  return csvText([
    written.map(columnName),
    ...rows.map((row) => written.map((column) => cellText(column, row))),
  ])
}
