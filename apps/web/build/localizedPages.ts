import {
  addLocale,
  alternateLinks,
  canonicalLink,
  htmlAttributes,
  LOCALES,
  type Locale,
} from '@x/locale'
import { messageFallback } from '@x/locale/messages'
import type { FrameContext } from './StaticFrame.tsx'
import { SHARED_DOCUMENTS } from './pageSources.ts'
import { type PageHead, PRODUCT, PUBLIC_PAGES, titleWith } from '../src/lib/page-heads/pageHeads.ts'

/** Texts by id, of one language. */
export type Catalog = Readonly<Record<string, string>>

export interface LocalizedPagesOptions {
  /** The built `index.html`. */
  readonly template: string
  readonly catalogs: ReadonlyMap<string, Catalog>
  /** `https://host`, or a placeholder that the server fills. */
  readonly origin: string
  /** Links to the files of a page. Default: none. */
  readonly links?: (path: string, locale: Locale) => string
  /** What a page shows before its script has run. Default: nothing. */
  readonly frame?: (path: string, context: FrameContext) => string
}

/** Prefix -> `[lang, dir]`: what the first script of the page sets before anything is painted. */
export function languageMap(): Readonly<Record<string, readonly [string, string]>> {
  return Object.fromEntries(
    LOCALES.map((locale) => [locale, [htmlAttributes(locale).lang, htmlAttributes(locale).dir]]),
  )
}

/**
 * File name -> page. `de/markets.html` for a public page, `de/_.html` for every other address below
 * that language, `de/spot/_.html` for every other one below `/spot`.
 */
export function localizedPages({
  template,
  catalogs,
  origin,
  links = () => '',
  frame: frameOf = () => '',
}: LocalizedPagesOptions): Map<string, string> {
  const pages = new Map<string, string>()
  for (const locale of LOCALES) {
    const translate = (id: string, values: Readonly<Record<string, string>> = {}) =>
      fill(textOf(id, { locale, catalogs }), { values, locale })
    const { lang, dir } = htmlAttributes(locale)
    const frame = template
      .replace(
        /<html[^>]*>/,
        `<html lang="${lang}" dir="${dir}" data-language="${locale}" data-theme="dark">`,
      )
      .replace(
        /<noscript>[\s\S]*?<\/noscript>/,
        () => `<noscript>${escape(translate('head.noscript'))}</noscript>`,
      )
      .replace('"/site.webmanifest"', `"/${manifestFile(locale)}"`)
      .replace(
        /(<div id="start-failed"[^>]*>)[\s\S]*?<\/div>/,
        (_, start: string) =>
          `${start}<p>${escape(translate('failure.title'))}</p>` +
          `<button type="button">${escape(translate('head.retry'))}</button></div>`,
      )
    const document = (path: string, head: string) =>
      withHead(frame, head)
        .replace('</head>', () => `  ${links(path, locale)}\n  </head>`)
        .replace('<div id="app">', (start) => start + frameOf(path, { translate, locale }))
    for (const page of PUBLIC_PAGES)
      pages.set(
        `${locale}${page.path === '/' ? '/index' : page.path}.html`,
        document(page.path, headOf(page, { translate, locale, origin })),
      )
    // The rest of a language is of no page in particular.
    for (const folder of ['', ...SHARED_DOCUMENTS])
      pages.set(
        `${locale}${folder}/_.html`,
        document(
          folder === '' ? '' : `${folder}/`,
          `<title>${escape(titleWith(translate('head.home.title')))}</title>\n` +
            '    <meta name="robots" content="noindex" />',
        ),
      )
  }
  return pages
}

const manifestFile = (locale: Locale): string => `manifests/${locale}.webmanifest`

/** The pages for phones: each opens as an app of its own. */
const SHORTCUTS = [
  ['shell.spot', '/trade-spot'],
  ['margin.title', '/trade-margin'],
  ['shell.futures', '/trade-swap'],
  ['shell.orders', '/trade-asset-order'],
] as const

/** File name -> what an installed app is called and looks like, of each language. */
export function localizedManifests({ catalogs }: Pick<LocalizedPagesOptions, 'catalogs'>) {
  return new Map(
    LOCALES.map((locale) => {
      const manifest = {
        ...MANIFEST,
        lang: htmlAttributes(locale).lang,
        dir: htmlAttributes(locale).dir,
        // A page that opens without a network, in the language of who installed it.
        start_url: addLocale('/trade-spot', locale),
        shortcuts: SHORTCUTS.map(([id, path]) => ({
          name: textOf(id, { locale, catalogs }),
          url: addLocale(path, locale),
        })),
      }
      return [manifestFile(locale), manifest] as const
    }),
  )
}

/** The colours are those of the dark theme. */
const MANIFEST = {
  name: PRODUCT,
  short_name: PRODUCT,
  // One app, whatever its language.
  id: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#0B0D12',
  theme_color: '#0B0D12',
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-180.png', sizes: '180x180', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
  ],
}

interface HeadContext {
  readonly translate: (id: string, values?: Readonly<Record<string, string>>) => string
  readonly locale: Locale
  readonly origin: string
}

function headOf(
  { path, title, description, pair }: PageHead,
  { translate, locale, origin }: HeadContext,
): string {
  const values: Readonly<Record<string, string>> = pair === undefined ? {} : { pair }
  const [name, text] = [titleWith(translate(title, values)), translate(description, values)]
  const shared = {
    'og:type': 'website',
    'og:site_name': PRODUCT,
    'og:title': name,
    'og:description': text,
    'og:url': canonicalLink(path, { locale, origin }),
    'og:image': `${origin}/social.png`,
  }
  return [
    `<title>${escape(name)}</title>`,
    `<meta name="description" content="${escape(text)}" />`,
    ...Object.entries(shared).map(
      ([property, content]) => `<meta property="${property}" content="${escape(content)}" />`,
    ),
    '<meta name="twitter:card" content="summary_large_image" />',
    `<link rel="canonical" href="${escape(canonicalLink(path, { locale, origin }))}" />`,
    ...alternateLinks(path, { origin }).map(
      ({ hreflang, href }) =>
        `<link rel="alternate" hreflang="${hreflang}" href="${escape(href)}" />`,
    ),
  ].join('\n    ')
}

function withHead(page: string, head: string): string {
  const [before, rest] = page.split(/<meta name="description"[^>]*>\s*<title>[\s\S]*?<\/title>/)
  if (rest === undefined) throw new Error('The page has no description and title, in this order')
  return before + head + rest
}

function textOf(
  id: string,
  {
    locale,
    catalogs,
  }: { readonly locale: Locale; readonly catalogs: LocalizedPagesOptions['catalogs'] },
): string {
  for (let at: string | undefined = locale; at !== undefined; at = messageFallback(at as Locale)) {
    const text = catalogs.get(at)?.[id]
    if (text !== undefined) return text
  }
  throw new Error(`No text for ${id}`)
}

/**
 * The texts of a head hold plain arguments only; in right-to-left languages they are isolated, as
 * the compiler does it.
 */
function fill(
  text: string,
  {
    values,
    locale,
  }: { readonly values: Readonly<Record<string, string>>; readonly locale: Locale },
): string {
  const isRtl = htmlAttributes(locale).dir === 'rtl'
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`No value for {${name}} in “${text}”`)
    return isRtl ? `\u2068${value}\u2069` : value
  })
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
