// Resolves the links of the documents: to a page of the site, or to a file of the repository.
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { root } from '../bootstrap/run.mjs'
import { anchorsOf, mapLinks } from './markdown.mjs'
import { SHOWN_BY } from './sources.mjs'

const { repository } = JSON.parse(
  readFileSync(path.join(root, 'tooling/release/publishing.json'), 'utf8'),
)

const IMAGE = /\.(?:png|svg|jpe?g|webp)$/
const isOutside = (target) => /^[a-z][a-z+.-]*:/i.test(target)

/**
 * The text of a page with the links that the site needs.
 *
 * @param {import('./sources.mjs').Page} page
 * @param {{ pages: readonly import('./sources.mjs').Page[], generated: ReadonlySet<string> }} site
 * `generated`: URLs of pages without a source
 * @returns {{ text: string, faults: string[], images: string[] }} `faults`: links that lead
 * nowhere; `images`: pictures of the repository that the page shows
 */
export function resolveLinks(page, { pages, generated }) {
  const faults = []
  const images = []
  const bySource = new Map(pages.map((one) => [one.source, one]))
  const byUrl = new Map(pages.map((one) => [one.url, one]))
  const fault = (line, reason) => faults.push(`${page.source}:${line} ${reason}`)

  const toPage = (target, { url, hash, line }) => {
    const other = byUrl.get(url) ?? byUrl.get(url.replace(/\/$/, '/index'))
    if (!other && !generated.has(url.replace(/\/$/, '/index')))
      fault(line, `${target}: no such page`)
    else if (other && hash && !anchorsOf(other.text).has(hash))
      fault(line, `${target}: no such heading`)
    return url.replace(/\/index$/, '/') + (hash ? `#${hash}` : '')
  }

  const text = mapLinks(page.text, (target, line) => {
    if (isOutside(target)) return target
    const [location = '', hash = ''] = target.split('#')
    if (location === '') {
      if (!anchorsOf(page.text).has(hash)) fault(line, `${target}: no such heading`)
      return target
    }
    if (location.startsWith('/')) return toPage(target, { url: location, hash, line })
    const file = path.posix.normalize(path.posix.join(path.posix.dirname(page.source), location))
    const source = bySource.get(file) ?? bySource.get(path.posix.join(file, 'README.md'))
    if (source) return toPage(target, { url: source.url, hash, line })
    const full = path.join(root, file)
    if (!existsSync(full)) {
      fault(line, `${target}: no such file`)
      return target
    }
    const shown = SHOWN_BY.get(file.replace(/\/$/, ''))
    if (shown) return shown
    if (IMAGE.test(file)) {
      images.push(file)
      return `/${file}`
    }
    return `${repository}/${statSync(full).isDirectory() ? 'tree' : 'blob'}/main/${file}`
  })
  return { text, faults, images }
}
