import { LOCALES } from '@x/locale'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  type Catalog,
  languageMap,
  localizedManifests,
  localizedPages,
} from '../../../build/localizedPages.ts'
import { pageSources, SHARED_DOCUMENTS } from '../../../build/pageSources.ts'
import { staticFrame } from '../../../build/StaticFrame.tsx'
import { PUBLIC_PAGES } from '../../lib/page-heads/pageHeads.ts'

const text = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const catalogs = new Map(
  readdirSync(new URL('../../../messages', import.meta.url))
    .filter((file) => file !== 'fallback.json' && file !== 'parts.json')
    .map((file) => [
      file.slice(0, -'.json'.length),
      JSON.parse(text(`../../../messages/${file}`)) as Catalog,
    ]),
)
const pages = localizedPages({
  template: text('../../../index.html'),
  catalogs,
  origin: 'https://x.example',
})
const page = (name: string) => pages.get(name) ?? ''
const titleOf = (name: string) => /<title>(.*?)<\/title>/.exec(page(name))?.[1]

describe('the manifests of the installed app', () => {
  const manifests = localizedManifests({ catalogs })

  it('exist in 26 languages, each named by its pages', () => {
    expect(manifests.size).toBe(26)
    for (const [name, html] of pages) {
      const [, file = ''] = /rel="manifest" href="\/([^"]+)"/.exec(html) ?? []
      expect(file, name).toBe(`manifests/${name.split('/')[0]}.webmanifest`)
      expect(manifests.has(file), name).toBe(true)
    }
  })
  it('start at a trade page and name shortcuts in their language', () => {
    expect(manifests.get('manifests/ar.webmanifest')).toMatchObject({
      id: '/',
      lang: 'ar',
      dir: 'rtl',
      start_url: '/ar/trade-spot',
      shortcuts: [
        { name: catalogs.get('ar')?.['shell.spot'], url: '/ar/trade-spot' },
        { name: catalogs.get('ar')?.['margin.title'], url: '/ar/trade-margin' },
        { name: catalogs.get('ar')?.['shell.futures'], url: '/ar/trade-swap' },
        { name: catalogs.get('ar')?.['shell.orders'], url: '/ar/trade-asset-order' },
      ],
    })
  })
})

