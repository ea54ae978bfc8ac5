import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LOCALE_TABLE, LOCALES } from './localeTable.ts'
import {
  addLocale,
  alternateLinks,
  canonicalLink,
  htmlAttributes,
  parsePath,
  stripLocale,
  switchLocale,
} from './paths.ts'

/** Paths of the specification (section 2) and the shapes around them. */
const PATHS = [
  '/',
  '/fee',
  '/vip/detail',
  '/account/setting',
  '/spot/BTCUSDT',
  '/futures/usdt/BTCUSDT',
  '/transac',
  '/trade-spot',
  '/asset',
  '/download',
  '/?code=abc',
  '/#top',
  '/spot/BTCUSDT?channelCode=a&vipCode=b#book',
  '/idea',
  '/item',
  '/phone',
  '/detail',
  '/england',
  '/arcade',
  '/zh',
  '/zh-HK/x',
  '/a/de/b',
  '/de',
  '/en-GB/spot',
  '/%64e',
  '/spot/',
  '/~x',
]

const localeArbitrary = fc.constantFrom(...LOCALES)
/** Any absolute path with one slash in front, with query and hash, prefixed ones among them. */
const pathArbitrary = fc.oneof(
  fc.constantFrom(...PATHS),
  fc
    .tuple(
      fc.array(fc.oneof(fc.constantFrom<string>(...LOCALES), fc.stringMatching(/^[\w%.~-]+$/)), {
        maxLength: 4,
      }),
      fc.stringMatching(/^(\?[\w=&/?]*)?(#[\w/]*)?$/),
    )
    .map(([segments, tail]) => `/${segments.join('/')}${tail}`),
)

describe('locale paths', () => {
  it.each(LOCALES)('reads the prefix of /%s/spot/BTCUSDT (spec 2)', (locale) => {
    expect(parsePath(`/${locale}/spot/BTCUSDT?a=1#b`)).toEqual({
      locale,
      path: '/spot/BTCUSDT?a=1#b',
      redirect: undefined,
    })
  })

  it.each([
    ['/de', '/'],
    ['/de/', '/'],
    ['/de?x=1', '/?x=1'],
    ['/de#top', '/#top'],
    ['/de/?x=1', '/?x=1'],
    ['/de/de', '/de'],
    ['/de/spot/', '/spot/'],
  ])('reads %s as %s in German', (path, rest) => {
    expect(parsePath(path)).toEqual({ locale: 'de', path: rest, redirect: undefined })
  })

  it.each([
    '/',
    '/spot',
    '/idea',
    '/item',
    '/phone',
    '/italy/x',
    '/arcade',
    '/xx/spot',
    '/zh-HK/spot',
    '/fil/spot',
    '/ko/spot',
    '/%64e/spot',
    '',
    '?x=1',
    'de/spot',
  ])('%s names no locale and is a path (locale Conflicts)', (path) => {
    expect(parsePath(path)).toEqual({
      locale: undefined,
      path: path.startsWith('/') ? path : `/${path}`,
      redirect: undefined,
    })
  })

  it.each([
    ['/DE/spot?code=1#x', 'de', '/de/spot?code=1#x'],
    ['/en-gb', 'en-GB', '/en-GB'],
    ['/ZH-cn/', 'zh-CN', '/zh-CN/'],
    ['/Asia?r=1', 'asia', '/asia?r=1'],
    ['/PH/spot', 'ph', '/ph/spot'],
    ['/It', 'it', '/it'],
  ])(
    'recognises %s as miscased %s, redirects to %s with query (locale Conflicts)',
    (path, locale, redirect) => {
      expect(parsePath(path)).toMatchObject({ locale, redirect })
    },
  )

  it('redirects to a path that needs no redirect', () => {
    fc.assert(
      fc.property(localeArbitrary, pathArbitrary, (locale, path) => {
        const { redirect } = parsePath(
          addLocale(path, locale).replace(locale, locale.toUpperCase()),
        )
        if (redirect !== undefined)
          expect(parsePath(redirect)).toEqual({ locale, path, redirect: undefined })
      }),
    )
  })

  it('strips the locale that it added to a path (locale Conflicts)', () => {
    fc.assert(
      fc.property(localeArbitrary, pathArbitrary, (locale, path) => {
        expect(stripLocale(addLocale(path, locale))).toBe(path)
      }),
      { numRuns: 2000 },
    )
  })

  it('add and switch lead to the locale they name', () => {
    fc.assert(
      fc.property(localeArbitrary, localeArbitrary, pathArbitrary, (one, two, path) => {
        expect(parsePath(addLocale(path, one)).locale).toBe(one)
        expect(switchLocale(addLocale(path, one), two)).toBe(addLocale(path, two))
      }),
    )
  })

  it('adds a prefix to an unprefixed path on a language switch', () => {
    expect([
      switchLocale('/spot/BTCUSDT', 'ar'),
      switchLocale('/', 'ja'),
      switchLocale('/?code=1', 'fr'),
    ]).toEqual(['/ar/spot/BTCUSDT', '/ja', '/fr?code=1'])
  })

  it('never yields a path that a browser takes for another host', () => {
    for (const evil of [
      '/de//evil.example',
      '/de/\\evil.example',
      '/de/\t/evil.example',
      '/de///\\/evil.example',
      '//evil.example',
      '/\\evil.example',
      '/\n/evil.example',
    ]) {
      const path = stripLocale(evil)
      expect(new URL(path, 'https://here.example').host, JSON.stringify(evil)).toBe('here.example')
      expect(new URL(addLocale(evil.replace('/de', ''), 'de'), 'https://here.example').host).toBe(
        'here.example',
      )
    }
  })

  it('the canonical address is prefixed and has neither query nor hash (locale Conflicts)', () => {
    expect(
      canonicalLink('/spot/BTCUSDT?code=1#x', { locale: 'de', origin: 'https://x.example' }),
    ).toBe('https://x.example/de/spot/BTCUSDT')
    expect(canonicalLink('/fr/fee', { locale: 'fr', origin: 'https://x.example' })).toBe(
      'https://x.example/fr/fee',
    )
    expect(canonicalLink('/', { locale: 'en', origin: 'https://x.example' })).toBe(
      'https://x.example/en',
    )
  })

  it('lists each hreflang once, English also as x-default (locale Tags)', () => {
    const links = alternateLinks('/de/fee?x=1', { origin: 'https://x.example' })
    expect(links).toHaveLength(26)
    expect(new Set(links.map(({ hreflang }) => hreflang)).size).toBe(26)
    expect(
      links
        .filter(({ href }) => href === 'https://x.example/en/fee')
        .map(({ hreflang }) => hreflang),
    ).toEqual(['en', 'x-default'])
    expect(links.some(({ href }) => href.includes('/asia/'))).toBe(false)
    expect(links.find(({ hreflang }) => hreflang === 'zh-Hant')?.href).toBe(
      'https://x.example/zh-TC/fee',
    )
    expect(LOCALES.filter((locale) => LOCALE_TABLE[locale].hreflang.length === 0)).toEqual(['asia'])
  })

  it('gives what belongs on the html element', () => {
    expect([htmlAttributes('ar'), htmlAttributes('zh-CN')]).toEqual([
      { lang: 'ar', dir: 'rtl' },
      { lang: 'zh-Hans-CN', dir: 'ltr' },
    ])
  })
})
