import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

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
/** What a build writes is not there on a clean clone. */
const BUILT = /\/(dist|generated)(\/|$)/

describe.each(['README.md', 'CONTRIBUTING.md'])('%s', (page) => {
  it('names only files that exist', () => {
    expect(pathsIn(read(page)).filter((file) => !BUILT.test(file) && !exists(file))).toEqual([])
  })

  it('links only to what exists', () => {
    const folder = path.dirname(page)
    expect(linksIn(read(page)).filter((target) => !exists(path.join(folder, target)))).toEqual([])
  })
})
