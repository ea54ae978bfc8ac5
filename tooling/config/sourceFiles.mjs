// The project's text files, without what is installed, built or generated.
import { readdirSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

const SKIPPED_FOLDERS = new Set([
  'node_modules',
  'dist',
  'generated',
  'coverage',
  'test-results',
  'results',
  '.tools',
  '.turbo',
  '.temp',
  '.data',
  '.git',
])
const CODE = /\.(?:ts|tsx|mjs|cjs|js|jsx|css)$/
const TEST = /\.(?:test|e2e)\.tsx?$|\.test-d\.ts$/
const TEST_SUPPORT = /\/(?:testing|examples|demos|fixtures)\/|(?:Harness|Child)\.ts$/

/** Paths relative to `folder`, with slashes, in alphabetical order. */
export function filesIn(folder = root) {
  /** @type {string[]} */
  const found = []
  const visit = (relative) => {
    for (const entry of readdirSync(path.join(folder, relative), { withFileTypes: true })) {
      if (SKIPPED_FOLDERS.has(entry.name)) continue
      const name = relative ? `${relative}/${entry.name}` : entry.name
      if (entry.isDirectory()) visit(name)
      else if (entry.isFile()) found.push(name)
    }
  }
  visit('')
  return found.toSorted((a, b) => (a < b ? -1 : 1))
}

/** `packages/ui`, `apps/web`, `tooling`, `docs`, or `.` for files of the root folder. */
export function areaOf(file) {
  const [top, name] = file.split('/')
  if (name === undefined) return '.'
  return top === 'packages' || top === 'apps' ? `${top}/${name}` : top
}

/** Columns of a line: marks above and below letters (Thai, Hindi) take none. */
export const columnsOf = (line) => line.replaceAll(/\p{Mn}/gu, '').length

export const isCode = (file) => CODE.test(file)
export const isTest = (file) => TEST.test(file)
/** Code of the product itself: neither a test nor what only tests use. */
export const isSource = (file) =>
  isCode(file) &&
  !isTest(file) &&
  !TEST_SUPPORT.test(file) &&
  /^(?:packages|apps)\/[^/]+\/src\//.test(file)