describe('the static pages', () => {
  it('keep what looks like a pattern of a replacement', () => {
    const texts = new Map(
      [...catalogs].map(([locale, catalog]) => [
        locale,
        { ...catalog, 'failure.title': 'Lost $1 of $&' },
      ]),
    )
    const [html] = localizedPages({
      template: text('../../../index.html'),
      catalogs: texts,
      origin: 'https://x.example',
      frame: () => '<p>From $1, not $$</p>',
    }).values()
    expect(html).toContain('<p>Lost $1 of $&amp;</p>')
    expect(html).toContain('<div id="app"><p>From $1, not $$</p>')
  })
  it('covers each public page and three fallbacks in 26 languages', () => {
    expect(pages.size).toBe(26 * (PUBLIC_PAGES.length + 1 + SHARED_DOCUMENTS.length))
    for (const locale of LOCALES) expect([...pages.keys()]).toContain(`${locale}/spot/BTCUSDT.html`)
  })
  it.each([
    ['de/markets.html', 'de', 'ltr'],
    ['ar/index.html', 'ar', 'rtl'],
    ['zh-TC/index.html', 'zh-Hant', 'ltr'],
    ['pt/login.html', 'pt-BR', 'ltr'],
    ['ph/_.html', 'fil-PH', 'ltr'],
  ])('%s says its language %s and its direction %s', (name, lang, dir) => {
    expect(page(name)).toMatch(new RegExp(`<html lang="${lang}" dir="${dir}"`))
  })
  it('have one title and one description each, in their own language', () => {
    for (const [name, html] of pages) {
      expect(html.match(/<title>/g), name).toHaveLength(1)
      expect(html.match(/<meta name="(?:description|robots)"/g), name).toHaveLength(1)
      expect(html, name).not.toContain('{pair}')
    }
    expect(titleOf('en/markets.html')).toBe('Markets: live prices and 24-hour changes | Tidemark')
    expect(titleOf('zh-CN/login.html')).toBe('登录 | Tidemark')
    expect(titleOf('ar/spot/BTCUSDT.html')).toContain('\u2068BTC/USDT\u2069')
  })
  it('name their own canonical address and every other language, x-default included', () => {
    const html = page('de/markets.html')
    expect(html).toContain('<link rel="canonical" href="https://x.example/de/markets" />')
    expect(html).toContain(
      '<link rel="alternate" hreflang="x-default" href="https://x.example/en/markets" />',
    )
    expect(html.match(/rel="alternate"/g)).toHaveLength(26)
    expect(page('de/index.html')).toContain('href="https://x.example/de"')
  })
  it('exist for every pair of the reference gateway', () => {
    const bases = [
      ...text('../../../../gateway/src/exchange/instruments/symbols.ts').matchAll(
        / pair\('(\w+)'/g,
      ),
    ].map(([, base]) => base)
    expect(bases.length).toBeGreaterThan(5)
    for (const base of bases) {
      expect(titleOf(`en/spot/${base}USDT.html`)).toBe(`${base}/USDT spot trading | Tidemark`)
      expect(page(`de/spot/${base}USDT.html`)).toContain(
        `<link rel="canonical" href="https://x.example/de/spot/${base}USDT" />`,
      )
    }
  })
  it('ask for JavaScript in their own language', () => {
    expect(/<noscript>(.*?)<\/noscript>/s.exec(page('zh-CN/index.html'))?.[1]).toMatch(
      /\p{Script=Han}/u,
    )
  })
  it("contains a hidden load-failure message in the page's language", () => {
    for (const name of ['en/_.html', 'de/spot/BTCUSDT.html', 'ar/index.html']) {
      const catalog = catalogs.get(name.slice(0, 2))
      expect(page(name)).toContain(
        `<div id="start-failed" role="alert" hidden><p>${catalog?.['failure.title']}</p>` +
          `<button type="button">${catalog?.['head.retry']}</button></div>`,
      )
    }
  })
  it('name the files of their page and show its frame', () => {
    const made = localizedPages({
      template: text('../../../index.html'),
      catalogs,
      origin: '',
      links: (path, locale) => `<link href="/files of ${path} in ${locale}">`,
      frame: (path, { translate }) => `<p>${path}: ${translate('home.markets')}</p>`,
    })
    const title = catalogs.get('de')?.['home.markets']
    for (const [name, path] of [
      ['de/markets.html', '/markets'],
      ['de/index.html', '/'],
      ['de/futures/usdt/_.html', '/futures/usdt/'],
    ]) {
      const html = made.get(name ?? '')
      expect(html).toMatch(new RegExp(`<link href="/files of ${path} in de">\\s*</head>`))
      expect(html).toContain(`<div id="app"><p>${path}: ${title}</p></div>`)
    }
  })
  it('show no frame where any page may be', () => {
    const made = localizedPages({
      template: text('../../../index.html'),
      catalogs,
      origin: '',
      frame: (path) => `<p>${path}</p>`,
    })
    expect(made.get('de/_.html')).toContain('<div id="app"><p></p></div>')
    expect(staticFrame('', { translate: (id) => id, locale: 'de' })).toBeUndefined()
    expect(pageSources('')).toBeUndefined()
  })
  it('marks pages that search engines should not index', () => {
    expect(page('de/_.html')).toContain('noindex')
    expect(page('de/index.html')).not.toContain('noindex')
  })
  it('escapes catalog text instead of treating it as markup', () => {
    const hostile = new Map([
      [
        'en',
        Object.fromEntries(Object.keys(catalogs.get('en') ?? {}).map((id) => [id, '"><script>&'])),
      ],
    ])
    const made = localizedPages({
      template: '<html><meta name="description" content="" /><title></title><noscript></noscript>',
      catalogs: hostile,
      origin: '',
    })
    expect(made.get('de/index.html')).not.toContain('<script>')
  })
})

it('knows language and direction of every prefix in its first script', () => {
  expect(Object.keys(languageMap())).toEqual([...LOCALES])
  expect(languageMap()).toMatchObject({
    ar: ['ar', 'rtl'],
    asia: ['en-001', 'ltr'],
    'zh-CN': ['zh-Hans-CN', 'ltr'],
  })
})
