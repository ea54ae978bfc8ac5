import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { DialectRoute } from './dialectRoute.ts'
import { DIALECT_ERRORS } from './errors.ts'
import { dialectRoutes } from './module.ts'

const file = new URL('../../../../../docs/reference/open-api.md', import.meta.url)
const START = '<!-- calls: generated -->'
const END = '<!-- end of calls -->'

/** Has every property, and each is the same. */
const nothing: object = new Proxy({}, { get: () => nothing })

/** The calls and errors as tables. */
function tables(): string {
  // Only what describes a route is read: no handler runs.
  const routes = dialectRoutes(nothing as Parameters<typeof dialectRoutes>[0])
  const errors = Object.values(DIALECT_ERRORS).map(
    ({ code, status, msg }) => `| ${code} | ${status} | ${msg} |`,
  )
  return [
    '| Call | What it does | Needs | WebSocket API |',
    '| --- | --- | --- | --- |',
    ...routes.map(rowOf),
    '',
    '| Code | HTTP | Text |',
    '| --- | --- | --- |',
    ...errors,
  ].join('\n')
}

function rowOf({
  method,
  path,
  summary,
  security,
  permission,
  socketMethod,
}: DialectRoute): string {
  const needs =
    security === 'none' ? '' : `${security === 'key' ? 'key' : 'signature'}, \`${permission}\``
  const socket = socketMethod === undefined ? '' : `\`${socketMethod}\``
  return `| \`${method} ${path}\` | ${summary} | ${needs} | ${socket} |`
}

it('lists every call and error of the dialect (open-api.md)', () => {
  const page = readFileSync(file, 'utf8')
  const [before = '', rest = ''] = page.split(START)
  const [shown = '', after = ''] = rest.split(END)
  if (process.env['WRITE_PAGES'])
    writeFileSync(file, `${before}${START}\n\n${tables()}\n\n${END}${after}`)
  else expect(squeezed(shown)).toBe(squeezed(tables()))
})

/** The formatter aligns the columns of tables. */
const squeezed = (text: string) => text.trim().replace(/ +/g, ' ').replace(/-{3,}/g, '---')
