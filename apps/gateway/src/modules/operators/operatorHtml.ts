import type { OperatorSession } from './createOperatorSessions.ts'

/** Text that may stand between tags and in quoted attributes. */
export const safe = (value: unknown): string =>
  String(value).replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Goes with every form of a session. */
export const token = ({ formToken }: OperatorSession): string =>
  `<input type="hidden" name="form" value="${safe(formToken)}">`

/** Cells are HTML already. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '<p>None.</p>'
  const head = heads.map((text) => `<th scope="col">${safe(text)}</th>`).join('')
  const body = rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('\n')
  return `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`
}
