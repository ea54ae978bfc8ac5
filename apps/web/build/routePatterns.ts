import { readFileSync } from 'node:fs'
import path from 'node:path'

const shell = path.resolve(import.meta.dirname, '../src/app/shell')
const TABLES = ['pages.tsx', 'morePages.tsx', 'accountPages.tsx']

/**
 * The addresses that have a page, without the language prefix: `/`, `/markets`, `/spot/:symbol`.
 * A server answers every other one with 404 and the same document, whose script says so.
 *
 * They are read from the text of the tables, because a production install cannot import them: the
 * packages' optional peers are not there. A test compares them with the tables.
 */
export function routePatterns(): readonly string[] {
  const text = TABLES.map((file) => readFileSync(path.join(shell, file), 'utf8')).join('\n')
  const lists = [...text.matchAll(/\.\.\.\[([^\]]+)\]\.map/g)].flatMap(([, list = '']) => [
    ...list.matchAll(/'([^']+)'/g),
  ])
  const found = [...text.matchAll(/\bpath: '([^']+)'/g), ...lists].map(([, one = '']) => one)
  return ['/', ...new Set(found.filter((one) => one !== '*').map((one) => `/${one}`))]
}
