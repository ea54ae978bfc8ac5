// Checks the built site as files: every link and anchor, and a heading in the reference for each
// exported name.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { Plain } from '../bootstrap/progress.mjs'
import { createReader, exportedNames } from '../config/docstrings.mjs'
import { headingsOf } from './markdown.mjs'
import { referenceEntries } from './sources.mjs'

/** @param {string} built @param {{ staged: string }} options the pages that it was built from */
export function checkBuilt(built, { staged }) {
  const pages = htmlIn(built)
  const names = exportsWithPages(staged)
  const faults = [
    ...pages.flatMap((page) => deadLinks(built, page)),
    ...names.filter(({ isShown }) => !isShown).map(({ text }) => `${text} is not in the reference`),
  ]
  if (faults.length > 0) throw new Plain(`The site is not whole:\n${faults.join('\n')}`)
  console.log(
    `${pages.length} pages without a dead link; ${names.length} exported names, each with a ` +
      'heading in the reference.',
  )
}

export const htmlIn = (built) =>
  readdirSync(built, { recursive: true })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file.endsWith('.html') && !file.startsWith('demos/'))

/** Every name of every entry, and whether the page of the entry has a heading for it. */
function exportsWithPages(staged) {
  const read = createReader()
  return referenceEntries().flatMap(({ specifier, url, file }) => {
    const text = readFileSync(path.join(staged, `${url}.md`), 'utf8')
    const headings = new Set(headingsOf(text).map((heading) => heading.text.replace(/\(\)$/, '')))
    return [...exportedNames(file, read)].map((name) => ({
      text: `${name} of ${specifier}`,
      isShown: headings.has(name),
    }))
  })
}

const idsByFile = new Map()

function idsIn(file) {
  if (!idsByFile.has(file)) {
    const html = readFileSync(file, 'utf8')
    idsByFile.set(file, new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)))
  }
  return idsByFile.get(file)
}

/** The file that a server with clean URLs answers a path with, or undefined. */
export function fileOf(built, pathname) {
  const full = path.join(built, pathname)
  return [full, `${full}.html`, path.join(full, 'index.html')].find(
    (file) => existsSync(file) && statSync(file).isFile(),
  )
}

function deadLinks(built, page) {
  const html = readFileSync(path.join(built, page), 'utf8')
  const base = new URL(page === '404.html' ? '/' : `/${page}`, 'http://site.invalid')
  const found = [...html.matchAll(/\s(?:href|src)="([^"]+)"/g)].map(([, target]) => target)
  return [...new Set(found)].flatMap((target) => {
    const { origin, pathname, hash } = new URL(target.replaceAll('&amp;', '&'), base)
    if (origin !== base.origin) return []
    const file = fileOf(built, decodeURIComponent(pathname))
    if (!file) return [`${page}: ${target} leads nowhere`]
    const id = decodeURIComponent(hash.slice(1))
    const isPage = file.endsWith('.html') && id !== ''
    return isPage && !idsIn(file).has(id) ? [`${page}: ${target} has no such anchor`] : []
  })
}
