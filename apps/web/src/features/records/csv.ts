export type CsvCell = string | number | null | undefined

const NUMBER = /^-?\d+(\.\d+)?$/

/** A table as RFC 4180 has it: CRLF after each line, quotes where they are needed. The mark at the start tells spreadsheets that it is UTF-8. */
export function csvText(lines: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${lines.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')}`
}

/**
 * Spreadsheets run what begins with one of these as a formula; an apostrophe before it makes it a text again (OWASP, CSV injection).
 * A negative amount is a number and stays one.
 */
function cellText(cell: CsvCell): string {
  const text = String(cell ?? '')
  const safe = /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
