import { directionOf, htmlLang, LOCALE_TABLE, LOCALES, type Locale } from './localeTable.ts'
import { localeOfSegment } from './matchLocale.ts'

/** A path split into its locale and the rest. */
export interface LocalePath {
  /** The locale the path names; `undefined` for an unprefixed path. */
  readonly locale: Locale | undefined
  /** The path without its prefix; always begins with exactly one slash. Query and hash stay. */
  readonly path: string
  /** Where to redirect when the prefix was spelled in the wrong case. */
  readonly redirect: string | undefined
}

/**
 * What a URL parser would skip or read as slashes: left in front, a stripped path could name
 * another host (`/de//host`).
 */
const EXTRA_SLASHES = /^[/\\\t\n\r]*/

/**
 * Reads the prefix of a path (pathname, with query and hash if any). An unknown first segment is a
 * path, not a locale.
 */
export function parsePath(path: string): LocalePath {
  const segment = /^\/([^/?#]*)/.exec(path)?.[1] ?? ''
  const locale = localeOfSegment(segment)
  if (!locale) return { locale, path: path.replace(EXTRA_SLASHES, '/'), redirect: undefined }
  const rest = path.slice(segment.length + 1)
  return {
    locale,
    path: rest.replace(EXTRA_SLASHES, '/'),
    redirect: segment === locale ? undefined : `/${locale}${rest}`,
  }
}

/** The path without its prefix, beginning with exactly one slash: it never names another host. */
export function stripLocale(path: string): string {
  return parsePath(path).path
}

/**
 * `('/spot/BTCUSDT', 'de')` is `/de/spot/BTCUSDT`; the root becomes `/de`. The path must be
 * unprefixed: stripLocale undoes exactly one prefix.
 */
export function addLocale(path: string, locale: Locale): string {
  const rest = path.replace(EXTRA_SLASHES, '/')
  return `/${locale}${/^\/(?=$|[?#])/.test(rest) ? rest.slice(1) : rest}`
}

/** The same place in another language; query and hash survive. */
export function switchLocale(path: string, locale: Locale): string {
  return addLocale(stripLocale(path), locale)
}

/** One `<link rel="alternate">` of a page. */
export interface AlternateLink {
  readonly hreflang: string
  readonly href: string
}

const withoutQuery = (path: string) => path.replace(/[?#].*/s, '')

/**
 * The address to declare as canonical: prefixed, without query and hash. `origin` like
 * `https://host`, without a slash.
 */
export function canonicalLink(
  path: string,
  { locale, origin }: { readonly locale: Locale; readonly origin: string },
): string {
  return origin + switchLocale(withoutQuery(path), locale)
}

/** One link for each hreflang value, x-default included. */
export function alternateLinks(
  path: string,
  { origin }: { readonly origin: string },
): AlternateLink[] {
  return LOCALES.flatMap((locale) =>
    LOCALE_TABLE[locale].hreflang.map((hreflang) => ({
      hreflang,
      href: canonicalLink(path, { locale, origin }),
    })),
  )
}

/** What belongs on `<html>`. */
export function htmlAttributes(locale: Locale): {
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
} {
  return { lang: htmlLang(locale), dir: directionOf(locale) }
}
