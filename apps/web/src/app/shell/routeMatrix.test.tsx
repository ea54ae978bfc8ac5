import {
  addLocale,
  alternateLinks,
  canonicalLink,
  type Locale,
  LOCALES,
  parsePath,
  stripLocale,
  switchLocale,
} from '@x/locale'
import { SIMULATION_LANDING, SIMULATION_PATHS } from '@x/simulation'
import fc from 'fast-check'
import { matchRoutes, type RouteObject } from 'react-router'
import { describe, expect, it } from 'vitest'
import { routePatterns } from '../../../build/routePatterns.ts'
import { MORE_PAGES } from './morePages.tsx'
import { PAGES } from './pages.tsx'

const VALUES: Readonly<Record<string, string>> = {
  symbol: 'BTCUSDT',
  provider: 'google',
  orderId: '42',
  '*': 'no/such/page',
}
const valueOf = (whole: string, name: string | undefined) => VALUES[name ?? whole] ?? 'x'
/** The table of the entry, in the place of its `*` the pages that are found behind it. */
const ALL = [...PAGES.filter(({ path }) => path !== '*'), ...MORE_PAGES]
/** Every page of the app once, its parameters filled in; then what only looks like a prefix. */
const PATHS = ALL.map(({ index, path = '' }) =>
  index ? '/' : `/${path.replace(/:(\w+)|\*/g, valueOf)}`,
)
const LIKE_PREFIXES = [
  '/idea',
  '/item',
  '/phone',
  '/dex',
  '/england/spot',
  '/zh-HK/spot/BTCUSDT',
  '/ko/markets',
  '/xx',
  '/xx/spot/BTCUSDT',
  '/de-AT/markets',
  '/%64e/markets',
]
/** The last one has all that an address can end with. */
const TAILS = ['', '?code=abc&from=%2Fasset', '#book', '?code=abc#book']

/**
 * The page that AppRoutes would show: its entry in the table, found below the prefix of the
 * address.
 */
function pageAt(address: string): string | undefined {
  const { locale } = parsePath(address)
  const table: RouteObject[] = [{ path: locale ? `/${locale}` : '/', children: ALL }]
  const matches = matchRoutes(table, address.replace(/[?#].*/, ''))
  const route = matches?.at(-1)?.route
  return route && (route.index ? '(index)' : route.path)
}

/** The page of each path without a prefix. */
const OWN_PAGES = PATHS.map((path) => pageAt(path))

it('lists for the server exactly the addresses that have a page', () => {
  const tables = ALL.filter(({ path }) => path !== '*')
  const patterns = tables.map(({ index, path = '' }) => (index ? '/' : `/${path}`))
  expect([...routePatterns()].toSorted()).toEqual(patterns.toSorted())
})

/** A page below a path of the specification that is none itself. */
const EXAMPLES: Readonly<Record<string, string>> = {
  '/spot/': SIMULATION_LANDING,
  '/futures/': '/futures/usdt/BTCUSDT',
}

it('has a page for every path of the specification (spec 2)', () => {
  const missing = SIMULATION_PATHS.filter(({ path }) => pageAt(EXAMPLES[path] ?? path) === '*')
  expect(missing).toEqual([])
})

describe('26 prefixes x every page', () => {
  it.each<Locale>(LOCALES)('/%s shows the same page as without a prefix (spec 2)', (locale) => {
    for (const [at, path] of PATHS.entries()) {
      const whole = path + TAILS.at(-1)
      expect(pageAt(addLocale(whole, locale)), path).toBe(OWN_PAGES[at])
      for (const tail of TAILS) {
        const address = addLocale(path + tail, locale)
        expect(parsePath(address), address).toEqual({
          locale,
          path: path + tail,
          redirect: undefined,
        })
        expect(stripLocale(address)).toBe(path + tail)
        expect(canonicalLink(address, { locale, origin: 'https://x.example' })).toBe(
          `https://x.example/${locale}${path === '/' ? '' : path}`,
        )
      }
      const address = addLocale(whole, locale)
      expect(LOCALES.map((other) => switchLocale(address, other))).toEqual(
        LOCALES.map((other) => addLocale(whole, other)),
      )
      expect(alternateLinks(address, { origin: 'https://x.example' })).toEqual(
        alternateLinks(path, { origin: 'https://x.example' }),
      )
    }
  })

  it.each<Locale>(LOCALES)(
    'redirects miscased /%s to its spelling, with query and hash (locale Conflicts)',
    (locale) => {
      const shouted = locale.toUpperCase()
      for (const path of PATHS)
        expect(parsePath(`/${shouted}${path}?code=abc#book`)).toMatchObject({
          locale,
          redirect: `/${locale}${path}?code=abc#book`,
        })
    },
  )

  it('resolves every page by its own address only', () => {
    expect(OWN_PAGES).toEqual(ALL.map(({ index, path }) => (index ? '(index)' : path)))
  })

  it('finds pages that the entry does not know behind its star', () => {
    for (const { path = '' } of MORE_PAGES) {
      const address = `/${path.replace(/:(\w+)|\*/g, valueOf)}`
      expect(matchRoutes([...PAGES], address)?.at(-1)?.route.path, address).toBe('*')
    }
  })

  it.each(LIKE_PREFIXES)('%s is a path without a prefix (locale Conflicts)', (path) => {
    expect(parsePath(path).locale).toBeUndefined()
    expect(pageAt(path)).toBe('*')
    for (const locale of LOCALES) expect(stripLocale(addLocale(path, locale))).toBe(path)
  })

  it('strips what it adds, with query and hash (locale Conflicts)', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LOCALES),
        fc.constantFrom(...PATHS, ...LIKE_PREFIXES),
        fc.stringMatching(/^(\?[\w=&/?%.-]*)?(#[\w/]*)?$/),
        (locale, path, tail) => {
          expect(stripLocale(addLocale(path + tail, locale))).toBe(path + tail)
        },
      ),
    )
  })
})
