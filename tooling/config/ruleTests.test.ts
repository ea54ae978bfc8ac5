import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const PAGE = 'docs/reference/futures-rules.md'
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Rows of the page: rule, title of its test without the rule's number, file. */
const rows = [...read(PAGE).matchAll(/^\| ([^|]+) \| ([^|]+) \| `([^`]+)` \|$/gm)].map(
  ([, rule = '', title = '', file = '']) => ({ rule, title, file }),
)

it('names a test that there is for each rule of futures', () => {
  expect(rows.length).toBeGreaterThan(90)
  const gone = rows.filter(({ title, file }) => !read(file).includes(title))
  expect(gone).toEqual([])
})

it('has each section of futures but margin trading', () => {
  const sections = [...read(PAGE).matchAll(/^## (futures \d+):/gm)].map(([, id]) => id)
  const wanted = Object.keys(JSON.parse(read('docs/rules.json')))
    .filter((id) => /^futures \d+$/.test(id) && id !== 'futures 7')
    .toSorted()
  expect(sections.toSorted()).toEqual(wanted)
})
