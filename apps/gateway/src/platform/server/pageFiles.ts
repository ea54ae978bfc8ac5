import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { matchLocale } from '@x/locale'

export interface PageRequest {
  /** Path of the address, without query. */
  readonly path: string
  /** The `language` cookie, if there is one. */
  readonly cookie?: string | undefined
  readonly acceptLanguage?: string | undefined
}

/** Finds the file of a page, relative to the root of the built app. */
export type FindPage = (request: PageRequest) => string

const GENERIC = '_.html'

/**
 * The build writes `pages/<language>/<path>.html` for public pages and `_.html` for the rest; this
 * reads the list once a build. An address without a prefix is answered in the language of the
 * cookie, else of the browser, else English, without a redirect.
 */
export function createPageFinder(root: string): FindPage {
  let made:
    | {
        readonly at: number
        readonly files: ReadonlySet<string>
        readonly languages: ReadonlyMap<string, string>
      }
    | undefined
  return ({ path: address, cookie, acceptLanguage }) => {
    const { files, languages } = listing()
    if (files.size === 0) return 'index.html'
    const [, first = '', rest = ''] = /^\/([^/]*)(.*)$/.exec(address) ?? []
    const isPrefix = languages.get(first.toLowerCase()) === first
    const language = isPrefix
      ? first
      : (exactly(cookie, languages) ?? accepted(acceptLanguage, languages) ?? 'en')
    const place = (isPrefix ? rest : address).replace(/\/$/, '')
    const file = `${language}${place === '' ? '/index' : place}.html`
    return path.posix.join('pages', files.has(file) ? file : `${language}/${GENERIC}`)
  }

  function listing() {
    const folder = path.join(root, 'pages')
    const at = statSync(path.join(root, 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (made?.at === at) return made
    const names = statSync(folder, { throwIfNoEntry: false })
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
          name.replaceAll(path.sep, '/'),
        )
      : []
    const files = new Set(names.filter((name) => name.endsWith('.html')))
    const languages = new Map(
      [...files]
        .filter((name) => name.endsWith(`/${GENERIC}`))
        .map((name) => [
          name.slice(0, -GENERIC.length - 1).toLowerCase(),
          name.slice(0, -GENERIC.length - 1),
        ]),
    )
    made = { at, files, languages }
    return made
  }
}

function exactly(
  name: string | undefined,
  languages: ReadonlyMap<string, string>,
): string | undefined {
  return name !== undefined && languages.get(name.toLowerCase()) === name ? name : undefined
}

/**
 * The first language of the header that there are pages in; browsers send them in the order of
 * their weights.
 */
function accepted(
  header: string | undefined,
  languages: ReadonlyMap<string, string>,
): string | undefined {
  for (const entry of (header ?? '').toLowerCase().split(',', 20)) {
    // By the app's own rule, or the page would change its language once it runs.
    const found = languages.get(
      matchLocale(entry.split(';', 1)[0]?.trim() ?? '')?.toLowerCase() ?? '',
    )
    if (found) return found
  }
  return undefined
}
