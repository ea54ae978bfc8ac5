import type { OperatorSession } from './createOperatorSessions.ts'

/** Text that may stand between tags and in quoted attributes. */
export const safe = (value: unknown): string =>
  String(value).replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A moment in UTC; all of its digits are in the attribute. */
export function timeHtml(at: number): string {
  const text = new Date(at).toISOString()
  return `<time datetime="${text}">${text.slice(0, 19).replace('T', ' ')} UTC</time>`
}

/** Goes with every form of a session. */
export const token = ({ formToken }: OperatorSession): string =>
  `<input type="hidden" name="form" value="${safe(formToken)}">`

/** A part of the page that an operator decides or watches. */
export interface Section {
  readonly title: string
  /** How many wait for a decision; absent where nobody has to decide. */
  readonly waiting?: number
  /** HTML below the title. */
  readonly body: string
}

const idOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

export const sectionHtml = ({ title, body }: Section): string => {
  const id = idOf(title)
  return `<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${safe(title)}</h2>${body}</section>`
}

/** Links to the sections, with how many wait in each. */
export const navHtml = (sections: readonly Section[]): string =>
  `<nav aria-label="Sections"><ul>${sections
    .map(({ title, waiting = 0 }) => {
      const count = waiting > 0 ? ` <b>${waiting}</b>` : ''
      return `<li><a href="#${idOf(title)}">${safe(title)}${count}</a></li>`
    })
    .join('')}</ul></nav>`

/** Cells are HTML already. A phone shows each row as a list of its cells, with their heads. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '<p class="none">None.</p>'
  const head = heads.map((text) => `<th scope="col">${safe(text)}</th>`).join('')
  const body = rows
    .map((cells) => `<tr>${cells.map((cell, at) => cellHtml(cell, heads[at])).join('')}</tr>`)
    .join('\n')
  return `<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>
<thead><tr>${head}</tr></thead>
<tbody>${body}</tbody></table></div>`
}

const cellHtml = (cell: string, head = ''): string =>
  `<td data-head="${safe(head)}"><div>${cell}</div></td>`
