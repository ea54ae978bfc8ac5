import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readRules } from './rules.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const exists = (file: string): boolean => existsSync(path.join(root, file))

/**
 * A page names files of the project from the root, in backticks: folders end in a slash or have no
 * extension.
 */
const FIRST_SEGMENTS = /^(?:packages|apps|tooling|docs|\.ci|\.changeset)\/[\w./@-]+$/
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, code = '']) => code)
    .filter((code) => FIRST_SEGMENTS.test(code))
const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
/** A number that a writer is to fill in. */
const PLACEHOLDER = /NNN/
/** What a build writes is not there on a clean clone. */
const BUILT = /\/(dist|generated)(\/|$)/

describe.each([
  'README.md',
  'CONTRIBUTING.md',
  'docs/map.md',
  'docs/walk.md',
  'docs/decisions/README.md',
])('%s', (page) => {
  it('names only files that exist', () => {
    expect(
      pathsIn(read(page)).filter(
        (file) => !PLACEHOLDER.test(file) && !BUILT.test(file) && !exists(file),
      ),
    ).toEqual([])
  })

  it('links only to what exists', () => {
    const folder = path.dirname(page)
    expect(linksIn(read(page)).filter((target) => !exists(path.join(folder, target)))).toEqual([])
  })
})

describe('docs/walk.md', () => {
  const rows = read('docs/walk.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && pathsIn(line).length > 0)

  it('has its two walks', () => {
    expect(rows.length).toBeGreaterThan(50)
  })

  it('names functions that are in the file of their row', () => {
    const strangers = rows.flatMap((row) => {
      const file = pathsIn(row).at(-1)!
      const source = exists(file) ? read(file) : ''
      return [...row.matchAll(/`(\w+)\(\)`/g)]
        .map(([, name = '']) => name)
        .filter((name) => !new RegExp(`\\b${name}\\b`).test(source))
        .map((name) => `${file} ${name}()`)
    })
    expect(strangers).toEqual([])
  })
})

describe('docs/map.md', () => {
  it('has every line of the spec once, in order', () => {
    const inMap = [...read('docs/map.md').matchAll(/^\| (\d\.\d+) \|/gm)].map(
      ([, number]) => `spec ${number}`,
    )
    expect(inMap).toEqual(Object.keys(readRules() as object).filter((id) => id.startsWith('spec ')))
  })

  it('says of every line where it is, or that it comes later', () => {
    const rows = read('docs/map.md')
      .split('\n')
      .filter((line) => /^\| \d\.\d+ \|/.test(line))
    expect(rows.filter((row) => pathsIn(row).length === 0 && !/\blater\b/.test(row))).toEqual([])
  })
})

describe('docs/decisions/README.md', () => {
  it('lists every decision page once', () => {
    const pages = readdirSync(path.join(root, 'docs/decisions'))
      .filter((file) => /^\d{3}-/.test(file))
      .sort()
    expect(linksIn(read('docs/decisions/README.md')).sort()).toEqual(pages)
  })
})
