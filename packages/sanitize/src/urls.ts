import { SanitizeError } from './SanitizeError.ts'

/** The origins and schemes that an address may have. */
export interface UrlOptions {
  /** The page's own origin; relative addresses must stay within it. */
  readonly ownOrigin: string
  /** Further origins that links and images may lead to, such as `https://static.example.com`. */
  readonly origins?: readonly string[]
  /** Schemes of the exchange's own apps, such as `exampleapp:`; links only. */
  readonly appSchemes?: readonly string[]
}

/** Checks the addresses of links and images. */
export interface UrlRules {
  /** The address as it may stand in `href`, or `''`. */
  link(url: unknown): string
  /** The address as it may stand in `src`, or `''`. */
  imageSource(url: unknown): string
}

/** What the specification lists besides hosts and app schemes (section 5). */
const PREFIXES = ['mailto:', 'tel:', 'blob:', 'data:image/', './', '../', '#', '/']
const RASTER = /^data:image\/(?:png|gif|jpeg|webp|avif);base64,[a-z0-9+/]*={0,2}$/i
/** A scheme, but none that runs code, reads files or has rules of its own here. */
const APP_SCHEME = /^(?!javascript:|vbscript:|data:|blob:|file:|https?:)[a-z][a-z\d+.-]*:$/

/**
 * An address must begin with a listed prefix, and must then mean what it seems to mean to the
 * parser (S4). The prefix alone would accept `https://host.evil`, `https://host@evil`, `//evil` and
 * `/\evil`.
 */
export function createUrlRules({ ownOrigin, origins = [], appSchemes = [] }: UrlOptions): UrlRules {
  const own = checkedOrigin(ownOrigin)
  const listed = new Set([own, ...origins.map(checkedOrigin)])
  const schemes = appSchemes.map(checkedScheme)
  const prefixes = [...PREFIXES, ...listed, ...schemes]

  function read(value: unknown): { readonly text: string; readonly url: URL } | null {
    if (typeof value !== 'string') return null
    const text = trimmed(value.replace(/[\t\r\n]/g, ''))
    const lower = text.slice(0, 300).toLowerCase()
    if (
      !prefixes.some((prefix) => lower.startsWith(prefix)) ||
      // oxlint-disable-next-line no-control-regex -- a URL has no control characters
      /[\0-\x1f\x7f]/.test(text) ||
      !URL.canParse(text, own)
    )
      return null
    return { text, url: new URL(text, own) }
  }

  /** Web and blob addresses, the same in links and images. */
  function web({ text, url }: { readonly text: string; readonly url: URL }): string {
    if (url.protocol === 'blob:') return url.origin === own ? text : ''
    if (url.username + url.password !== '' || !listed.has(url.origin)) return ''
    // What names no host must stay at home; what names one is written as the parser understood it.
    return /^http/i.test(text) ? url.href : url.origin === own ? text : ''
  }

  return {
    link(value) {
      const address = read(value)
      if (!address) return ''
      return /^(?:mailto|tel):$/.test(address.url.protocol) ||
        schemes.includes(address.url.protocol)
        ? address.text
        : web(address)
    },
    imageSource(value) {
      const address = read(value)
      if (!address) return ''
      return address.url.protocol === 'data:'
        ? RASTER.test(address.text)
          ? address.text
          : ''
        : web(address)
    },
  }
}

function checkedOrigin(origin: string): string {
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  if (
    !url ||
    origin.includes('*') ||
    !/^https?:$/.test(url.protocol) ||
    url.origin !== origin.replace(/\/$/, '').toLowerCase()
  )
    throw new SanitizeError('origin-invalid', origin)
  return url.origin
}

function checkedScheme(scheme: string): string {
  const name = scheme.replace(/\/*$/, '').toLowerCase()
  if (!APP_SCHEME.test(name)) throw new SanitizeError('scheme-invalid', scheme)
  return name
}

/**
 * Without blanks and control characters at its ends, as a URL parser reads it. A pattern for this
 * would take quadratic time on blanks within.
 */
function trimmed(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && text.charCodeAt(start) <= 32) start++
  while (start < end && text.charCodeAt(end - 1) <= 32) end--
  return text.slice(start, end)
}
