import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { matchLocale, parsePath } from '@x/locale'

export interface PageRequest {
  /** Path of the address, without query. */
  readonly path: string
  /** The `language` cookie, if there is one. */
  readonly cookie?: string | undefined
  readonly acceptLanguage?: string | undefined
}

export interface FoundPage {
  /** Relative to the root of the built app. */
  readonly file: string
  /** Whether the app has a page at the address; the document of one without a page says so. */
  readonly exists: boolean
}

/** Whether there is what a page is about: the part of the address that `/spot/:symbol` names. */
export type IsListed = (route: string, symbol: string) => boolean

export type FindPage = (request: PageRequest) => FoundPage

const GENERIC = '_.html'
const ROUTES = 'routes.json'
/** The part of a route that names a pair or a contract. */
const SYMBOL = ':symbol'

/**
 * The build writes `pages/<language>/<path>.html` for public pages, `_.html` for the rest of a
 * folder or of a language, and the addresses of all into `routes.json`; this reads them once a
 * build. An address without a prefix is answered in the language of the cookie, else of the
 * browser, else English, without a redirect.
 */
export function createPageFinder(root: string, isListed: IsListed = () => true): FindPage {
  let made:
    | {
        readonly at: number
        readonly files: ReadonlySet<string>
        readonly languages: ReadonlyMap<string, string>
        readonly routes: readonly Route[]
      }
    | undefined
  return ({ path: address, cookie, acceptLanguage }) => {
    const { files, languages, routes } = listing()
    const exists = hasPage(address, { routes, isListed })
    if (files.size === 0) return { file: 'index.html', exists }
    const [, first = '', rest = ''] = /^\/([^/]*)(.*)$/.exec(address) ?? []
    const isPrefix = languages.get(first.toLowerCase()) === first
    const language = isPrefix
      ? first
      : (exactly(cookie, languages) ?? accepted(acceptLanguage, languages) ?? 'en')
    const place = (isPrefix ? rest : address).replace(/\/$/, '')
    const file = `${language}${place === '' ? '/index' : place}.html`
    const shared = `${language}${path.posix.dirname(place || '/')}/${GENERIC}`
    const name = [file, shared].find((each) => files.has(each)) ?? `${language}/${GENERIC}`
    return { file: path.posix.join('pages', name), exists }
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
        .filter((name) => /^[^/]+\/_\.html$/.test(name))
        .map((name) => [
          name.slice(0, -GENERIC.length - 1).toLowerCase(),
          name.slice(0, -GENERIC.length - 1),
        ]),
    )
    made = { at, files, languages, routes: readRoutes(path.join(folder, ROUTES)) }
    return made
  }
}

interface Route {
  readonly pattern: string
  readonly expression: RegExp
}

/** One expression a route, by the router's own rule: any case, and a slash more at the end. */
function readRoutes(file: string): readonly Route[] {
  if (!statSync(file, { throwIfNoEntry: false })) return []
  const patterns = JSON.parse(readFileSync(file, 'utf8')) as readonly string[]
  return patterns.map((pattern) => {
    const segments = pattern
      .split('/')
      .map((part) =>
        part.startsWith(':')
          ? part === SYMBOL
            ? '(?<symbol>[^/]+)'
            : '[^/]+'
          : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
      )
    const expression = new RegExp(`^${segments.join('/').replace(/\/$/, '')}/*$`, 'i')
    return { pattern, expression }
  })
}

/** True where the build lists no routes: a page too many is better than none. */
function hasPage(
  address: string,
  { routes, isListed }: { readonly routes: readonly Route[]; readonly isListed: IsListed },
): boolean {
  const { path: place, redirect } = parsePath(address)
  // The app itself leads on from a prefix that another one has replaced.
  if (routes.length === 0 || redirect !== undefined || place === '/index.html') return true
  const plain = decoded(place)
  if (plain === undefined) return false
  return routes.some(({ pattern, expression }) => {
    const found = expression.exec(plain)
    const symbol = found?.groups?.['symbol']
    return found !== null && (symbol === undefined || isListed(pattern, symbol))
  })
}

function decoded(place: string): string | undefined {
  try {
    return decodeURI(place)
  } catch {
    return undefined
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
